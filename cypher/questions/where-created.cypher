// question:   Where is the entity created?
// parameters: $document STRING, $entity STRING (its stored name), $as_of LOCAL DATETIME (UTC)
// columns:    location STRING, kind STRING (stated or somewhere), step INT64 (when),
//             probability DOUBLE, evidence_step INT64 or NULL, evidence_text STRING or NULL,
//             char_start INT64 (within evidence_text; -1 if none), char_end INT64
// rows:       one; none if the entity exists from the start or never exists
// source:     ProPara task 1, "where is E created": its location after when-created's step.
//             Evidence: the step that states the place, else the one that changed it.
MATCH (d:Document {id: $document})-[:READ_AS]->(r:Reading)
      -[:MENTIONS]->(e:Entity)-[at:LOCATED_AT]->(:Location)
WHERE r.recorded_from <= $as_of AND $as_of < r.recorded_until
WITH r, e, at
WHERE e.name = $entity
WITH r, e.id AS id, min(at.from_step) AS first
WHERE first > 0
// matched again by its id, with the condition after WITH; otherwise the embedded engine would scan
// all relationships
MATCH (e:Entity) WHERE e.id = id
OPTIONAL MATCH (e)-[at:LOCATED_AT]->(l:Location)
WITH r, at, l, first WHERE at.from_step = first
OPTIONAL MATCH (r)-[:HAS_STEP]->(x:Step)
WHERE x.number = CASE WHEN at.evidence_step > 0 THEN at.evidence_step ELSE at.from_step END
// [1, 0][1] is the index of a list's first element: 0 in Neo4j, 1 in Ladybug.
RETURN l.name AS location, l.kind AS kind, first AS step,
       at.probabilities[[1, 0][1]] AS probability,
       x.number AS evidence_step, x.text AS evidence_text,
       at.char_start AS char_start, at.char_end AS char_end

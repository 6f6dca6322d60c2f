// question:   Where is the entity destroyed?
// parameters: $document STRING, $entity STRING (its stored name), $as_of LOCAL DATETIME (UTC)
// columns:    location STRING, kind STRING (stated or somewhere), step INT64 (when),
//             probability DOUBLE, evidence_step INT64 or NULL, evidence_text STRING or NULL,
//             char_start INT64 (within evidence_text; -1 if none), char_end INT64
// rows:       one; none if the entity exists at the end or never exists
// source:     ProPara task 1, "where is E destroyed": its location before when-destroyed's step.
//             Evidence: the step that states the place, else the one that changed it.
MATCH (d:Document {id: $document})-[:READ_AS]->(r:Reading)
      -[:MENTIONS]->(e:Entity)-[at:LOCATED_AT]->(:Location)
WHERE r.recorded_from <= $as_of AND $as_of < r.recorded_until
WITH r, e, at
WHERE e.name = $entity
WITH r, e.id AS id, max(at.until_step) AS last
WHERE last <= r.n_steps
// matched again by its id, with the condition after WITH; otherwise the embedded engine would scan
// all relationships
MATCH (e:Entity) WHERE e.id = id
OPTIONAL MATCH (e)-[at:LOCATED_AT]->(l:Location)
WITH r, at, l, last WHERE at.until_step = last
OPTIONAL MATCH (r)-[:HAS_STEP]->(x:Step)
WHERE x.number = CASE WHEN at.evidence_step > 0 THEN at.evidence_step ELSE at.from_step END
// [1, 0][1] is the index of a list's first element: 0 in Neo4j, 1 in Ladybug.
RETURN l.name AS location, l.kind AS kind, last AS step,
       at.probabilities[at.until_step - 1 - at.from_step + [1, 0][1]] AS probability,
       x.number AS evidence_step, x.text AS evidence_text,
       at.char_start AS char_start, at.char_end AS char_end

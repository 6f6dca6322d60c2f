// question:   What is together after a step?
// parameters: $document STRING, $step INT64 (0 to n; 0 is before step 1),
//             $as_of LOCAL DATETIME (UTC)
// columns:    location STRING, entity STRING, since_step INT64 (0 if from the start),
//             probability DOUBLE, evidence_step INT64 or NULL, evidence_text STRING or NULL,
//             char_start INT64 (within evidence_text; -1 if none), char_end INT64
// rows:       one for each entity that shares a stated place
// source:     entities with one neighbour in the step's graph; an unstated place is not
//             shared. Evidence: the step that states the place, else the one that changed it.
MATCH (d:Document {id: $document})-[:READ_AS]->(r:Reading)
      -[:MENTIONS]->(e:Entity)-[at:LOCATED_AT]->(l:Location)
WHERE r.recorded_from <= $as_of AND $as_of < r.recorded_until
// a condition on LOCATED_AT within MATCH makes the embedded engine scan every one
WITH r, e, at, l
WHERE at.from_step <= $step AND $step < at.until_step
OPTIONAL MATCH (r)-[:HAS_STEP]->(x:Step)
WHERE x.number = CASE WHEN at.evidence_step > 0 THEN at.evidence_step ELSE at.from_step END
// [1, 0][1] is the index of a list's first element: 0 in Neo4j, 1 in Ladybug.
WITH l.name AS location, l.kind AS kind,
     collect({
       entity: e.name, since_step: at.from_step,
       probability: at.probabilities[$step - at.from_step + [1, 0][1]],
       evidence_step: x.number, evidence_text: x.text,
       char_start: at.char_start, char_end: at.char_end
     }) AS stays
WITH location, kind, stays
WHERE kind = 'stated' AND size(stays) > 1
UNWIND stays AS stay
RETURN location, stay.entity AS entity, stay.since_step AS since_step,
       stay.probability AS probability,
       stay.evidence_step AS evidence_step, stay.evidence_text AS evidence_text,
       stay.char_start AS char_start, stay.char_end AS char_end
ORDER BY location, entity

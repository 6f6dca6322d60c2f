// question:   Where is the entity before a step?
// parameters: $document STRING, $entity STRING (its stored name), $step INT64 (1 to n),
//             $as_of LOCAL DATETIME (UTC)
// columns:    location STRING, kind STRING (stated or somewhere),
//             since_step INT64 (0 if from the start), probability DOUBLE,
//             evidence_step INT64 or NULL, evidence_text STRING or NULL,
//             char_start INT64 (within evidence_text; -1 if none), char_end INT64
// rows:       one; none if the entity does not exist then
// source:     one cell of the entity × step grid, that of the step before. Evidence: the step
//             that states the place, else the one that changed it.
MATCH (d:Document {id: $document})-[:READ_AS]->(r:Reading)
      -[:MENTIONS]->(e:Entity)-[at:LOCATED_AT]->(l:Location)
WHERE r.recorded_from <= $as_of AND $as_of < r.recorded_until
// a condition on LOCATED_AT within MATCH makes the embedded engine scan every one
WITH r, e, at, l
WHERE e.name = $entity AND at.from_step < $step AND $step <= at.until_step AND $step <= r.n_steps
OPTIONAL MATCH (r)-[:HAS_STEP]->(x:Step)
WHERE x.number = CASE WHEN at.evidence_step > 0 THEN at.evidence_step ELSE at.from_step END
// [1, 0][1] is the index of a list's first element: 0 in Neo4j, 1 in Ladybug.
RETURN l.name AS location, l.kind AS kind, at.from_step AS since_step,
       at.probabilities[$step - 1 - at.from_step + [1, 0][1]] AS probability,
       x.number AS evidence_step, x.text AS evidence_text,
       at.char_start AS char_start, at.char_end AS char_end

// question:   Where is the entity, from the start to the end?
// parameters: $document STRING, $entity STRING (its stored name), $as_of LOCAL DATETIME (UTC)
// columns:    from_step INT64 (the first state),
//             until_step INT64 (not included; n + 1 if to the end), location STRING,
//             kind STRING (stated or somewhere), probability DOUBLE (of the first state),
//             evidence_step INT64 or NULL, evidence_text STRING or NULL,
//             char_start INT64 (within evidence_text; -1 if none), char_end INT64
// rows:       one for each presence; none while the entity does not exist
// source:     the row of the entity in the grid. State 0 is before step 1, state t after step t.
//             Evidence: the step that states the place, else the one that changed it.
MATCH (d:Document {id: $document})-[:READ_AS]->(r:Reading)
      -[:MENTIONS]->(e:Entity)-[at:LOCATED_AT]->(l:Location)
WHERE r.recorded_from <= $as_of AND $as_of < r.recorded_until
WITH r, e, at, l
WHERE e.name = $entity
OPTIONAL MATCH (r)-[:HAS_STEP]->(x:Step)
WHERE x.number = CASE WHEN at.evidence_step > 0 THEN at.evidence_step ELSE at.from_step END
// [1, 0][1] is the index of a list's first element: 0 in Neo4j, 1 in Ladybug.
RETURN at.from_step AS from_step, at.until_step AS until_step, l.name AS location, l.kind AS kind,
       at.probabilities[[1, 0][1]] AS probability,
       x.number AS evidence_step, x.text AS evidence_text,
       at.char_start AS char_start, at.char_end AS char_end
ORDER BY from_step

// question:   What was ever at the place?
// parameters: $document STRING, $location STRING (its stored name), $as_of LOCAL DATETIME (UTC)
// columns:    entity STRING, from_step INT64 (the first state),
//             until_step INT64 (not included; n + 1 if to the end),
//             probability DOUBLE (of the first state), evidence_step INT64 or NULL,
//             evidence_text STRING or NULL, char_start INT64 (within evidence_text; -1 if none),
//             char_end INT64
// rows:       one for each presence
// source:     the column of a place: location history. Evidence: the step that states the place,
//             else the one that changed it.
MATCH (d:Document {id: $document})-[:READ_AS]->(r:Reading)
      -[:MENTIONS]->(e:Entity)-[at:LOCATED_AT]->(l:Location)
WHERE r.recorded_from <= $as_of AND $as_of < r.recorded_until
WITH r, e, at, l.name AS location, l.kind AS kind
WHERE location = $location AND kind = 'stated'
OPTIONAL MATCH (r)-[:HAS_STEP]->(x:Step)
WHERE x.number = CASE WHEN at.evidence_step > 0 THEN at.evidence_step ELSE at.from_step END
// [1, 0][1] is the index of a list's first element: 0 in Neo4j, 1 in Ladybug.
RETURN e.name AS entity, at.from_step AS from_step, at.until_step AS until_step,
       at.probabilities[[1, 0][1]] AS probability,
       x.number AS evidence_step, x.text AS evidence_text,
       at.char_start AS char_start, at.char_end AS char_end
ORDER BY entity, from_step

// question:   From where and to where is the entity moved?
// parameters: $document STRING, $entity STRING (its stored name), $as_of LOCAL DATETIME (UTC)
// columns:    step INT64 (first step is 1), origin STRING ("?" if unstated),
//             destination STRING ("?" if unstated), probability DOUBLE,
//             evidence_step INT64 or NULL, evidence_text STRING or NULL,
//             char_start INT64 (within evidence_text; -1 if none), char_end INT64
// rows:       one for each move
// source:     ProPara task 1, "where is E moved from" and "to"; all its moves, task 2's "moves" of
//             one entity.
MATCH (d:Document {id: $document})-[:READ_AS]->(r:Reading)
      -[:MENTIONS]->(e:Entity)<-[c:MOVES]-(s:Step)
WHERE r.recorded_from <= $as_of AND $as_of < r.recorded_until
WITH r, e, c, s
WHERE e.name = $entity
OPTIONAL MATCH (r)-[:HAS_STEP]->(x:Step) WHERE x.number = c.evidence_step
RETURN s.number AS step, c.origin AS origin, c.destination AS destination,
       c.probability AS probability, x.number AS evidence_step, x.text AS evidence_text,
       c.char_start AS char_start, c.char_end AS char_end
ORDER BY step

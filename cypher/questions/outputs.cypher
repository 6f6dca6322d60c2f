// question:   What comes out of the procedure?
// parameters: $document STRING, $as_of LOCAL DATETIME (UTC)
// columns:    entity STRING, step INT64 (when it comes to be),
//             destination STRING (where; "?" if unstated), probability DOUBLE,
//             evidence_step INT64 or NULL, evidence_text STRING or NULL,
//             char_start INT64 (within evidence_text; -1 if none), char_end INT64
// rows:       one for each output
// source:     ProPara task 2, "what are the outputs": created, not destroyed or moved before, not
//             destroyed after. Since tracks are consistent, this means: created, never destroyed.
MATCH (d:Document {id: $document})-[:READ_AS]->(r:Reading)
      -[:MENTIONS]->(e:Entity)<-[c:CREATES|DESTROYS]-(s:Step)
WHERE r.recorded_from <= $as_of AND $as_of < r.recorded_until
WITH r, e, c, s
OPTIONAL MATCH (r)-[:HAS_STEP]->(x:Step) WHERE x.number = c.evidence_step
WITH e.name AS entity,
     sum(CASE WHEN c.origin IS NOT NULL THEN 1 ELSE 0 END) AS others,
     collect({
       step: s.number, destination: c.destination,
       probability: c.probability, evidence_step: x.number, evidence_text: x.text,
       char_start: c.char_start, char_end: c.char_end
     }) AS changes
WHERE others = 0
UNWIND changes AS change
RETURN entity, change.step AS step, change.destination AS destination,
       change.probability AS probability,
       change.evidence_step AS evidence_step, change.evidence_text AS evidence_text,
       change.char_start AS char_start, change.char_end AS char_end
ORDER BY entity

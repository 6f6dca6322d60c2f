// question:   What goes into the procedure?
// parameters: $document STRING, $as_of LOCAL DATETIME (UTC)
// columns:    entity STRING, step INT64 (when it is used up),
//             origin STRING (where; "?" if unstated), probability DOUBLE,
//             evidence_step INT64 or NULL, evidence_text STRING or NULL,
//             char_start INT64 (within evidence_text; -1 if none), char_end INT64
// rows:       one for each input
// source:     ProPara task 2, "what are the inputs": destroyed, not created before, not created or
//             moved after. Since tracks are consistent, this means: destroyed, never created.
MATCH (d:Document {id: $document})-[:READ_AS]->(r:Reading)
      -[:MENTIONS]->(e:Entity)<-[c:CREATES|DESTROYS]-(s:Step)
WHERE r.recorded_from <= $as_of AND $as_of < r.recorded_until
WITH r, e, c, s
OPTIONAL MATCH (r)-[:HAS_STEP]->(x:Step) WHERE x.number = c.evidence_step
WITH e.name AS entity,
     sum(CASE WHEN c.origin IS NULL THEN 1 ELSE 0 END) AS others,
     collect({
       step: s.number, origin: c.origin,
       probability: c.probability, evidence_step: x.number, evidence_text: x.text,
       char_start: c.char_start, char_end: c.char_end
     }) AS changes
WHERE others = 0
UNWIND changes AS change
RETURN entity, change.step AS step, change.origin AS origin,
       change.probability AS probability,
       change.evidence_step AS evidence_step, change.evidence_text AS evidence_text,
       change.char_start AS char_start, change.char_end AS char_end
ORDER BY entity

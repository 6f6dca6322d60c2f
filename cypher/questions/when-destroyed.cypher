// question:   At which step is the entity destroyed?
// parameters: $document STRING, $entity STRING (its stored name), $as_of LOCAL DATETIME (UTC)
// columns:    step INT64 (first step is 1), probability DOUBLE, evidence_step INT64 or NULL,
//             evidence_text STRING or NULL, char_start INT64 (within evidence_text; -1 if none),
//             char_end INT64
// rows:       one; none if the entity exists at the end or never exists
// source:     ProPara task 1, "when is E destroyed": the last step before which it exists, if it
//             does not after the last step; so it is its last change. A destruction
//             that a re-creation follows does not count.
MATCH (d:Document {id: $document})-[:READ_AS]->(r:Reading)
      -[:MENTIONS]->(e:Entity)<-[c:CREATES|MOVES|DESTROYS]-(s:Step)
WHERE r.recorded_from <= $as_of AND $as_of < r.recorded_until
WITH r, e, c, s
WHERE e.name = $entity
OPTIONAL MATCH (r)-[:HAS_STEP]->(x:Step) WHERE x.number = c.evidence_step
WITH s.number AS number, c, x
ORDER BY number DESC LIMIT 1
WHERE c.destination IS NULL
RETURN number AS step,
       c.probability AS probability, x.number AS evidence_step, x.text AS evidence_text,
       c.char_start AS char_start, c.char_end AS char_end

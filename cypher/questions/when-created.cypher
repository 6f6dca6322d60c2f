// question:   At which step is the entity created?
// parameters: $document STRING, $entity STRING (its stored name), $as_of LOCAL DATETIME (UTC)
// columns:    step INT64 (first step is 1), probability DOUBLE, evidence_step INT64 or NULL,
//             evidence_text STRING or NULL, char_start INT64 (within evidence_text; -1 if none),
//             char_end INT64
// rows:       one; none if the entity exists from the start or never exists
// source:     ProPara task 1, "when is E created": the first step after which it exists, if it did
//             not before step 1; so it is its first change. A later re-creation does not count.
MATCH (d:Document {id: $document})-[:READ_AS]->(r:Reading)
      -[:MENTIONS]->(e:Entity)<-[c:CREATES|MOVES|DESTROYS]-(s:Step)
WHERE r.recorded_from <= $as_of AND $as_of < r.recorded_until
WITH r, e, c, s
WHERE e.name = $entity
OPTIONAL MATCH (r)-[:HAS_STEP]->(x:Step) WHERE x.number = c.evidence_step
WITH s.number AS number, c, x
ORDER BY number LIMIT 1
WHERE c.origin IS NULL
RETURN number AS step,
       c.probability AS probability, x.number AS evidence_step, x.text AS evidence_text,
       c.char_start AS char_start, c.char_end AS char_end

// question:   Is the entity created?
// parameters: $document STRING, $entity STRING (its stored name), $as_of LOCAL DATETIME (UTC)
// columns:    created BOOLEAN, step INT64 or NULL (when; else NULL), probability DOUBLE or NULL,
//             evidence_step INT64 or NULL, evidence_text STRING or NULL,
//             char_start INT64 (within evidence_text; -1 if none), char_end INT64
// rows:       one; none if the entity is not tracked
// source:     ProPara task 1, "is E created": it does not exist before step 1 and does later, so
//             that is its first change. Agrees with when-created.
MATCH (d:Document {id: $document})-[:READ_AS]->(r:Reading)
      -[:MENTIONS]->(e:Entity)
WHERE r.recorded_from <= $as_of AND $as_of < r.recorded_until
WITH r, e
WHERE e.name = $entity
WITH r, e.id AS id
// matched again by its id: from a row, the embedded engine would scan every relationship
MATCH (e:Entity) WHERE e.id = id
OPTIONAL MATCH (e)<-[c:CREATES|MOVES|DESTROYS]-(s:Step)
WITH r, c, s
OPTIONAL MATCH (r)-[:HAS_STEP]->(x:Step) WHERE x.number = c.evidence_step
WITH s.number AS number, c, x
ORDER BY number LIMIT 1
WITH number, c, x, number IS NOT NULL AND c.origin IS NULL AS created
RETURN created, CASE WHEN created THEN number END AS step,
       CASE WHEN created THEN c.probability END AS probability,
       CASE WHEN created THEN x.number END AS evidence_step,
       CASE WHEN created THEN x.text END AS evidence_text,
       CASE WHEN created THEN c.char_start ELSE -1 END AS char_start,
       CASE WHEN created THEN c.char_end ELSE -1 END AS char_end

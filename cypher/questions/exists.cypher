// question:   Does the entity exist after a step?
// parameters: $document STRING, $entity STRING (its stored name),
//             $step INT64 (0 to n; 0 is before step 1), $as_of LOCAL DATETIME (UTC)
// columns:    existing BOOLEAN, probability DOUBLE (of that)
// rows:       one; none if the entity is not tracked
// source:     one cell of the grid: the entity exists if it is not "-"
MATCH (d:Document {id: $document})-[:READ_AS]->(r:Reading)
      -[m:MENTIONS]->(e:Entity)
WHERE r.recorded_from <= $as_of AND $as_of < r.recorded_until
  AND 0 <= $step AND $step <= r.n_steps
WITH m, e
WHERE e.name = $entity
// [1, 0][1] is the index of a list's first element: 0 in Neo4j, 1 in Ladybug.
WITH m.`exists`[$step + [1, 0][1]] AS probability, e.id AS id
// matched again by its id: from a row, the embedded engine would scan every relationship
MATCH (e:Entity) WHERE e.id = id
OPTIONAL MATCH (e)-[at:LOCATED_AT]->(:Location)
WITH probability,
     sum(CASE WHEN at.from_step <= $step AND $step < at.until_step THEN 1 ELSE 0 END) AS stays
RETURN stays > 0 AS existing,
       CASE WHEN stays > 0 THEN probability ELSE 1.0 - probability END AS probability

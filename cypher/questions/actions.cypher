// question:   What does each step do to each entity?
// parameters: $document STRING, $as_of LOCAL DATETIME (UTC)
// columns:    entity STRING, step INT64 (first step is 1),
//             action STRING (NONE, CREATE, MOVE or DESTROY),
//             before STRING (where; "-" if it does not exist, "?" if unstated), after STRING
// rows:       one for each entity and step
// source:     ProPara task 2's action file, from which both tasks are scored
MATCH (d:Document {id: $document})-[:READ_AS]->(r:Reading)
      -[:MENTIONS]->(e:Entity)
WHERE r.recorded_from <= $as_of AND $as_of < r.recorded_until
WITH r.n_steps AS n_steps, e.id AS id
// matched again by its id: from a row, the embedded engine would scan every relationship
MATCH (e:Entity) WHERE e.id = id
OPTIONAL MATCH (e)-[at:LOCATED_AT]->(l:Location)
UNWIND range(1, n_steps) AS step
WITH e.name AS entity, step,
     max(CASE WHEN at.from_step < step AND step <= at.until_step THEN l.name END) AS before,
     max(CASE WHEN at.from_step <= step AND step < at.until_step THEN l.name END) AS after,
     sum(CASE WHEN at.from_step = step THEN 1 ELSE 0 END) AS begins
RETURN entity, step,
       CASE WHEN before IS NULL AND after IS NULL THEN 'NONE'
            WHEN before IS NULL THEN 'CREATE'
            WHEN after IS NULL THEN 'DESTROY'
            WHEN begins > 0 THEN 'MOVE' ELSE 'NONE' END AS action,
       coalesce(before, '-') AS before, coalesce(after, '-') AS after
ORDER BY entity, step

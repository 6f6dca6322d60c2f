// The number of readings and steps of a document, which forgetting it would erase.
// parameters: $document STRING
// columns:    readings INT64, steps INT64
MATCH (d:Document {id: $document})-[:READ_AS]->(r:Reading)
RETURN count(r) AS readings, coalesce(sum(r.n_steps), 0) AS steps

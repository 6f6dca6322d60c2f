// The concepts of the entities of a document, in the reading that held at a moment.
// parameters: $document STRING, $as_of LOCAL DATETIME (UTC)
// columns:    concept STRING (by the name that it was merged into, if any), entity STRING
// OPTIONAL MATCH and conditions after WITH: for a MATCH from a row, or for a condition within MATCH,
// the embedded engine would scan all relationships
MATCH (d:Document {id: $document})-[:READ_AS]->(r:Reading)-[:MENTIONS]->(e:Entity)
WHERE r.recorded_from <= $as_of AND $as_of < r.recorded_until
WITH e
OPTIONAL MATCH (e)-[i:INSTANCE_OF]->(k:Concept)
WITH e, i, k
WHERE k IS NOT NULL
  AND (i.recorded_from IS NULL OR i.recorded_from <= $as_of)
  AND (i.recorded_until IS NULL OR $as_of < i.recorded_until)
OPTIONAL MATCH (k)-[a:ALIAS_OF]->(h:Concept)
WHERE a.recorded_from <= $as_of AND $as_of < a.recorded_until
WITH DISTINCT coalesce(h.name, k.name) AS concept, e.name AS entity
RETURN concept, entity
ORDER BY concept, entity

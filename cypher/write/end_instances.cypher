// End, from now on, what the entities of a document's open reading are instances of.
// parameters: $document STRING, $concept STRING, $now LOCAL DATETIME, $open_end LOCAL DATETIME
// columns:    entity STRING
MATCH (d:Document {id: $document})-[:READ_AS]->(r:Reading)
      -[:MENTIONS]->(e:Entity)-[i:INSTANCE_OF]->(c:Concept)
WHERE r.recorded_until = $open_end AND c.name = $concept AND i.recorded_until IS NULL
SET i.recorded_until = $now
RETURN e.id AS entity

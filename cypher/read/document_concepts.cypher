// The concepts of the entities in all readings of a document.
// parameters: $document STRING
// columns:    concept STRING
MATCH (d:Document {id: $document})-[:READ_AS]->(:Reading)
      -[:MENTIONS]->(:Entity)-[:INSTANCE_OF]->(c:Concept)
RETURN DISTINCT c.name AS concept
ORDER BY concept

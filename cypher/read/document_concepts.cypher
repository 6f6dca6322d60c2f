// What the entities of all readings of a document are instances of.
// parameters: $document STRING
// columns:    concept STRING
MATCH (d:Document {id: $document})-[:READ_AS]->(:Reading)
      -[:MENTIONS]->(:Entity)-[:INSTANCE_OF]->(c:Concept)
RETURN DISTINCT c.name AS concept
ORDER BY concept

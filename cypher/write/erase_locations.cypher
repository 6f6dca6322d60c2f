// parameters: $document STRING
MATCH (d:Document {id: $document})-[:READ_AS]->(:Reading)
      -[:MENTIONS]->(:Entity)-[:LOCATED_AT]->(l:Location)
WITH DISTINCT l
DETACH DELETE l

// parameters: $document STRING
MATCH (d:Document {id: $document})-[:READ_AS]->(:Reading)-[:MENTIONS]->(e:Entity)
WITH DISTINCT e
DETACH DELETE e

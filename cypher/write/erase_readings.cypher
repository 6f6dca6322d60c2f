// parameters: $document STRING
MATCH (d:Document {id: $document})-[:READ_AS]->(r:Reading)
DETACH DELETE r

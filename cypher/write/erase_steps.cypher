// parameters: $document STRING
MATCH (d:Document {id: $document})-[:READ_AS]->(:Reading)-[:HAS_STEP]->(s:Step)
WITH DISTINCT s
DETACH DELETE s

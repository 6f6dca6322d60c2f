// Record that a concept means another one in a document, in this and every later reading of it.
// parameters: $document STRING, $concept STRING, $meant STRING, $now LOCAL DATETIME,
//             $by STRING, $reason STRING
MATCH (d:Document {id: $document})
MATCH (m:Concept {name: $meant})
CREATE (d)-[:MEANS {concept: $concept, recorded_from: $now, by: $by, reason: $reason}]->(m)

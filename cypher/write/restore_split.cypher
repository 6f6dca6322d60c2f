// Restore what a concept means in a document, with author and time; repeating changes nothing.
// parameters: $document STRING, $name STRING, $concept STRING, $recorded_from LOCAL DATETIME,
//             $by STRING, $reason STRING
MATCH (d:Document {id: $document})
MATCH (c:Concept {name: $name})
MERGE (d)-[m:MEANS {concept: $concept, recorded_from: $recorded_from}]->(c)
SET m.by = $by, m.reason = $reason

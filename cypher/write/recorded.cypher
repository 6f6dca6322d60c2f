// Since and until when the readings hold that the store already has of documents.
// parameters: $documents [STRING]
// columns:    document STRING, number INT64, text_sha256 STRING, recorded_from LOCAL DATETIME,
//             recorded_until LOCAL DATETIME
UNWIND $documents AS id
MATCH (d:Document {id: id})
MATCH (d)-[:READ_AS]->(r:Reading)
RETURN d.id AS document, r.number AS number, r.text_sha256 AS text_sha256,
    r.recorded_from AS recorded_from, r.recorded_until AS recorded_until

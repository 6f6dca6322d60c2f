// Close the open reading of each document: nothing else of a reading ever changes.
// parameters: $rows [{document, recorded_until}], $open_end LOCAL DATETIME
UNWIND $rows AS row
MATCH (d:Document {id: row.document})
MATCH (d)-[:READ_AS]->(r:Reading)
WHERE r.recorded_until = $open_end
SET r.recorded_until = row.recorded_until

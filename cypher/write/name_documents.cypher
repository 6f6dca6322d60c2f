// Give documents the title and source of their newest reading.
// parameters: $rows [{id, title, source}]
UNWIND $rows AS row
MATCH (d:Document {id: row.id})
SET d.title = row.title, d.source = row.source

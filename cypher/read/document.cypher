// parameters: $document STRING
// columns:    id STRING, forgotten_at LOCAL DATETIME or NULL
MATCH (d:Document {id: $document})
RETURN d.id AS id, d.forgotten_at AS forgotten_at

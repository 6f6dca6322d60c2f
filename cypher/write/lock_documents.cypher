// Lock the documents that exist until the transaction ends: one writer per document at a time.
// parameters: $documents [STRING], sorted
// columns:    document STRING, forgotten_at LOCAL DATETIME or NULL
UNWIND $documents AS id
MATCH (d:Document {id: id})
SET d.source = d.source
RETURN d.id AS document, d.forgotten_at AS forgotten_at

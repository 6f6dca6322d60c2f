// Create the documents that do not exist. A document that another writer has created meanwhile has
// a source and is returned: this statement has waited for that writer, and locks the document too.
// parameters: $documents [STRING], sorted
// columns:    document STRING, forgotten_at LOCAL DATETIME or NULL
UNWIND $documents AS id
MERGE (d:Document {id: id})
ON MATCH SET d.source = d.source
WITH d
WHERE d.source IS NOT NULL
RETURN d.id AS document, d.forgotten_at AS forgotten_at

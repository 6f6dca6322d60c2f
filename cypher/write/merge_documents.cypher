// Make the documents that were not there. One that another writer made meanwhile has a source by
// now and comes back; this statement has waited for that writer, and locks the document like ours.
// parameters: $documents [STRING], sorted
// columns:    document STRING, forgotten_at LOCAL DATETIME or NULL
UNWIND $documents AS id
MERGE (d:Document {id: id})
ON MATCH SET d.source = d.source
WITH d
WHERE d.source IS NOT NULL
RETURN d.id AS document, d.forgotten_at AS forgotten_at

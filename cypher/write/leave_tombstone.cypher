// Keep the id of a forgotten document, so that it is not read again by mistake.
// parameters: $document STRING, $forgotten_at LOCAL DATETIME
MERGE (d:Document {id: $document})
SET d.title = '', d.source = '', d.forgotten_at = $forgotten_at

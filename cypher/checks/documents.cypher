// Every document, and when it was forgotten.
// columns: document STRING, forgotten_at LOCAL DATETIME or NULL
MATCH (d:Document)
RETURN d.id AS document, d.forgotten_at AS forgotten_at

// The tombstones of forgotten documents.
// columns: document STRING, forgotten_at LOCAL DATETIME
MATCH (d:Document)
WHERE d.forgotten_at IS NOT NULL
RETURN d.id AS document, d.forgotten_at AS forgotten_at
ORDER BY document

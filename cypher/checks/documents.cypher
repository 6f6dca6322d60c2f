// Documents by id, those after one, each with when it was forgotten.
// parameters: $after STRING, $most INT64
// columns:    document STRING, forgotten_at LOCAL DATETIME or NULL
MATCH (d:Document)
WHERE d.id > $after
RETURN d.id AS document, d.forgotten_at AS forgotten_at
ORDER BY document
LIMIT $most

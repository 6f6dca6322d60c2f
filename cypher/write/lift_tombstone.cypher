// parameters: $document STRING
// columns:    document STRING
MATCH (d:Document {id: $document})
WHERE d.forgotten_at IS NOT NULL
WITH d, d.id AS document
DELETE d
RETURN document

// Documents whose id, title or source is a name, or ends with it as a file name, in any case.
// parameters: $lower STRING (the name in lower case), $ending STRING (the same after a slash),
//             $most INT64
// columns:    id STRING, title STRING, source STRING
MATCH (d:Document)
WHERE d.forgotten_at IS NULL
  AND (toLower(d.id) = $lower OR toLower(d.title) = $lower OR toLower(d.source) = $lower
       OR toLower(d.id) ENDS WITH $ending OR toLower(d.source) ENDS WITH $ending)
RETURN d.id AS id, d.title AS title, d.source AS source
ORDER BY id
LIMIT $most

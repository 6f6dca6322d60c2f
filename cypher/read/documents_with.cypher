// Documents by id, those after one that have all the words in their id, title or source.
// parameters: $after STRING, $most INT64, $words STRING[] (in lower case)
// columns:    document STRING
MATCH (d:Document)
WHERE d.id > $after
WITH d.id AS document, toLower(d.id + ' ' + d.title + ' ' + d.source) AS names
WHERE all(word IN $words WHERE names CONTAINS word)
RETURN document
ORDER BY document
LIMIT $most

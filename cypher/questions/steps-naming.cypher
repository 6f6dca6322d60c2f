// question:   Which steps name these words?
// parameters: $document STRING, $words STRING[] (in lower case, each once),
//             $as_of LOCAL DATETIME (UTC)
// columns:    step INT64 (first step is 1), text STRING, words INT64 (how many of them it holds)
// rows:       one for each step that holds one of the words, those with the most first
// source:     the text as it was read, in any case; a word may be the beginning of a longer one
UNWIND $words AS word
MATCH (d:Document {id: $document})-[:READ_AS]->(r:Reading)
      -[:HAS_STEP]->(s:Step)
WHERE r.recorded_from <= $as_of AND $as_of < r.recorded_until
  AND toLower(s.text) CONTAINS word
RETURN s.number AS step, s.text AS text, count(word) AS words
ORDER BY words DESC, step

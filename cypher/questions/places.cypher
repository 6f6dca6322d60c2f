// question:   Which places does the document name?
// parameters: $document STRING, $as_of LOCAL DATETIME (UTC)
// columns:    location STRING (its stored name)
// rows:       one for each stated place
// source:     the places in the bipartite graphs of all steps
MATCH (d:Document {id: $document})-[:READ_AS]->(r:Reading)
      -[:MENTIONS]->(:Entity)-[:LOCATED_AT]->(l:Location)
WHERE r.recorded_from <= $as_of AND $as_of < r.recorded_until AND l.kind = 'stated'
RETURN DISTINCT l.name AS location
ORDER BY location

// question:   Which documents are about these words?
// parameters: $words STRING[] (in lower case: the forms of one word or phrase, such as onion and
//             onions), $skip INT64 (rows to leave out at the beginning), $limit INT64 (the most
//             rows to return), $as_of LOCAL DATETIME (UTC)
// columns:    document STRING, title STRING, part STRING (title, entity, material or location:
//             the first of these that has the words), name STRING (the title or name with them)
// rows:       one for each document, by part in that order, then by id
// source:     whole words of titles, aliases, listed materials and stated places, in any case
MATCH (d:Document)-[:READ_AS]->(r:Reading)
WHERE r.recorded_from <= $as_of AND $as_of < r.recorded_until
// the first character of a candidate is the rank of its part
WITH d, r, ['1' + r.title] AS candidates
OPTIONAL MATCH (r)-[:MENTIONS]->(e:Entity)
UNWIND coalesce(e.aliases, ['']) AS alias
WITH d, r, candidates, collect(DISTINCT '2' + alias) AS more
WITH d, r, candidates + more AS candidates
OPTIONAL MATCH (r)-[:LISTS]->(m:Material)
WITH d, r, candidates, collect(DISTINCT '3' + coalesce(m.name, '')) AS more
WITH d, r, candidates + more AS candidates
OPTIONAL MATCH (r)-[:MENTIONS]->(:Entity)-[:LOCATED_AT]->(l:Location {kind: 'stated'})
WITH d, r, candidates, collect(DISTINCT '4' + coalesce(l.name, '')) AS more
UNWIND candidates + more AS candidate
WITH d, r, candidate, toLower(right(candidate, size(candidate) - 1)) AS name
WITH d, r, candidate, replace(replace(replace(replace(replace(replace(name,
       '-', ' '), '.', ' '), ',', ' '), ';', ' '), ':', ' '), '/', ' ') AS name
WITH d, r, candidate, replace(replace(replace(replace(replace(replace(replace(name,
       '(', ' '), ')', ' '), '"', ' '), '\'', ' '), '’', ' '), '!', ' '), '?', ' ') AS name
UNWIND $words AS word
WITH d, r, candidate, name, word
WHERE (' ' + name + ' ') CONTAINS (' ' + word + ' ')
WITH d, r, min(candidate) AS best
RETURN d.id AS document, r.title AS title,
       CASE left(best, 1) WHEN '1' THEN 'title' WHEN '2' THEN 'entity'
                          WHEN '3' THEN 'material' ELSE 'location' END AS part,
       right(best, size(best) - 1) AS name
ORDER BY left(best, 1), document
SKIP $skip LIMIT $limit

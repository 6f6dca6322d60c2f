// question:   Which documents are about these words?
// parameters: $words STRING[] (in lower case: the forms of one word or phrase, such as onion and
//             onions), $documents STRING[] (the documents to look in), $as_of LOCAL DATETIME (UTC)
// columns:    document STRING, title STRING, part STRING (title, entity, material or location:
//             the first of these that has the words), name STRING (the title or name with them)
// rows:       one for each document
// source:     whole words of titles, aliases, listed materials and stated places, in any case

// OPTIONAL MATCH and conditions after WITH, here and below: for a MATCH from a row, or for a
// condition within MATCH, the embedded engine would scan all relationships
UNWIND $documents AS id
MATCH (d:Document) WHERE d.id = id
OPTIONAL MATCH (d)-[:READ_AS]->(r:Reading)
WITH d, r
WHERE r.recorded_from <= $as_of AND $as_of < r.recorded_until
WITH d.id AS document, r.title AS title, r
// entities and materials are matched together: where few readings have one of the two, the embedded
// engine would scan all readings for it
OPTIONAL MATCH (r)-[:MENTIONS|LISTS]->(n)
OPTIONAL MATCH (n)-[:LOCATED_AT]->(l:Location)
// the first character of a candidate is the rank of its part
WITH document, title, n.aliases AS aliases, n.name AS name,
     collect(DISTINCT CASE WHEN l.kind = 'stated' THEN '4' + l.name ELSE '4' END) AS places
UNWIND coalesce(aliases, [coalesce(name, '')]) AS alias
WITH document, title, places,
     collect(DISTINCT CASE WHEN aliases IS NULL THEN '3' + alias ELSE '2' + alias END) AS things
UNWIND ['1' + title] + things + places AS candidate
WITH DISTINCT document, title, candidate,
     toLower(right(candidate, size(candidate) - 1)) AS name
WITH document, title, candidate, replace(replace(replace(replace(replace(replace(name,
       '-', ' '), '.', ' '), ',', ' '), ';', ' '), ':', ' '), '/', ' ') AS name
WITH document, title, candidate, replace(replace(replace(replace(replace(replace(replace(name,
       '(', ' '), ')', ' '), '"', ' '), '\'', ' '), '’', ' '), '!', ' '), '?', ' ') AS name
UNWIND $words AS word
WITH document, title, candidate, name, word
WHERE (' ' + name + ' ') CONTAINS (' ' + word + ' ')
WITH document, title, min(candidate) AS best
RETURN document, title,
       CASE left(best, 1) WHEN '1' THEN 'title' WHEN '2' THEN 'entity'
                          WHEN '3' THEN 'material' ELSE 'location' END AS part,
       right(best, size(best) - 1) AS name
ORDER BY document

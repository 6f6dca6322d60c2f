// question:   Which documents track the concept?
// parameters: $concept STRING (a lemma, such as leaf),
//             $documents STRING[] (the documents to look in), $as_of LOCAL DATETIME (UTC)
// columns:    document STRING, title STRING, entity STRING (its name there)
// rows:       one for each document and entity of that concept
// source:     the documents that are asked when a question names none

// the concept, and those that a person merged with it
MATCH (c:Concept {name: $concept})
OPTIONAL MATCH (c)-[a:ALIAS_OF]->(h:Concept)
WHERE a.recorded_from <= $as_of AND $as_of < a.recorded_until
WITH coalesce(h.name, c.name) AS head
MATCH (h:Concept) WHERE h.name = head
OPTIONAL MATCH (h)<-[a:ALIAS_OF]-(m:Concept)
WHERE a.recorded_from <= $as_of AND $as_of < a.recorded_until
WITH head, collect(coalesce(m.name, head)) AS merged
WITH [head] + merged AS names
// its instances in these documents
// OPTIONAL MATCH and conditions after WITH, here and below: for a MATCH from a row, or for a
// condition within MATCH, the embedded engine would scan all relationships
UNWIND $documents AS id
MATCH (d:Document) WHERE d.id = id
OPTIONAL MATCH (d)-[:READ_AS]->(r:Reading)
WITH names, d, r
WHERE r.recorded_from <= $as_of AND $as_of < r.recorded_until
OPTIONAL MATCH (r)-[:MENTIONS]->(e:Entity)
OPTIONAL MATCH (e)-[i:INSTANCE_OF]->(k:Concept)
WITH names, d, r, e, i, k
WHERE k.name IN names
  AND (i.recorded_from IS NULL OR i.recorded_from <= $as_of)
  AND (i.recorded_until IS NULL OR $as_of < i.recorded_until)
WITH DISTINCT d, r, e
RETURN d.id AS document, r.title AS title, e.name AS entity
ORDER BY document, entity

// question:   What is tracked in the document?
// parameters: $document STRING, $as_of LOCAL DATETIME (UTC)
// columns:    entity STRING (its stored name), aliases STRING[],
//             concept STRING or NULL (a lemma, shared by all documents)
// rows:       one for each entity and lemma of its names
// source:     the entities that the input names, or else those found in the text
MATCH (d:Document {id: $document})-[:READ_AS]->(r:Reading)
      -[:MENTIONS]->(e:Entity)
WHERE r.recorded_from <= $as_of AND $as_of < r.recorded_until
WITH e
OPTIONAL MATCH (e)-[i:INSTANCE_OF]->(k:Concept)
WHERE (i.recorded_from IS NULL OR i.recorded_from <= $as_of)
  AND (i.recorded_until IS NULL OR $as_of < i.recorded_until)
RETURN e.name AS entity, e.aliases AS aliases, k.name AS concept
ORDER BY entity, concept

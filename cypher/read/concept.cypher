// A concept and the concepts it is merged with; head is the one that stands for all.
// parameters: $concept STRING, $as_of LOCAL DATETIME (UTC)
// columns:    name STRING, head STRING
MATCH (c:Concept {name: $concept})
OPTIONAL MATCH (c)-[a:ALIAS_OF]->(h:Concept)
WHERE a.recorded_from <= $as_of AND $as_of < a.recorded_until
WITH coalesce(h.name, c.name) AS head
MATCH (h:Concept) WHERE h.name = head
OPTIONAL MATCH (h)<-[a:ALIAS_OF]-(m:Concept)
WHERE a.recorded_from <= $as_of AND $as_of < a.recorded_until
WITH head, collect(coalesce(m.name, head)) AS merged
UNWIND [head] + merged AS name
RETURN DISTINCT name, head
ORDER BY name

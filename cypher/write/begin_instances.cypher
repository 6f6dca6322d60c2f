// Make the entities instances of the concept from now on. An entity with another name of that
// concept is one already and stays one.
// parameters: $entities [STRING], $concept STRING, $now LOCAL DATETIME
UNWIND $entities AS id
MATCH (e:Entity {id: id})
OPTIONAL MATCH (e)-[i:INSTANCE_OF]->(k:Concept)
WITH e.id AS id,
     sum(CASE WHEN k.name = $concept AND i.recorded_until IS NULL THEN 1 ELSE 0 END) AS already
WHERE already = 0
MATCH (e:Entity {id: id})
MATCH (c:Concept {name: $concept})
CREATE (e)-[:INSTANCE_OF {recorded_from: $now}]->(c)

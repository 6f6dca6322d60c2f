// parameters: $entities [STRING], $concept STRING, $now LOCAL DATETIME
UNWIND $entities AS id
MATCH (e:Entity {id: id})
MATCH (c:Concept {name: $concept})
CREATE (e)-[:INSTANCE_OF {recorded_from: $now}]->(c)

// What the entities of a reading are instances of; times only where a person said so.
// parameters: $reading STRING
// columns:    entity STRING, concept STRING, recorded_from LOCAL DATETIME or NULL,
//             recorded_until LOCAL DATETIME or NULL
MATCH (r:Reading {id: $reading})-[:MENTIONS]->(e:Entity)-[i:INSTANCE_OF]->(c:Concept)
RETURN e.name AS entity, c.name AS concept, i.recorded_from AS recorded_from,
    i.recorded_until AS recorded_until
ORDER BY entity, concept

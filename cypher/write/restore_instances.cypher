// What an entity is or was an instance of because a person said so; $unknown stands for no time.
// parameters: $rows [{entity, concept, recorded_from, recorded_until}], $unknown LOCAL DATETIME
UNWIND $rows AS row
MATCH (e:Entity {id: row.entity})
MATCH (c:Concept {name: row.concept})
CREATE (e)-[:INSTANCE_OF {
    recorded_from: CASE WHEN row.recorded_from = $unknown THEN NULL ELSE row.recorded_from END,
    recorded_until: CASE WHEN row.recorded_until = $unknown THEN NULL ELSE row.recorded_until END
    }]->(c)

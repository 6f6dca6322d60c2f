// What is left at the end of each document, and where is it?
MATCH (d:Document)-[:READ_AS]->(r:Reading {recorded_until: $open_end})
      -[:MENTIONS]->(e:Entity)-[at:LOCATED_AT]->(l:Location)
WHERE at.until_step > r.n_steps
RETURN d.id AS document, e.name AS entity, l.name AS place
ORDER BY document, entity
LIMIT 10

// Delete a concept without instances and without decisions about it.
// parameters: $name STRING
MATCH (c:Concept {name: $name})
OPTIONAL MATCH (:Entity)-[i:INSTANCE_OF]->(c)
WITH c, count(i) AS instances
WHERE instances = 0
OPTIONAL MATCH (c)-[a:ALIAS_OF]-(:Concept)
WITH c, count(a) AS aliases
WHERE aliases = 0
OPTIONAL MATCH (:Document)-[m:MEANS]->(c)
WITH c, count(m) AS meanings
WHERE meanings = 0
DELETE c

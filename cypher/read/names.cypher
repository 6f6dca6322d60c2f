// All labels, relationship types and properties that a Neo4j database has ever had.
// columns: name STRING
CALL db.labels() YIELD label RETURN label AS name
UNION
CALL db.relationshipTypes() YIELD relationshipType RETURN relationshipType AS name
UNION
CALL db.propertyKeys() YIELD propertyKey RETURN propertyKey AS name

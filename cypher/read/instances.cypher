// The entities in all readings that are or were instances of these concepts, in no order.
// parameters: $concepts STRING[]
// columns:    id STRING
UNWIND $concepts AS name
MATCH (k:Concept) WHERE k.name = name
OPTIONAL MATCH (k)<-[:INSTANCE_OF]-(e:Entity)
WITH e.id AS id
WHERE id IS NOT NULL
RETURN id

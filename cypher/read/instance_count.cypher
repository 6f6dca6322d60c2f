// The number of entities in all readings that are or were instances of these concepts, at most $most.
// parameters: $concepts STRING[], $most INT64
// columns:    entities INT64
UNWIND $concepts AS name
MATCH (k:Concept) WHERE k.name = name
OPTIONAL MATCH (k)<-[i:INSTANCE_OF]-(:Entity)
WITH i
LIMIT $most
RETURN count(i) AS entities

// Those of some documents that the store has.
// parameters: $documents STRING[]
// columns:    document STRING
UNWIND $documents AS document
MATCH (d:Document) WHERE d.id = document
RETURN d.id AS document

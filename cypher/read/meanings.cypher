// The splits of documents: what a concept means there by decision, oldest first.
// parameters: $documents [STRING]
// columns:    document STRING, concept STRING, meant STRING
UNWIND $documents AS id
MATCH (d:Document {id: id})
MATCH (d)-[m:MEANS]->(c:Concept)
RETURN d.id AS document, m.concept AS concept, c.name AS meant
ORDER BY document, m.recorded_from

// Every split: a concept that means another one in a document.
// columns: document STRING, name STRING, concept STRING, recorded_from LOCAL DATETIME,
//          by STRING, reason STRING
MATCH (d:Document)-[m:MEANS]->(c:Concept)
RETURN d.id AS document, c.name AS name, m.concept AS concept,
    m.recorded_from AS recorded_from, m.by AS by, m.reason AS reason
ORDER BY recorded_from, document, name

// Every merge, ended ones included.
// columns: name STRING, concept STRING, recorded_from LOCAL DATETIME,
//          recorded_until LOCAL DATETIME, by STRING, reason STRING, ended_by STRING or NULL,
//          ended_reason STRING or NULL
MATCH (c:Concept)-[a:ALIAS_OF]->(h:Concept)
RETURN c.name AS name, h.name AS concept, a.recorded_from AS recorded_from,
    a.recorded_until AS recorded_until, a.by AS by, a.reason AS reason,
    a.ended_by AS ended_by, a.ended_reason AS ended_reason
ORDER BY recorded_from, name

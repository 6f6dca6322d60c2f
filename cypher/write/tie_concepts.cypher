// Record that concepts are the same as another, from now on.
// parameters: $names [STRING], $head STRING, $now LOCAL DATETIME, $open_end LOCAL DATETIME,
//             $by STRING, $reason STRING
UNWIND $names AS name
MATCH (c:Concept {name: name})
MATCH (h:Concept {name: $head})
CREATE (c)-[:ALIAS_OF {
    recorded_from: $now, recorded_until: $open_end, by: $by, reason: $reason}]->(h)

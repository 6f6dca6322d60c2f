// Restore the merge of two concepts with its author and times; repeating it changes nothing.
// parameters: $name STRING, $concept STRING, $recorded_from LOCAL DATETIME,
//             $recorded_until LOCAL DATETIME, $by STRING, $reason STRING, $ended_by STRING,
//             $ended_reason STRING
MATCH (c:Concept {name: $name})
MATCH (h:Concept {name: $concept})
MERGE (c)-[a:ALIAS_OF {recorded_from: $recorded_from}]->(h)
SET a.recorded_until = $recorded_until, a.by = $by, a.reason = $reason,
    a.ended_by = $ended_by, a.ended_reason = $ended_reason

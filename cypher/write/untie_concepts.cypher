// End merges: these concepts stand for themselves from now on.
// parameters: $names [STRING], $now LOCAL DATETIME, $open_end LOCAL DATETIME,
//             $by STRING, $reason STRING
UNWIND $names AS name
MATCH (c:Concept {name: name})-[a:ALIAS_OF]->(:Concept)
WHERE a.recorded_until = $open_end
SET a.recorded_until = $now, a.ended_by = $by, a.ended_reason = $reason

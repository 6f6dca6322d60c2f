// What has a word in its title or name, in any case and as any part of it: readings, entities,
// materials and places, at most $most of each, in no order.
// parameters: $word STRING (in lower case), $most INT64
// columns:    id STRING, is_reading BOOLEAN
MATCH (n:Reading)
WHERE toLower(n.title) CONTAINS $word
RETURN n.id AS id, true AS is_reading
LIMIT $most
UNION ALL
MATCH (n:Entity)
WHERE toLower(n.name) CONTAINS $word
RETURN n.id AS id, false AS is_reading
LIMIT $most
UNION ALL
MATCH (n:Material)
WHERE toLower(n.name) CONTAINS $word
RETURN n.id AS id, false AS is_reading
LIMIT $most
UNION ALL
MATCH (n:Location)
WHERE toLower(n.name) CONTAINS $word
RETURN n.id AS id, false AS is_reading
LIMIT $most

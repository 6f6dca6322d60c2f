// The texts of some readings.
// parameters: $readings STRING[] (their ids)
// columns:    reading STRING, text STRING, entities_given BOOLEAN
UNWIND $readings AS id
MATCH (r:Reading) WHERE r.id = id
RETURN r.id AS reading, r.text AS text, r.entities_given AS entities_given

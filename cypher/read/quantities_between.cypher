// Quantities in all readings with a part between two values, at most $most of them, in no order.
// parameters: $kind STRING, $unit STRING (the base unit), $above DOUBLE, $below DOUBLE, $most INT64
// columns:    id STRING
MATCH (q:Quantity)
WHERE q.base_until > $above AND q.base_value < $below AND q.kind = $kind AND q.base_unit = $unit
RETURN q.id AS id
LIMIT $most

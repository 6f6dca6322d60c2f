// The number of readings that hold now.
// parameters: $open_end LOCAL DATETIME
// columns:    readings INT64
MATCH (r:Reading)
WHERE r.recorded_until = $open_end
RETURN count(r) AS readings

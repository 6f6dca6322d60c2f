// The number of readings that no longer hold.
// parameters: $open_end LOCAL DATETIME
MATCH (r:Reading)
WHERE r.recorded_until < $open_end
RETURN count(r) AS readings

// Close open readings, by id, whose source is gone.
// parameters: $rows [{reading, recorded_until}], $open_end LOCAL DATETIME
// columns:    reading STRING
UNWIND $rows AS row
MATCH (r:Reading {id: row.reading})
WHERE r.recorded_until = $open_end
SET r.recorded_until = row.recorded_until
RETURN r.id AS reading

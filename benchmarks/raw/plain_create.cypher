// What stands above new readings, created without looking whether it is there: the yardstick.
// parameters: $rows [{id, title, source}]
UNWIND $rows AS row
CREATE (:Document {id: row.id, title: row.title, source: row.source})

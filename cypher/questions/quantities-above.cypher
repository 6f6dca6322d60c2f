// question:   Which documents state a quantity above a value?
// parameters: $kind STRING (such as duration or temperature), $unit STRING (the base unit: s for
//             durations, °C for temperatures, g, ml, mm, rpm and others for the rest),
//             $value DOUBLE (in that unit), $documents STRING[] (the documents to look in),
//             $as_of LOCAL DATETIME (UTC)
// columns:    document STRING, title STRING, step INT64 or NULL (NULL in the list of materials),
//             material STRING or NULL (name of the entry in that list),
//             entity STRING or NULL (what it measures, if that is tracked),
//             text STRING (as written), base_value DOUBLE (in the base unit), base_until DOUBLE
//             (the other end of a range, else base_value again),
//             evidence_step INT64 or NULL, evidence_text STRING or NULL,
//             char_start INT64 (within evidence_text; -1 if none), char_end INT64
// rows:       one for each quantity of that kind with a part above the value
// source:     quantities, across documents
UNWIND $documents AS id
MATCH (d:Document) WHERE d.id = id
OPTIONAL MATCH (d)-[:READ_AS]->(r:Reading)
WITH d, r
WHERE r.recorded_from <= $as_of AND $as_of < r.recorded_until
OPTIONAL MATCH (r)-[:GIVES]->(q:Quantity)
WITH d, r, q
WHERE q.base_until > $value AND q.kind = $kind AND q.base_unit = $unit
WITH d, r, q
// every quantity has one of these three, as the embedded engine counts when it plans: for a
// relationship that few quantities have, it would scan every step or entity
OPTIONAL MATCH (q)-[:STATES|AMOUNTS_TO|OF]-(n:Step|Material|Entity)
// a step alone has a number and a text, an entity alone has aliases
WITH d, r, q, max(n.number) AS step, max(n.text) AS step_text,
     max(CASE WHEN n.aliases IS NULL THEN n.name ELSE NULL END) AS material,
     max(CASE WHEN n.aliases IS NULL THEN NULL ELSE n.name END) AS entity
RETURN d.id AS document, r.title AS title, step, material, entity,
       q.text AS text, q.base_value AS base_value, q.base_until AS base_until,
       step AS evidence_step, step_text AS evidence_text,
       q.char_start AS char_start, q.char_end AS char_end
ORDER BY document, coalesce(step, 0), char_start, coalesce(material, ''), text

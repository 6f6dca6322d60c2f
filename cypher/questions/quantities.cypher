// question:   Which amounts, times, temperatures and other quantities does the document state?
// parameters: $document STRING, $as_of LOCAL DATETIME (UTC)
// columns:    step INT64 or NULL (NULL in the list of materials),
//             material STRING or NULL (name of the entry in that list),
//             entity STRING or NULL (what it measures, if that is tracked),
//             kind STRING (amount, count, duration, temperature, speed, concentration, length
//             or other),
//             text STRING (as written), value DOUBLE or NULL (NULL for words such as overnight),
//             until DOUBLE or NULL (the other end of a range),
//             unit STRING or NULL (of a count, what is counted),
//             base_value DOUBLE or NULL (in the base unit), base_until DOUBLE or NULL
//             (the other end of a range, else base_value again), base_unit STRING or NULL,
//             evidence_step INT64 or NULL, evidence_text STRING or NULL,
//             char_start INT64 (within evidence_text; -1 if none), char_end INT64
// rows:       one for each quantity, those of the list of materials first
// source:     the text as it was read; sizes of units are pint's
MATCH (d:Document {id: $document})-[:READ_AS]->(r:Reading)
WHERE r.recorded_from <= $as_of AND $as_of < r.recorded_until
WITH r
OPTIONAL MATCH (r)-[:GIVES]->(q:Quantity)
WITH q
// every quantity has one of these three, as the embedded engine counts when it plans: for a
// relationship that few quantities have, it would scan every step or entity
OPTIONAL MATCH (q)-[:STATES|AMOUNTS_TO|OF]-(n:Step|Material|Entity)
WITH q, n
WHERE q IS NOT NULL
// a step alone has a number and a text, an entity alone has aliases
WITH q, max(n.number) AS step, max(n.text) AS step_text,
     max(CASE WHEN n.aliases IS NULL THEN n.name ELSE NULL END) AS material,
     max(CASE WHEN n.aliases IS NULL THEN NULL ELSE n.name END) AS entity
RETURN step, material, entity, q.kind AS kind, q.text AS text,
       q.value AS value, q.until AS until, q.unit AS unit, q.base_value AS base_value,
       q.base_until AS base_until, q.base_unit AS base_unit,
       step AS evidence_step, step_text AS evidence_text,
       q.char_start AS char_start, q.char_end AS char_end
ORDER BY coalesce(step, 0), char_start, coalesce(material, ''), text

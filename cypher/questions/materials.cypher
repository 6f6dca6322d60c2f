// question:   Which ingredients, reagents or tools does the document list?
// parameters: $document STRING, $as_of LOCAL DATETIME (UTC)
// columns:    material STRING, amount STRING or NULL, unit STRING or NULL, note STRING or NULL
// rows:       one for each entry of its lists
// source:     the lists of the text; the steps play no part
MATCH (d:Document {id: $document})-[:READ_AS]->(r:Reading)
      -[:LISTS]->(m:Material)
WHERE r.recorded_from <= $as_of AND $as_of < r.recorded_until
RETURN m.name AS material, m.amount AS amount, m.unit AS unit, m.note AS note
ORDER BY material, amount, unit, note

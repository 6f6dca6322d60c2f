// question:   Which documents make what the procedure uses up?
// parameters: $document STRING, $documents STRING[] (the other documents, to look in),
//             $as_of LOCAL DATETIME (UTC)
// columns:    concept STRING (what the two have in common), entity STRING (its name here),
//             step INT64 (when it is used up), probability DOUBLE,
//             evidence_step INT64 or NULL, evidence_text STRING or NULL,
//             char_start INT64 (within evidence_text; -1 if none), char_end INT64,
//             producer STRING (the other document), producer_entity STRING (its name there),
//             producer_step INT64 (when it is made), producer_probability DOUBLE,
//             producer_evidence_step INT64 or NULL, producer_evidence_text STRING or NULL,
//             producer_char_start INT64 (within its text; -1 if none), producer_char_end INT64
// rows:       one for each concept, input of this document and output of the other
// source:     inputs of one document that are outputs of another (or of itself): one hop of lineage
MATCH (d:Document {id: $document})-[:READ_AS]->(r:Reading)
      -[:MENTIONS]->(e:Entity)<-[c:CREATES|DESTROYS]-(s:Step)
WHERE r.recorded_from <= $as_of AND $as_of < r.recorded_until
WITH r, e, c, s
OPTIONAL MATCH (r)-[:HAS_STEP]->(x:Step) WHERE x.number = c.evidence_step
WITH e.id AS id, e.name AS entity,
     sum(CASE WHEN c.origin IS NULL THEN 1 ELSE 0 END) AS others,
     collect({
       step: s.number, probability: c.probability, evidence_step: x.number,
       evidence_text: x.text, char_start: c.char_start, char_end: c.char_end
     }) AS changes
WHERE others = 0
UNWIND changes AS change
// its concepts; a merged concept goes by the name of the one that it was merged into
// OPTIONAL MATCH and conditions after WITH, here and below: for a MATCH from a row, or for a
// condition within MATCH, the embedded engine would scan all relationships
MATCH (e:Entity) WHERE e.id = id
OPTIONAL MATCH (e)-[i:INSTANCE_OF]->(k:Concept)
WITH entity, change, i, k
WHERE k IS NOT NULL
  AND (i.recorded_from IS NULL OR i.recorded_from <= $as_of)
  AND (i.recorded_until IS NULL OR $as_of < i.recorded_until)
WITH entity, change, k
OPTIONAL MATCH (k)-[a:ALIAS_OF]->(h:Concept)
WHERE a.recorded_from <= $as_of AND $as_of < a.recorded_until
WITH DISTINCT entity, change.step AS step, change.probability AS probability,
     change.evidence_step AS evidence_step, change.evidence_text AS evidence_text,
     change.char_start AS char_start, change.char_end AS char_end, coalesce(h.name, k.name) AS head
// all names of that concept
MATCH (h:Concept) WHERE h.name = head
OPTIONAL MATCH (h)<-[a:ALIAS_OF]-(m:Concept)
WHERE a.recorded_from <= $as_of AND $as_of < a.recorded_until
WITH entity, step, probability, evidence_step, evidence_text, char_start, char_end, head,
     collect(coalesce(m.name, head)) AS merged
WITH entity, step, probability, evidence_step, evidence_text, char_start, char_end, head,
     [head] + merged AS names
// what these documents make under one of these names
UNWIND $documents AS other
MATCH (d:Document) WHERE d.id = other
OPTIONAL MATCH (d)-[:READ_AS]->(r:Reading)
WITH entity, step, probability, evidence_step, evidence_text, char_start, char_end, head,
     names, d, r
WHERE r.recorded_from <= $as_of AND $as_of < r.recorded_until
OPTIONAL MATCH (r)-[:MENTIONS]->(e:Entity)
OPTIONAL MATCH (e)-[i:INSTANCE_OF]->(k:Concept)
WITH entity, step, probability, evidence_step, evidence_text, char_start, char_end, head,
     names, d, r, e, i, k
WHERE k.name IN names
  AND (i.recorded_from IS NULL OR i.recorded_from <= $as_of)
  AND (i.recorded_until IS NULL OR $as_of < i.recorded_until)
WITH DISTINCT entity, step, probability, evidence_step, evidence_text, char_start, char_end, head,
     d.id AS producer, r.id AS reading, e.id AS id
MATCH (e:Entity) WHERE e.id = id
OPTIONAL MATCH (e)<-[c:CREATES|DESTROYS]-(s:Step)
WITH entity, step, probability, evidence_step, evidence_text, char_start, char_end, head,
     producer, reading, e, c, s
WHERE s IS NOT NULL
WITH entity, step, probability, evidence_step, evidence_text, char_start, char_end, head,
     producer, reading, e.name AS producer_entity,
     sum(CASE WHEN c.origin IS NOT NULL THEN 1 ELSE 0 END) AS others,
     collect({
       step: s.number, probability: c.probability, evidence_step: c.evidence_step,
       char_start: c.char_start, char_end: c.char_end
     }) AS changes
WHERE others = 0
UNWIND changes AS change
MATCH (r:Reading) WHERE r.id = reading
OPTIONAL MATCH (r)-[:HAS_STEP]->(x:Step) WHERE x.number = change.evidence_step
RETURN head AS concept, entity, step, probability,
       evidence_step, evidence_text, char_start, char_end,
       producer, producer_entity, change.step AS producer_step,
       change.probability AS producer_probability,
       x.number AS producer_evidence_step, x.text AS producer_evidence_text,
       change.char_start AS producer_char_start, change.char_end AS producer_char_end
ORDER BY producer, concept, entity, producer_entity

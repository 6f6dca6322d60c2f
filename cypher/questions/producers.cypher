// question:   Which documents produce the concept?
// parameters: $concept STRING (a lemma, such as leaf),
//             $documents STRING[] (the documents to look in), $as_of LOCAL DATETIME (UTC)
// columns:    document STRING, title STRING, entity STRING (its name there), step INT64,
//             destination STRING (where; "?" if unstated), probability DOUBLE,
//             evidence_step INT64 or NULL, evidence_text STRING or NULL,
//             char_start INT64 (within evidence_text; -1 if none), char_end INT64
// rows:       one for each document and output of that concept
// source:     outputs, across documents

// the concept, and those that a person merged with it
MATCH (c:Concept {name: $concept})
OPTIONAL MATCH (c)-[a:ALIAS_OF]->(h:Concept)
WHERE a.recorded_from <= $as_of AND $as_of < a.recorded_until
WITH coalesce(h.name, c.name) AS head
MATCH (h:Concept) WHERE h.name = head
OPTIONAL MATCH (h)<-[a:ALIAS_OF]-(m:Concept)
WHERE a.recorded_from <= $as_of AND $as_of < a.recorded_until
WITH head, collect(coalesce(m.name, head)) AS merged
WITH [head] + merged AS names
// its instances in these documents
// OPTIONAL MATCH and conditions after WITH, here and below: for a MATCH from a row, or for a
// condition within MATCH, the embedded engine would scan all relationships
UNWIND $documents AS id
MATCH (d:Document) WHERE d.id = id
OPTIONAL MATCH (d)-[:READ_AS]->(r:Reading)
WITH names, d, r
WHERE r.recorded_from <= $as_of AND $as_of < r.recorded_until
OPTIONAL MATCH (r)-[:MENTIONS]->(e:Entity)
OPTIONAL MATCH (e)-[i:INSTANCE_OF]->(k:Concept)
WITH names, d, r, e, i, k
WHERE k.name IN names
  AND (i.recorded_from IS NULL OR i.recorded_from <= $as_of)
  AND (i.recorded_until IS NULL OR $as_of < i.recorded_until)
WITH DISTINCT d, r, e
OPTIONAL MATCH (e)<-[c:CREATES|DESTROYS]-(s:Step)
WITH d, r, e, c, s
WHERE s IS NOT NULL
OPTIONAL MATCH (r)-[:HAS_STEP]->(x:Step) WHERE x.number = c.evidence_step
WITH d.id AS document, r.title AS title, e.name AS entity,
     sum(CASE WHEN c.origin IS NOT NULL THEN 1 ELSE 0 END) AS others,
     collect({
       step: s.number, destination: c.destination,
       probability: c.probability, evidence_step: x.number, evidence_text: x.text,
       char_start: c.char_start, char_end: c.char_end
     }) AS changes
WHERE others = 0
UNWIND changes AS change
RETURN document, title, entity, change.step AS step, change.destination AS destination,
       change.probability AS probability,
       change.evidence_step AS evidence_step, change.evidence_text AS evidence_text,
       change.char_start AS char_start, change.char_end AS char_end
ORDER BY document, entity

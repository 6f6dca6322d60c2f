// question:   Where is the concept ever found?
// parameters: $concept STRING (a lemma, such as leaf),
//             $documents STRING[] (the documents to look in), $as_of LOCAL DATETIME (UTC)
// columns:    document STRING, title STRING, entity STRING (its name there), location STRING,
//             kind STRING (stated or somewhere), from_step INT64 (the first state),
//             until_step INT64 (not included; n + 1 if to the end),
//             probability DOUBLE (of the first state), evidence_step INT64 or NULL,
//             evidence_text STRING or NULL, char_start INT64 (within evidence_text; -1 if none),
//             char_end INT64
// rows:       one for each presence
// source:     timeline, across documents. Evidence: the step that states the place, else the one
//             that changed it.

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
OPTIONAL MATCH (e)-[at:LOCATED_AT]->(l:Location)
WITH d, r, e, at, l
WHERE l IS NOT NULL
OPTIONAL MATCH (r)-[:HAS_STEP]->(x:Step)
WHERE x.number = CASE WHEN at.evidence_step > 0 THEN at.evidence_step ELSE at.from_step END
// [1, 0][1] is the index of a list's first element: 0 in Neo4j, 1 in Ladybug.
RETURN d.id AS document, r.title AS title, e.name AS entity, l.name AS location, l.kind AS kind,
       at.from_step AS from_step, at.until_step AS until_step,
       at.probabilities[[1, 0][1]] AS probability,
       x.number AS evidence_step, x.text AS evidence_text,
       at.char_start AS char_start, at.char_end AS char_end
ORDER BY document, entity, from_step

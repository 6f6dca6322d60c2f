// question:   Which documents convert one concept into another?
// parameters: $consumed STRING (a lemma, such as grape), $produced STRING (a lemma),
//             $documents STRING[] (the documents to look in), $as_of LOCAL DATETIME (UTC)
// columns:    document STRING, title STRING, step INT64 (of the conversion),
//             consumed_entity STRING (its name there), consumed_step INT64 (step or step + 1),
//             produced_entity STRING (its name there), produced_step INT64 (step or step + 1),
//             probability DOUBLE (of the creation), evidence_step INT64 or NULL,
//             evidence_text STRING or NULL, char_start INT64 (within evidence_text; -1 if none),
//             char_end INT64
// rows:       one for each pair of an entity used up and an entity produced
// source:     conversions, across documents

// the concepts, and those that a person merged with them
MATCH (c:Concept {name: $consumed})
OPTIONAL MATCH (c)-[a:ALIAS_OF]->(h:Concept)
WHERE a.recorded_from <= $as_of AND $as_of < a.recorded_until
WITH coalesce(h.name, c.name) AS head
MATCH (h:Concept) WHERE h.name = head
OPTIONAL MATCH (h)<-[a:ALIAS_OF]-(m:Concept)
WHERE a.recorded_from <= $as_of AND $as_of < a.recorded_until
WITH head, collect(coalesce(m.name, head)) AS merged
WITH [head] + merged AS consumed
MATCH (c:Concept {name: $produced})
WITH consumed, c
OPTIONAL MATCH (c)-[a:ALIAS_OF]->(h:Concept)
WHERE a.recorded_from <= $as_of AND $as_of < a.recorded_until
WITH consumed, coalesce(h.name, c.name) AS head
MATCH (h:Concept) WHERE h.name = head
OPTIONAL MATCH (h)<-[a:ALIAS_OF]-(m:Concept)
WHERE a.recorded_from <= $as_of AND $as_of < a.recorded_until
WITH consumed, head, collect(coalesce(m.name, head)) AS merged
WITH consumed, [head] + merged AS produced
// readings of these documents in which the first concept is destroyed
// OPTIONAL MATCH and conditions after WITH, here and below: for a MATCH from a row, or for a
// condition within MATCH, the embedded engine would scan all relationships
UNWIND $documents AS id
MATCH (d:Document) WHERE d.id = id
OPTIONAL MATCH (d)-[:READ_AS]->(r:Reading)
WITH consumed, produced, r
WHERE r.recorded_from <= $as_of AND $as_of < r.recorded_until
OPTIONAL MATCH (r)-[:MENTIONS]->(e:Entity)
OPTIONAL MATCH (e)-[i:INSTANCE_OF]->(k:Concept)
WITH consumed, produced, r, e, i, k
WHERE k.name IN consumed
  AND (i.recorded_from IS NULL OR i.recorded_from <= $as_of)
  AND (i.recorded_until IS NULL OR $as_of < i.recorded_until)
OPTIONAL MATCH (e)<-[:DESTROYS]-(s:Step)
WITH produced, r, e, s
WHERE s IS NOT NULL
WITH DISTINCT produced, r.id AS reading, r.n_steps AS n_steps, e.id AS used, e.name AS used_name,
     s.number AS used_at
// what else is created and destroyed at that step and its neighbours
MATCH (r:Reading) WHERE r.id = reading
OPTIONAL MATCH (r)-[:HAS_STEP]->(t:Step)
WITH produced, reading, n_steps, used, used_name, used_at, t
WHERE used_at - 1 <= t.number AND t.number <= used_at + 1
OPTIONAL MATCH (t)-[c:CREATES|DESTROYS]->(p:Entity)
WITH produced, reading, n_steps, used, used_name, used_at, t, c, p
WHERE p IS NOT NULL
WITH produced, reading, n_steps, used_name, used_at,
     sum(CASE WHEN t.number = used_at AND c.origin IS NULL THEN 1 ELSE 0 END) AS created,
     sum(CASE WHEN t.number = used_at - 1 AND c.origin IS NOT NULL THEN 1 ELSE 0 END)
       AS destroyed_before,
     sum(CASE WHEN t.number = used_at + 1 AND c.origin IS NOT NULL THEN 1 ELSE 0 END)
       AS destroyed_after,
     collect({
       id: p.id, step: t.number, origin: c.origin, probability: c.probability,
       evidence_step: c.evidence_step, char_start: c.char_start, char_end: c.char_end
     }) AS parts
UNWIND parts AS part
WITH produced, reading, n_steps, used_name, used_at, created, destroyed_before, destroyed_after,
     part.id AS made, part.step AS made_at, part.origin AS origin,
     part.probability AS probability, part.evidence_step AS evidence_step,
     part.char_start AS char_start, part.char_end AS char_end
WHERE origin IS NULL AND (
  made_at = used_at
  OR (made_at = used_at + 1 AND used_at + 1 < n_steps AND created = 0 AND destroyed_after = 0)
  OR (made_at = used_at - 1 AND used_at < n_steps AND created = 0 AND destroyed_before = 0)
)
// of these, the instances of the second concept
MATCH (p:Entity) WHERE p.id = made
OPTIONAL MATCH (p)-[i:INSTANCE_OF]->(k:Concept)
WITH produced, reading, used_name, used_at, p, i, k, made_at, probability, evidence_step,
     char_start, char_end
WHERE k.name IN produced
  AND (i.recorded_from IS NULL OR i.recorded_from <= $as_of)
  AND (i.recorded_until IS NULL OR $as_of < i.recorded_until)
WITH DISTINCT reading, used_name, used_at, p.name AS made_name, made_at,
     probability, evidence_step, char_start, char_end
MATCH (r:Reading) WHERE r.id = reading
OPTIONAL MATCH (r)<-[:READ_AS]-(d:Document)
OPTIONAL MATCH (r)-[:HAS_STEP]->(x:Step) WHERE x.number = evidence_step
RETURN d.id AS document, r.title AS title,
       CASE WHEN made_at < used_at THEN made_at ELSE used_at END AS step,
       used_name AS consumed_entity, used_at AS consumed_step,
       made_name AS produced_entity, made_at AS produced_step,
       probability, x.number AS evidence_step, x.text AS evidence_text, char_start, char_end
ORDER BY document, consumed_entity, consumed_step, produced_entity, produced_step

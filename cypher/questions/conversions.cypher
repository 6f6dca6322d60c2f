// question:   What is converted into what?
// parameters: $document STRING, $as_of LOCAL DATETIME (UTC)
// columns:    step INT64 (of the conversion), change STRING (destroy or create), entity STRING,
//             change_step INT64 (step or step + 1), location STRING (where; "?" if unstated),
//             probability DOUBLE, evidence_step INT64 or NULL, evidence_text STRING or NULL,
//             char_start INT64 (within evidence_text; -1 if none), char_end INT64
// rows:       one for each entity that a conversion uses up or produces
// source:     ProPara task 2, "what is converted": a step that destroys and creates; else one that
//             only destroys and the next only creates, or the other way round, where the second
//             step is not the document's last. An entity may take part in two conversions.
MATCH (d:Document {id: $document})-[:READ_AS]->(r:Reading)
      -[:HAS_STEP]->(s:Step)-[c:CREATES|DESTROYS]->(e:Entity)
WHERE r.recorded_from <= $as_of AND $as_of < r.recorded_until
WITH r, s, c, e
OPTIONAL MATCH (r)-[:HAS_STEP]->(x:Step) WHERE x.number = c.evidence_step
// each change counts for its own step and, as the next change, for the step before
UNWIND [s.number - 1, s.number] AS step
WITH r.n_steps AS n_steps, step,
     sum(CASE WHEN s.number = step AND c.origin IS NOT NULL THEN 1 ELSE 0 END) AS destroyed,
     sum(CASE WHEN s.number = step AND c.origin IS NULL THEN 1 ELSE 0 END) AS created,
     sum(CASE WHEN s.number > step AND c.origin IS NOT NULL THEN 1 ELSE 0 END) AS destroyed_next,
     sum(CASE WHEN s.number > step AND c.origin IS NULL THEN 1 ELSE 0 END) AS created_next,
     collect({
       change: CASE WHEN c.origin IS NULL THEN 'create' ELSE 'destroy' END, entity: e.name,
       change_step: s.number, location: coalesce(c.origin, c.destination),
       probability: c.probability, evidence_step: x.number, evidence_text: x.text,
       char_start: c.char_start, char_end: c.char_end
     }) AS parts
WITH step, parts, destroyed > 0 AND created > 0 AS at_once,
     step + 1 < n_steps AND (
       (destroyed > 0 AND created = 0 AND destroyed_next = 0 AND created_next > 0)
       OR (destroyed = 0 AND created > 0 AND destroyed_next > 0 AND created_next = 0)
     ) AS over_two
WHERE at_once OR over_two
UNWIND parts AS part
WITH step, part, over_two
WHERE over_two OR part.change_step = step
RETURN step, part.change AS change, part.entity AS entity, part.change_step AS change_step,
       part.location AS location, part.probability AS probability,
       part.evidence_step AS evidence_step, part.evidence_text AS evidence_text,
       part.char_start AS char_start, part.char_end AS char_end
ORDER BY step, change DESC, entity

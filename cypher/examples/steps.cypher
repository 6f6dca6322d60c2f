// Which steps change the most things?
MATCH (d:Document)-[:READ_AS]->(:Reading {recorded_until: $open_end})
      -[:HAS_STEP]->(s:Step)-[c:CREATES|MOVES|DESTROYS]->(:Entity)
RETURN d.id AS document, s.number AS step, s.text AS sentence, count(c) AS changes
ORDER BY changes DESC, document, step
LIMIT 10

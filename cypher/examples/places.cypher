// Which places hold the most things, over all documents?
MATCH (:Reading {recorded_until: $open_end})-[:MENTIONS]->(e:Entity)
      -[:LOCATED_AT]->(l:Location {kind: 'stated'})
RETURN l.name AS place, count(DISTINCT e.id) AS things
ORDER BY things DESC, place
LIMIT 10

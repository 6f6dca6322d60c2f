// What a raw loader needs not create.
MATCH (c:Concept)
RETURN c.name AS name

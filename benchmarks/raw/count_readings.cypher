// What a raw loader has loaded.
MATCH (r:Reading)
RETURN count(r) AS readings

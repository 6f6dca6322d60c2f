// How many nodes the store holds.
MATCH (n)
RETURN count(n) AS nodes

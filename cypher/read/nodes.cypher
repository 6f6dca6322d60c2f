// The number of nodes in the store.
MATCH (n)
RETURN count(n) AS nodes

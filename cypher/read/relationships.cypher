// The number of relationships in the store.
MATCH ()-[r]->()
RETURN count(r) AS relationships

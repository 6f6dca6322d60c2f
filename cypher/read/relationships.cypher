// How many relationships the store holds.
MATCH ()-[r]->()
RETURN count(r) AS relationships

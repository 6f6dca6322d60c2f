// Have Neo4j write all to its files before they are weighed.
CALL db.checkpoint()

// Version 3 had no quantities. These are a new node type and relationships, which Neo4j does not
// need declared; its constraint comes with the others.

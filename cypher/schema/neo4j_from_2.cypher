// Version 2 had no materials, and no labels of steps. These are a new node type, relationship and
// properties, which Neo4j does not need declared; its index comes with the others.

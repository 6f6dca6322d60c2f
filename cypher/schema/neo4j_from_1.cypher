// Version 1 had no tombstones, and did not keep what persons say of concepts: new properties and
// relationships, which Neo4j needs not be told of.

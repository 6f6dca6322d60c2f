// Version 1 had no tombstones, and did not keep decisions about concepts. These are new properties
// and relationships, which Neo4j does not need declared.

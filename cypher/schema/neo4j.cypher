// The graph of docs/reference/graph-schema.md for Neo4j: what must be unique, and what questions start from.
CREATE CONSTRAINT stepgraph_store IF NOT EXISTS FOR (n:Store) REQUIRE n.schema_version IS UNIQUE;
CREATE CONSTRAINT stepgraph_document IF NOT EXISTS FOR (n:Document) REQUIRE n.id IS UNIQUE;
CREATE CONSTRAINT stepgraph_reading IF NOT EXISTS FOR (n:Reading) REQUIRE n.id IS UNIQUE;
CREATE CONSTRAINT stepgraph_step IF NOT EXISTS FOR (n:Step) REQUIRE n.id IS UNIQUE;
CREATE CONSTRAINT stepgraph_entity IF NOT EXISTS FOR (n:Entity) REQUIRE n.id IS UNIQUE;
CREATE CONSTRAINT stepgraph_location IF NOT EXISTS FOR (n:Location) REQUIRE n.id IS UNIQUE;
CREATE CONSTRAINT stepgraph_concept IF NOT EXISTS FOR (n:Concept) REQUIRE n.name IS UNIQUE;
CREATE INDEX stepgraph_entity_name IF NOT EXISTS FOR (n:Entity) ON (n.name);
CREATE INDEX stepgraph_location_name IF NOT EXISTS FOR (n:Location) ON (n.name);
CALL db.awaitIndexes(60);

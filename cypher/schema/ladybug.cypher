// The graph of docs/reference/graph-schema.md for the embedded engine, which wants every table declared.
// Only primary keys are indexed there; times are naive UTC.
CREATE NODE TABLE IF NOT EXISTS Store(schema_version INT64 PRIMARY KEY, id STRING);
CREATE NODE TABLE IF NOT EXISTS Document(
    id STRING PRIMARY KEY, title STRING, source STRING, forgotten_at TIMESTAMP);
CREATE NODE TABLE IF NOT EXISTS Reading(
    id STRING PRIMARY KEY, number INT64, title STRING, source STRING, text STRING,
    text_sha256 STRING, entities_given BOOLEAN, model STRING, checkpoint STRING, settings STRING,
    n_steps INT64, recorded_from TIMESTAMP, recorded_until TIMESTAMP);
CREATE NODE TABLE IF NOT EXISTS Step(
    id STRING PRIMARY KEY, number INT64, text STRING, char_start INT64,
    starts_at TIMESTAMP, ends_at TIMESTAMP);
CREATE NODE TABLE IF NOT EXISTS Entity(id STRING PRIMARY KEY, name STRING, aliases STRING[]);
CREATE NODE TABLE IF NOT EXISTS Concept(name STRING PRIMARY KEY);
CREATE NODE TABLE IF NOT EXISTS Location(id STRING PRIMARY KEY, name STRING, kind STRING);
CREATE REL TABLE IF NOT EXISTS READ_AS(FROM Document TO Reading);
CREATE REL TABLE IF NOT EXISTS HAS_STEP(FROM Reading TO Step);
CREATE REL TABLE IF NOT EXISTS NEXT(FROM Step TO Step);
CREATE REL TABLE IF NOT EXISTS MENTIONS(FROM Reading TO Entity, `exists` DOUBLE[]);
CREATE REL TABLE IF NOT EXISTS INSTANCE_OF(
    FROM Entity TO Concept, recorded_from TIMESTAMP, recorded_until TIMESTAMP);
CREATE REL TABLE IF NOT EXISTS ALIAS_OF(
    FROM Concept TO Concept, recorded_from TIMESTAMP, recorded_until TIMESTAMP,
    by STRING, reason STRING, ended_by STRING, ended_reason STRING);
CREATE REL TABLE IF NOT EXISTS MEANS(
    FROM Document TO Concept, concept STRING, recorded_from TIMESTAMP, by STRING, reason STRING);
CREATE REL TABLE IF NOT EXISTS LOCATED_AT(
    FROM Entity TO Location, from_step INT64, until_step INT64, probabilities DOUBLE[],
    evidence_step INT64, char_start INT64, char_end INT64,
    starts_at TIMESTAMP, ends_at TIMESTAMP);
CREATE REL TABLE IF NOT EXISTS CREATES(
    FROM Step TO Entity, destination STRING, probability DOUBLE,
    evidence_step INT64, char_start INT64, char_end INT64);
CREATE REL TABLE IF NOT EXISTS MOVES(
    FROM Step TO Entity, origin STRING, destination STRING, probability DOUBLE,
    evidence_step INT64, char_start INT64, char_end INT64);
CREATE REL TABLE IF NOT EXISTS DESTROYS(
    FROM Step TO Entity, origin STRING, probability DOUBLE,
    evidence_step INT64, char_start INT64, char_end INT64);

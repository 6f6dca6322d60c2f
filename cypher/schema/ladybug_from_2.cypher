// Version 2 had no materials, and no labels of steps.
ALTER TABLE Step ADD IF NOT EXISTS label STRING;
ALTER TABLE Step ADD IF NOT EXISTS alternative STRING;
CREATE NODE TABLE IF NOT EXISTS Material(
    id STRING PRIMARY KEY, name STRING, amount STRING, unit STRING, note STRING);
CREATE REL TABLE IF NOT EXISTS LISTS(FROM Reading TO Material);

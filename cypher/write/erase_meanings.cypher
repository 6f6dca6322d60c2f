// parameters: $document STRING
MATCH (d:Document {id: $document})-[m:MEANS]->(:Concept)
DELETE m

// Delete the decisions about what concepts mean in the document.
// parameters: $document STRING
MATCH (d:Document {id: $document})-[m:MEANS]->(:Concept)
DELETE m

// Everything but the node that says which store this is
MATCH (n) WHERE NOT n:Store DETACH DELETE n

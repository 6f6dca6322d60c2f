// parameters: $names [STRING], none of them there
UNWIND $names AS name
CREATE (:Concept {name: name})

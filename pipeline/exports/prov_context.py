"""The vocabularies of the PROV-O export, as the context that stands in every file.

Nothing is fetched to read a file. PROV-O: what made what. OWL-Time: when. Web Annotation: which
words of the text. Other terms are our own, in ``urn:stepgraph:vocabulary:``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

__all__ = ["CONTEXT", "STATE_COUNT", "iri"]

LINKS = (
    "dcterms:isPartOf",
    "oa:hasSource",
    "prov:activity",
    "prov:atLocation",
    "prov:entity",
    "prov:hadActivity",
    "prov:specializationOf",
    "prov:wasDerivedFrom",
    "prov:wasGeneratedBy",
    "prov:wasInvalidatedBy",
    "stepgraph:amountOf",
    "stepgraph:of",
    "time:hasBeginning",
    "time:hasEnd",
    "time:hasTRS",
)
TYPES = {
    "oa:end": "xsd:nonNegativeInteger",
    "oa:start": "xsd:nonNegativeInteger",
    "prov:endedAtTime": "xsd:dateTime",
    "prov:generatedAtTime": "xsd:dateTime",
    "prov:startedAtTime": "xsd:dateTime",
    "stepgraph:base_until": "xsd:double",
    "stepgraph:base_value": "xsd:double",
    "stepgraph:probability": "xsd:double",
    "stepgraph:until": "xsd:double",
    "stepgraph:value": "xsd:double",
    "time:inXSDDateTimeStamp": "xsd:dateTimeStamp",
    "time:numericPosition": "xsd:decimal",
}
LISTS = ("stepgraph:exists", "stepgraph:probabilities")  # a number for each state

CONTEXT: Mapping[str, Any] = {
    "@version": 1.1,
    "graph": "urn:stepgraph:graph:",
    "stepgraph": "urn:stepgraph:vocabulary:",
    "dcterms": "http://purl.org/dc/terms/",
    "oa": "http://www.w3.org/ns/oa#",
    "prov": "http://www.w3.org/ns/prov#",
    "rdfs": "http://www.w3.org/2000/01/rdf-schema#",
    "time": "http://www.w3.org/2006/time#",
    "xsd": "http://www.w3.org/2001/XMLSchema#",
    **{name: {"@type": "@id"} for name in LINKS},
    **{name: {"@type": type} for name, type in TYPES.items()},
    **{name: {"@type": "xsd:double", "@container": "@list"} for name in LISTS},
}

STATE_COUNT: Mapping[str, str] = {
    "@id": "stepgraph:StateCount",
    "@type": "time:TRS",
    "rdfs:label": "count of states",
    "rdfs:comment": "An ordinal clock: position 0 is before step 1 of a document, position n after"
    " its step n. It gives the order of the steps and no time of day or duration.",
}


def iri(type: str, document: str, *path: str | int) -> str:
    """The name of a node; texts are percent-encoded, so that any text gives an IRI of its own."""
    return "graph:" + "/".join([type, *(quote(str(part), safe="") for part in (document, *path))])

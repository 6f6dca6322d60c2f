"""Parts of a user's own Cypher: tokens, calls and labels, and texts that end in the middle."""

from __future__ import annotations

import pytest

from pipeline.errors import BadInput
from pipeline.questions.cypher_guard import check_procedures, check_reading, check_shape
from pipeline.questions.cypher_names import Pattern, patterns_of, properties_of
from pipeline.questions.cypher_tokens import parameters_of, tokens_of


@pytest.mark.parametrize(
    ("text", "kind", "keyword", "identifier"),
    [
        ("match", "word", "MATCH", "match"),
        ("x1", "word", "X1", "x1"),
        ("`a b`", "name", "", "a b"),
        ("`a``b`", "name", "", "a`b"),
        ("``", "name", "", ""),
        ("'it\\'s'", "string", "", ""),
        ('"a \' b"', "string", "", ""),
        ("''", "string", "", ""),
        ("$name", "parameter", "", ""),
        ("$", "sign", "", ""),
        ("{", "sign", "", ""),
    ],
)
def test_a_token_has_a_kind_and_is_a_keyword_or_a_name_if_it_is_a_word(
    text, kind, keyword, identifier
):
    (token,) = tokens_of(text)

    assert (token.kind, token.text, token.start) == (kind, text, 0)
    assert (token.keyword, token.identifier) == (keyword, identifier)


def test_space_and_comments_are_no_tokens_and_places_are_those_of_the_text():
    tokens = tokens_of("a // b 'c\r\n /* d\n ` */ e/f")

    assert [(token.text, token.start) for token in tokens] == [
        ("a", 0), ("e", 23), ("/", 24), ("f", 25)
    ]  # fmt: skip


@pytest.mark.parametrize("text", ["'é –'", '"→"', "`ü`", "é", "// ü ']"])
def test_letters_of_any_language_stand_in_strings_names_and_comments(text):
    assert len(tokens_of(text)) <= 1


@pytest.mark.parametrize("text", ["'a", '"a', "`a", "a – b", "\\u0041", "\\U0041"])
def test_what_the_engines_read_differently_is_refused(text):
    with pytest.raises(BadInput):
        tokens_of(text)


def test_a_parameter_is_named_without_its_sign():
    assert parameters_of("RETURN $a, $b1, '$c', $a") == {"a", "b1"}


QUERY = (
    "MATCH (n:`A b`|B {k: 1})<-[x:T|S*1..3 {a: 2}]-(m)-[:R]->() WHERE EXISTS { (n)-->(m) } AND"
    " substring(n.name, 1, 2) = [1, 2][1] CALL show_tables() CALL { WITH n RETURN 1 AS one }"
    " OPTIONAL MATCH (a)-[y]-(b) RETURN n.k AS k, {a: m.x} ORDER BY k LIMIT 3"
)
ENDS = [token.start for token in tokens_of(QUERY)][1:]


@pytest.mark.parametrize("end", ENDS)
def test_a_text_that_ends_anywhere_is_passed_or_refused(end):
    text = QUERY[:end]

    for check in (check_reading, check_shape):
        try:
            check(text)
        except BadInput as refusal:
            assert str(refusal)
    check_procedures(text.rpartition("CALL")[0] or text, engine="ladybug")
    assert all(pattern.names or not pattern.is_node for pattern in patterns_of(tokens_of(text)))
    assert all(map(all, properties_of(tokens_of(text))))


@pytest.mark.parametrize(
    ("call", "is_refused"),
    [
        ("substring('abc', 0, 1)", True),
        ("SubStr(a, 0)", True),
        ("substring([1, 2][1], 0)", True),
        ("substring({a: 1, b: 2}.a, 0)", True),
        ("substring(left(a, 2), 0)", True),
        ("substring(a, 1, 0)", False),
        ("substring(a, 00)", False),
        ("substring([1, 0][1], 1)", False),
        ("substring({a: 1, b: 0}.a, 1)", False),
        ("substring({a: [1, 0]}.a, 1)", False),
        ("substring(left(a, 0), 1)", False),
        ("left('abc', 0)", False),
        ("[substring(a), (b, 0)]", False),
        ("[substring, 0]", False),
        ("substring", False),
        ("substring(a", False),
        ("substring(a,", False),
    ],
)
def test_a_call_that_cuts_from_zero_is_refused_by_its_second_argument(call, is_refused):
    if is_refused:
        with pytest.raises(BadInput, match="counts characters from 1"):
            check_shape(f"RETURN {call}")
    else:
        check_shape(f"RETURN {call}")


@pytest.mark.parametrize(
    ("node", "labels"),
    [
        ("(n:A:B)", "A:B"),
        ("(:A&B)", "A:B"),
        ("(`n m`:A:`B c`:D {k: 1})", "A:B c:D"),
        ("(:A:B", "A:B"),
        ("(n:A)", None),
        ("(:A)", None),
        ("(n)", None),
        ("(n:A|B)", None),
        ("(n:A {b: c})", None),
        ("(n:A:1", "A:1"),
        ("(n:A:", None),
        ("(", None),
        ("(n", None),
        ("()", None),
    ],
)
def test_a_node_with_several_labels_is_refused_with_all_of_them(node, labels):
    if labels is None:
        check_shape(f"MATCH {node}")
    else:
        with pytest.raises(BadInput) as refusal:
            check_shape(f"MATCH {node}")
        assert f"takes (:{labels}) for either label" in str(refusal.value)
        assert f"write (n:{labels.replace(':', '|')})" in str(refusal.value)


@pytest.mark.parametrize(
    ("text", "patterns"),
    [
        ("(n:A|B {k: 1, j: 2})", [Pattern(True, "n", ("A", "B"), ("k", "j"))]),
        ("(:`A b`&!C)", [Pattern(True, "", ("A b", "C"))]),
        ("(n {k: 1})", []),
        ("(n)", []),
        ("()-[x:T|:S {k: 1}]->()", [Pattern(False, "x", ("T", "S"), ("k",))]),
        ("()-[x]-()", [Pattern(False, "x")]),
        ("()-[]-()", [Pattern(False)]),
        ("()-->()", [Pattern(False)]),
        ("()<--()", [Pattern(False)]),
        ("()-[:T*1..2]->()", [Pattern(False, "", ("T",))]),
        ("(n:A {k: {j: 1}, i: 2})", [Pattern(True, "n", ("A",), ("k", "i"))]),
        ("(n:A) {k: 1}", [Pattern(True, "n", ("A",))]),
        ("(n:A WHERE n.x = {k: 1})", [Pattern(True, "n", ("A",))]),
        ("()-[x:T] {k: 1}", [Pattern(False, "x", ("T",))]),
        ("(n:A {k: 1}) {j: 2}", [Pattern(True, "n", ("A",), ("k",))]),
        ("[n:A]", []),
        ("x[1]", []),
        ("(n:A b:C)", [Pattern(True, "n", ("A",))]),
        ("(n:A {k: b, c})", [Pattern(True, "n", ("A",), ("k",))]),
        ("(n:A {k: x:y})", [Pattern(True, "n", ("A",), ("k",))]),
    ],
)
def test_a_pattern_has_its_variable_its_names_and_its_keys(text, patterns):
    assert list(patterns_of(tokens_of(text))) == patterns


@pytest.mark.parametrize(
    ("text", "properties"),
    [
        ("n.name", [("n", "name")]),
        ("`n m`.`a b`", [("n m", "a b")]),
        ("n.a.b", [("n", "a")]),
        ("n.a, m.b", [("n", "a"), ("m", "b")]),
        ("'n'.a", []),
        ("n.'a'", []),
        ("n:a", []),
        ("1..2", []),
    ],
)
def test_a_property_is_a_name_after_the_dot_of_a_variable(text, properties):
    assert list(properties_of(tokens_of(text))) == properties

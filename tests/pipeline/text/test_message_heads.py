"""What stands above the words of a message or a post."""

from __future__ import annotations

import pytest

from pipeline.text.message_heads import heads_of_posts


@pytest.mark.parametrize(("n_between", "n_lines"), [(0, 2), (4, 6), (5, 1)])
def test_the_age_of_a_post_ends_its_head_if_it_is_near(n_between: int, n_lines: int) -> None:
    post = ["u/ann avatar", *["OP"] * n_between, "3 yr. ago", "Rub it."]

    assert [head.lines for head in heads_of_posts([*post, *post]).values()] == [n_lines] * 2

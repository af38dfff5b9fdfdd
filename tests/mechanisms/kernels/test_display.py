"""What people see: exact values, or decimals that say so, and nothing that runs."""

import re
from fractions import Fraction
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactdp.mechanisms.exact.errors import LimitError
from exactdp.mechanisms.families.geometric import geometric
from exactdp.mechanisms.families.uniform import uniform
from exactdp.mechanisms.kernels.mechanism import Mechanism

F = Fraction
text, latex, html = str, Mechanism.latex, Mechanism._repr_html_


class Page(HTMLParser):
    """The tags and attributes of a page."""

    def __init__(self, page):
        super().__init__()
        self.tags, self.titles, self.cells = [], [], []
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)
        if tag == "td":
            assert [name for name, _ in attributes] == ["title", "style"]
            self.titles.append(dict(attributes)["title"])


def test_text_is_the_exact_grid_in_columns():
    assert text(geometric(2, "1/2")) == "2/3  1/6  1/6\n1/3  1/3  1/3\n1/6  1/6  2/3"
    assert text(Mechanism.from_rows([[1, 0], ["1/2", "1/2"]])) == "  1    0\n1/2  1/2"


def test_wide_entries_are_shown_in_decimals_that_say_so():
    shown = text(geometric(2, "99999999999/100000000000"))
    assert "0.5000" in shown
    assert "~0" in shown
    assert shown.endswith("(rounded for display; the exact entries are in the file formats)")


@given(st.fractions(min_value=0, max_value=1, max_denominator=10**6))
def test_latex_holds_the_exact_fractions(value):
    shown = latex(Mechanism.from_rows([[value, 1 - value], [0, 1]]))
    first = re.match(r"\\begin\{pmatrix\}\n(.*?) & ", shown)[1]
    fraction = re.fullmatch(r"\\frac\{(\d+)\}\{(\d+)\}", first)
    assert (F(int(fraction[1]), int(fraction[2])) if fraction else F(first)) == value
    assert shown.endswith("0 & 1\n\\end{pmatrix}")


def test_html_has_every_exact_value_on_hover():
    mechanism = geometric(3, "9/10")
    page = Page(mechanism._repr_html_())
    assert page.titles == [f"Pr[{j} | {i}] = {mechanism[i, j]}" for i in range(4) for j in range(4)]


def test_html_and_text_speak_of_the_counts_they_stand_for():
    mechanism = uniform(1).relabelled(counts=(7, 8))
    shown = html(mechanism)
    assert "<th>7</th><th>8</th>" in shown
    assert Page(shown).titles[1] == "Pr[8 | 7] = 1/2"


@pytest.mark.parametrize(
    "name", ["<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "</caption><b>", "a&b"]
)
def test_a_name_never_becomes_markup(name):
    page = Page(html(uniform(2).relabelled(name=name)))
    assert set(page.tags) == {"table", "caption", "tr", "th", "td"}


def test_shades_are_numbers_between_0_and_1_even_for_what_is_no_probability():
    mechanism = Mechanism.from_rows([[7, 0], ["1/1000000", "3/2"]])
    shades = re.findall(r"rgba\(31,119,180,([^)]*)\)", html(mechanism))
    assert [F(x) for x in shades] == [1, 0, 0, 1]


def test_entries_of_thousands_of_digits_are_shown():
    mechanism = Mechanism.from_rows([[F(1, 10**5000), 1 - F(1, 10**5000)], [0, 1]])
    assert "~0" in text(mechanism)
    assert f"\\frac{{1}}{{1{'0' * 5000}}}" in latex(mechanism)
    assert f"= 1/1{'0' * 5000}" in html(mechanism)


@pytest.mark.parametrize("draw", [text, latex, html])
def test_a_kernel_too_large_to_draw_is_refused(draw):
    with pytest.raises(LimitError, match="too large to draw"):
        draw(uniform(200))
    assert draw(uniform(199))


def test_notebooks_get_latex_between_dollars():
    assert uniform(1)._repr_latex_() == f"${uniform(1).latex()}$"

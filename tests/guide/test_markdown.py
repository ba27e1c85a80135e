import pytest

from nerinspect.guide import anchor, to_html


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("## Per type", '<h2><a name="per-type"></a>Per type</h2>'),
        ("one\ntwo\n\nthree", "<p>one two</p>\n<p>three</p>"),
        ("a **bold** and *slanted* word", "<p>a <b>bold</b> and <i>slanted</i> word</p>"),
        ("5 * 3 * 2 stays", "<p>5 * 3 * 2 stays</p>"),
        ("`a < *b*` is code", "<p><code>a &lt; *b*</code> is code</p>"),
        ("see [kinds](kinds.md#tp)", '<p>see <a href="kinds.md#tp">kinds</a></p>'),
        (
            "![The table](table.png)",
            '<div class="picture"><img src="table.png" alt="The table" title="The table"></div>',
        ),
        ("- one\n  more\n- two", "<ul><li>one more</li><li>two</li></ul>"),
        ("1. one\n2. two", "<ol><li>one</li><li>two</li></ol>"),
        ("a < b & c", "<p>a &lt; b &amp; c</p>"),
        ("<!-- table: unknown -->", ""),
    ],
)
def test_marks_become_html(text: str, html: str) -> None:
    assert to_html(text) == html


def test_a_table_has_heads_and_cells_with_escaped_bars() -> None:
    html = to_html("| A | B |\n|---|---|\n| `x\\|y` | 1 |")
    assert "<tr><th>A</th><th>B</th></tr><tr><td><code>x|y</code></td><td>1</td></tr>" in html


def test_fenced_code_keeps_lines_and_signs() -> None:
    assert "<pre>a  &lt;b&gt;\n\n# c</pre>" in to_html("```\na  <b>\n\n# c\n```")


def test_a_note_is_a_box_of_its_own() -> None:
    assert '<table class="note"' in to_html("> mind\n> this")


@pytest.mark.parametrize(("heading", "name"), [("Scores per type", "scores-per-type"), ("A & B, 2003", "a-b-2003")])
def test_headings_have_anchors(heading: str, name: str) -> None:
    assert anchor(heading) == name

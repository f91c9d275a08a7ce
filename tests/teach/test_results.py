"""A class's answers: counted, written, and read again."""

from pathlib import Path

import pytest

from hexwidgets.teach import Results
from hexwidgets.teach.results import Answer


def answer(pupil: str, right: bool, kind: str = "totals") -> Answer:
    return Answer(pupil, "monsterhex", "", 1, 7, 1, kind, right, "9", "9" if right else "8")


def test_a_table_with_a_row_for_each_pupil_and_one_for_all() -> None:
    results = Results([answer("Aiko", True), answer("Ben", False), answer("Aiko", False, "who-takes")])
    assert results.text("en").splitlines() == [
        "Pupil  Right  Asked  Share  What is the total?  Who takes it?",
        "Aiko   1      2      50%    1 / 1               0 / 1",
        "Ben    0      1      0%     0 / 1               –",
        "All    1      3      33%    1 / 2               0 / 1",
    ]
    assert results.text("ja").splitlines()[0].split() == [
        "名前",
        "正解",
        "問題数",
        "正答率",
        "合計はいくつ？",
        "誰が取る？",
    ]
    assert results.pupils() == {"Aiko": (1, 2), "Ben": (0, 1)}
    assert results.kinds() == {"totals": (1, 2), "who-takes": (0, 1)}


def test_no_answers() -> None:
    assert Results().text("en") == "No answers yet."


def test_a_name_with_markup_is_a_name() -> None:
    bad = "<img src=x onerror=alert(1)>|**x**"
    shown = Results([answer(bad, True), answer("", True)])._repr_html_()
    assert "<img" not in shown
    assert "&lt;img src=x" in shown
    assert "<td>No name</td>" in shown


def test_the_answers_of_one_pupil() -> None:
    results = Results([answer("Aiko", True), answer("Ben", False)])
    assert list(results.of("Ben")) == [results[1]]
    with pytest.raises(KeyError, match="no answers of 'Cai'; there are some of Aiko, Ben"):
        results.of("Cai")


def test_an_answer_about_a_game_that_is_not_here_is_counted_all_the_same() -> None:
    other = Answer("Aiko", "chess", "", 1, 7, 1, "mate", True, "x", "x")
    assert Results([other]).text("en").splitlines()[0].endswith("Share  mate")


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    one, two = (
        Results([answer("愛子", True)]),
        Results([answer(name, False) for name in ("=cmd()", "'=x", 'a,\n"b', "")]),
    )
    one.to_csv(tmp_path / "one.csv")
    two.to_csv(tmp_path / "two.csv")
    both = Results.read(tmp_path / "one.csv", tmp_path / "two.csv")
    assert list(both) == [*one, *two]


def test_no_cell_is_taken_for_a_formula(tmp_path: Path) -> None:
    Results([answer("=1+1", True)]).to_csv(tmp_path / "r.csv")
    assert "\n'=1+1," in (tmp_path / "r.csv").read_text("utf-8")
    assert (tmp_path / "r.csv").read_bytes().startswith(b"\xef\xbb\xbf")  # so that Excel reads Japanese names


@pytest.mark.parametrize("line", ["x", "a,b,c", "Aiko,monsterhex,,one,7,1,totals,True,9,9", "Aiko,m,,1,7,1,t,yes,9,9"])
def test_a_line_that_is_no_answer(tmp_path: Path, line: str) -> None:
    path = tmp_path / "r.csv"
    Results([answer("Aiko", True)]).to_csv(path)
    path.write_text(path.read_text("utf-8") + line + "\n", "utf-8")
    with pytest.raises(ValueError, match=r"r.csv, line 3: expected pupil, game"):
        Results.read(path)


def test_a_frame() -> None:
    frame = Results([answer("Aiko", True), answer("Ben", False)]).frame()
    assert frame.groupby("pupil")["right"].mean().to_dict() == {"Aiko": 1.0, "Ben": 0.0}

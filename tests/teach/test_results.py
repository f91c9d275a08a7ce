"""A class's answers: counted, written, and read again."""

from pathlib import Path

import pytest

from hexwidgets.teach import Results
from hexwidgets.teach.results import Answer


def answer(pupil: str, right: bool, kind: str = "totals") -> Answer:
    return Answer(pupil, "monsterhex", 1, 7, 1, kind, right, "9", "9" if right else "8")


def test_a_table_with_a_row_for_each_pupil_and_one_for_all() -> None:
    results = Results([answer("Aiko", True), answer("Ben", False), answer("Aiko", False, "who-takes")])
    assert results.to_text("en").splitlines() == [
        "Pupil  Right  Asked  Share",
        "Aiko       1      2    50%",
        "Ben        0      1     0%",
        "All        1      3    33%",
    ]
    assert results.to_text("ja").splitlines()[0].split() == ["名前", "正解", "問題数", "正答率"]
    assert results.pupils() == {"Aiko": (1, 2), "Ben": (0, 1)}
    assert results.kinds() == {"totals": (1, 2), "who-takes": (0, 1)}


def test_no_answers() -> None:
    assert Results().to_text("en") == "No answers yet."


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    one, two = Results([answer("Aiko", True)]), Results([answer("=cmd()", False), answer("", True)])
    one.to_csv(tmp_path / "one.csv")
    two.to_csv(tmp_path / "two.csv")
    both = Results.read(tmp_path / "one.csv", tmp_path / "two.csv")
    assert list(both) == [*one, *two]


def test_no_cell_is_taken_for_a_formula(tmp_path: Path) -> None:
    Results([answer("=1+1", True)]).to_csv(tmp_path / "r.csv")
    assert "\n'=1+1," in (tmp_path / "r.csv").read_text("utf-8")


@pytest.mark.parametrize("line", ["x", "a,b,c", "Aiko,monsterhex,one,7,1,totals,True,9,9", "Aiko,m,1,7,1,t,yes,9,9"])
def test_a_line_that_is_no_answer(tmp_path: Path, line: str) -> None:
    path = tmp_path / "r.csv"
    Results([answer("Aiko", True)]).to_csv(path)
    path.write_text(path.read_text("utf-8") + line + "\n", "utf-8")
    with pytest.raises(ValueError, match=r"r.csv, line 3: expected pupil, game"):
        Results.read(path)


def test_a_frame() -> None:
    frame = Results([answer("Aiko", True), answer("Ben", False)]).frame()
    assert frame.groupby("pupil")["right"].mean().to_dict() == {"Aiko": 1.0, "Ben": 0.0}

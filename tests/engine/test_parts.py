"""Data files: what is written is what is read again."""

import tomllib

from hypothesis import given
from hypothesis import strategies as st

from hexwidgets.engine.parts import plain, toml

text = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
scalars = text | st.integers(-(2**60), 2**60) | st.booleans()
lists = st.recursive(scalars, lambda inner: st.lists(inner, max_size=12), max_leaves=30)
tables = st.recursive(
    st.dictionaries(text, lists, max_size=3),
    lambda inner: st.dictionaries(text, inner | lists | st.lists(inner, min_size=1, max_size=3), max_size=4),
    max_leaves=12,
)


@given(tables)
def test_tables_are_read_as_they_were_written(data):
    assert tomllib.loads(toml(data)) == data


def test_a_long_list_is_written_in_rows():
    written = toml({"cells": [[n, n] for n in range(30)]})
    assert max(map(len, written.splitlines())) <= 104
    assert tomllib.loads(written)["cells"][29] == [29, 29]


def test_a_copy_is_made_of_dicts_and_lists():
    given_data = {"units": {"S1": (1, 2)}}
    copied = plain(given_data)
    assert copied == {"units": {"S1": [1, 2]}}
    copied["units"]["S1"].append(3)
    assert given_data == {"units": {"S1": (1, 2)}}

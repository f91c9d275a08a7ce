"""Who decides: MH-TURN-1, MH-SHARED-3, 4, 6 and 7, MH-LARGE-6."""

from __future__ import annotations

from ..engine.kernel import kernel
from .state import TAKING, State, Table

__all__ = ["deciding_seat", "pile_to_place", "places_shared", "slot_of_step", "slot_to_place", "starter", "steps"]


@kernel
def starter(table: Table, state: State) -> int:
    """MH-SHARED-4: the round's first seat; the two seats swap roles each round."""
    return state.round % 2 if table.shared == 1 else 0


@kernel
def steps(table: Table) -> int:
    """MH-TURN-1, MH-SHARED-3: placements in a round."""
    return table.seats + table.shared


@kernel
def slot_of_step(table: Table, state: State) -> int:
    """MH-TURN-1, MH-SHARED-3: the seat whose turn this step of the round is."""
    if table.shared == 0:
        return state.step
    first = starter(table, state)
    return 1 - first if state.step == 1 else first


@kernel
def places_shared(table: Table, state: State) -> bool:
    """MH-SHARED-3: this is the round's third placement, a unit of the shared faction."""
    return table.shared == 1 and state.step == table.seats


@kernel
def slot_to_place(table: Table, state: State) -> int:
    """The faction of the unit to place."""
    return table.seats if places_shared(table, state) else state.slot


@kernel
def pile_to_place(table: Table, state: State) -> int:
    """MH-SHARED-7: the hand that the unit to place comes from."""
    return table.seats + state.slot if places_shared(table, state) else state.slot


@kernel
def deciding_seat(table: Table, state: State) -> int:
    """MH-TURN-1: the seat in turn. MH-LARGE-6, MH-SHARED-6: for a stone who earned it, or commands who did."""
    if state.phase != TAKING:
        return state.slot
    return state.taker if state.taker < table.seats else starter(table, state)

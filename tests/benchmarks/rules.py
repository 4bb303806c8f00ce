"""The rules alone against OpenSpiel's euchre, both played out at random from Python: decisions a second.

`python -m tests.benchmarks.rules` prints both rates and their ratio; exit status 1 below the gate, 2 without
OpenSpiel. The same chooser, `random.random` times the number of legal actions, decides for every seat on both
sides. Dealing counts on both: OpenSpiel's chance nodes are drawn from `chance_outcomes()` by their probabilities, as
its documentation plays a game out (here with the standard library's `choices`, faster than its numpy); ours shuffles
with `random.shuffle`, not with the keyed hash of a tournament. Only the decisions of seats are counted, so that a
deal's cost is spread over them. A second line gives OpenSpiel with its chance nodes taken as plain legal actions,
its fastest form from Python; the gate is on the first.
"""

import argparse
import sys
from random import Random
from statistics import median
from time import perf_counter
from typing import Any

from arena.games import game

GOAL = 3.0
GATE = 1.9


def arena_rate(decisions: int, random: Random) -> float:
    """Decisions a second of random bid-euchre deals through the public interface of games."""
    ruled = game("bid-euchre", {})
    cards = list(ruled.deck)
    draw = random.random
    count = number = 0
    begun = perf_counter()
    while count < decisions:
        random.shuffle(cards)
        deal = ruled.start(cards, number % 4, (0, 0), number)
        while deal.to_act >= 0:
            legal = deal.legal()
            deal.apply(legal[int(draw() * len(legal))])
            count += 1
        number += 1
    return count / (perf_counter() - begun)


def open_spiel_rate(euchre: Any, decisions: int, random: Random, *, weighted: bool) -> float:
    """Decisions a second of random euchre playouts; chance nodes `weighted` or as plain legal actions."""
    draw = random.random
    count = 0
    begun = perf_counter()
    while count < decisions:
        state = euchre.new_initial_state()
        while not state.is_terminal():
            if weighted and state.is_chance_node():
                outcomes, probabilities = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(outcomes, probabilities)[0])
                continue
            if weighted or not state.is_chance_node():
                count += 1
            legal = state.legal_actions()
            state.apply_action(legal[int(draw() * len(legal))])
    return count / (perf_counter() - begun)


def main() -> int:
    words = argparse.ArgumentParser(prog="python -m tests.benchmarks.rules", description=__doc__)
    words.add_argument("--decisions", type=int, default=20_000, help="decisions a sample (default %(default)s)")
    words.add_argument("--samples", type=int, default=9, help="samples of each, in turn (default %(default)s)")
    chosen = words.parse_args()
    try:
        import pyspiel  # type: ignore[import-not-found, import-untyped, unused-ignore]
    except ImportError:
        print('OpenSpiel is not installed: pip install "open_spiel>=1.5" (or the extra `bench`)', file=sys.stderr)
        return 2
    euchre = pyspiel.load_game("euchre")
    random = Random(1)
    ours, theirs, plain = [], [], []
    for sample in range(chosen.samples + 1):
        decisions = chosen.decisions if sample else 2000  # the first only warms up
        theirs.append(open_spiel_rate(euchre, decisions, random, weighted=True))
        ours.append(arena_rate(decisions, random))
        plain.append(open_spiel_rate(euchre, decisions, random, weighted=False))
    del ours[0], theirs[0], plain[0]
    print("dealing counts on both sides; ours shuffles with random.shuffle, not with the tournament's keyed hash")
    for title, rates in (
        ("bid-euchre, games interface", ours),
        ("OpenSpiel euchre", theirs),
        ("OpenSpiel, chance as plain actions", plain),
    ):
        print(f"{title:<36}{median(rates):>10,.0f} decisions/s {1e6 / median(rates):6.2f} us each")
    # neighbours in time share whatever else the machine did
    ratio = median(mine / other for mine, other in zip(ours, theirs, strict=True))
    strict = median(mine / other for mine, other in zip(ours, plain, strict=True))
    print(f"ratio {ratio:.2f} (goal {GOAL}, gate {GATE}); to its plain form {strict:.2f}")
    return 0 if ratio >= GATE else 1


if __name__ == "__main__":
    sys.exit(main())

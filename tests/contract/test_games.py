"""What every game must hold to, run over all of GAMES. A new game gets all this by being written into GAMES."""

import json
from collections import Counter
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Any

import orjson
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import BaseModel

from arena.errors import OptionError, SettingsError
from arena.games import GAMES, Deal, Game, IllegalAction, game
from tests.contract.combinations import VALUES, combinations, some_game
from tests.contract.redeals import advance, advance_to, redeals, replayed, started

SEEDS = st.integers(0, 2**32)
LENGTHS = st.integers(0, 60)
NAMES = pytest.mark.parametrize("name", sorted(GAMES))


def state(deal: Deal, seats: int) -> list[object]:
    """Everything that can be seen of a deal."""
    views = [deal.view(seat) for seat in range(seats)]
    public = (deal.number, deal.dealer, deal.hands, list(deal.actions), deal.to_act, deal.decision)
    return [views, public, deal.points, deal.scores, deal.legal(), deal.summary(), deal.shares()]


def plain(value: object) -> object:
    """What is left of a value after a way through JSON."""
    return json.loads(json.dumps(value, allow_nan=False))


@NAMES
def test_a_game_describes_itself(name: str) -> None:
    ruled = game(name, {})
    assert ruled.name == name
    assert len(ruled.sides) == ruled.seats
    assert set(ruled.sides) == set(range(ruled.side_count))
    assert len(set(ruled.decisions)) == len(ruled.decisions) > 0
    assert ruled.hidden <= set(ruled.decisions)
    assert set(VALUES[name]) == set(ruled.options)
    assert len({column.key for column in ruled.statistics}) == len(ruled.statistics)
    assert plain(dict(ruled.options)) == dict(ruled.options)


@NAMES
def test_options_are_filled_in_and_checked(name: str) -> None:
    ruled = game(name, {})
    assert game(name, ruled.options).options == ruled.options
    with pytest.raises(OptionError, match="no_such_option"):
        game(name, {"no_such_option": 1})
    for option in ruled.options:
        wrongs: tuple[object, ...] = (None, "x" * 10_000, [], {}, -1.5)
        for wrong in wrongs:
            with pytest.raises(OptionError, match=option) as raised:
                game(name, {option: wrong})
            assert len(str(raised.value)) < 300


def test_an_unknown_game_is_the_users_mistake() -> None:
    with pytest.raises(SettingsError, match=r'unknown game "chess" \(known: .*bid-euchre'):
        game("chess", {})


@NAMES
@given(SEEDS)
@settings(max_examples=50, deadline=None)
def test_a_deal_from_start_to_end(name: str, seed: int) -> None:
    random = Random(seed)
    ruled: Game = some_game(name, random)
    _, deal = started(ruled, random)
    before = deal.scores
    hand_size = len(deal.hands[0])
    assert all(len(hand) == hand_size for hand in deal.hands)
    assert len(deal.hands) == ruled.seats
    while deal.to_act >= 0:
        assert deal.to_act < ruled.seats
        assert deal.decision in ruled.decisions
        assert (deal.points, deal.shares(), deal.scores) == (None, None, before)
        legal = deal.legal()
        assert len(set(legal)) == len(legal) > 0
        assert all(isinstance(action, str) and 0 < len(action) <= 64 for action in legal)
        for seat in range(ruled.seats):
            view = deal.view(seat)
            assert plain(view) == view
            assert deal.view_json(seat) == Deal.view_json(deal, seat) == orjson.dumps(view)
            assert (view["deal"], view["dealer"], view["seat"]) == (deal.number, deal.dealer, seat)
            assert view["scores"] == list(before)
        assert plain(deal.summary()) == deal.summary()
        chosen = random.choice(legal)
        count = len(deal.actions)
        deal.apply(chosen)
        assert deal.actions[count:] == [chosen]
    assert deal.points is not None
    assert len(deal.points) == ruled.side_count
    assert deal.scores == tuple(old + new for old, new in zip(before, deal.points, strict=True))
    shares = deal.shares()
    assert shares is None or (len(shares) == ruled.side_count and sum(shares) == 1)
    tallies = deal.tallies()
    assert len(tallies) == ruled.side_count
    for tally in tallies:
        assert set(tally) == {column.key for column in ruled.statistics}
        assert all(0 <= numerator <= denominator for numerator, denominator in tally.values())
    with pytest.raises(IllegalAction):
        deal.apply(deal.actions[-1])


@NAMES
def test_every_combination_of_options_that_is_accepted_plays(name: str) -> None:
    random = Random(name)
    count = 0
    for ruled in combinations(name):
        again = GAMES[name].with_options(plain(dict(ruled.options)))  # type: ignore[arg-type]
        assert (again.options, again.deck, again.sides) == (ruled.options, ruled.deck, ruled.sides)
        cards, deal = started(ruled, random)
        before = deal.scores
        advance(deal, random)
        assert replayed(ruled, cards, deal, before).points == deal.points is not None
        count += 1
    assert count > len(VALUES[name])


@NAMES
@given(SEEDS)
@settings(max_examples=15, deadline=None)
def test_a_match_needs_scores_and_what_is_carried_alone(name: str, seed: int) -> None:
    """Each deal follows from what the one before hands on, also by way of JSON."""
    random = Random(seed)
    ruled = some_game(name, random)
    cards = list(ruled.deck)
    scores: tuple[int, ...] = (0,) * ruled.side_count
    carried = None
    for number in range(12):
        random.shuffle(cards)
        deal = ruled.start(cards, number % ruled.seats, scores, number, carried)
        again = ruled.start(cards, number % ruled.seats, plain(list(scores)), number, plain(carried))  # type: ignore[arg-type]
        advance(deal, random)
        for action in deal.actions:
            again.apply(action)
        assert state(again, ruled.seats) == state(deal, ruled.seats)
        assert plain(deal.carried) == plain(again.carried)
        scores, carried = deal.scores, deal.carried
        if deal.shares() is not None:
            return


@NAMES
@given(SEEDS, LENGTHS)
@settings(max_examples=50, deadline=None)
def test_a_replay_gives_the_same_state(name: str, seed: int, length: int) -> None:
    random = Random(seed)
    ruled = some_game(name, random)
    cards, deal = started(ruled, random)
    before = deal.scores
    advance(deal, random, length)
    assert state(replayed(ruled, cards, deal, before), ruled.seats) == state(deal, ruled.seats)


@NAMES
@given(SEEDS, LENGTHS)
@settings(max_examples=50, deadline=None)
def test_a_copy_is_independent(name: str, seed: int, length: int) -> None:
    random = Random(seed)
    ruled = some_game(name, random)
    _, deal = started(ruled, random)
    advance(deal, random, length)
    seen = state(deal, ruled.seats)
    twin = deal.copy()
    assert state(twin, ruled.seats) == seen
    advance(twin, random)
    assert state(deal, ruled.seats) == seen
    other = deal.copy()
    end = state(twin, ruled.seats)
    advance(deal, random)
    assert state(other, ruled.seats) == seen
    assert state(twin, ruled.seats) == end


@NAMES
@given(SEEDS, LENGTHS)
@settings(max_examples=50, deadline=None)
def test_what_a_deal_hands_out_may_be_altered(name: str, seed: int, length: int) -> None:
    random = Random(seed)
    ruled = some_game(name, random)
    _, deal = started(ruled, random)
    advance(deal, random, length)
    seen = state(deal, ruled.seats)
    deal.legal().clear()
    for seat in range(ruled.seats):
        wipe(deal.view(seat))
    wipe(deal.summary())
    assert state(deal, ruled.seats) == seen


def wipe(value: object) -> None:
    """Empty a JSON value through and through."""
    if isinstance(value, dict):
        for inner in value.values():
            wipe(inner)
        value.clear()
    elif isinstance(value, list):
        for inner in value:
            wipe(inner)
        value.clear()


@NAMES
@given(SEEDS, LENGTHS, st.text(max_size=30))
@settings(max_examples=50, deadline=None)
def test_what_is_not_legal_is_refused_and_changes_nothing(name: str, seed: int, length: int, garbage: str) -> None:
    random = Random(seed)
    ruled = some_game(name, random)
    _, deal = started(ruled, random)
    actions = {garbage, "", garbage * 5000, *ruled.deck}
    twin = deal.copy()
    while twin.to_act >= 0:
        actions.update(twin.legal())
        twin.apply(random.choice(twin.legal()))
    advance(deal, random, length)
    seen = state(deal, ruled.seats)
    for action in sorted(actions - set(deal.legal())):
        with pytest.raises(IllegalAction) as raised:
            deal.apply(action)
        assert 0 < len(str(raised.value)) < 600
        assert str(raised.value) == deal.why_illegal(action)
    assert all(deal.why_illegal(action) == "" for action in deal.legal())
    assert state(deal, ruled.seats) == seen


@NAMES
def test_a_view_tells_nothing_of_the_unseen_cards(name: str) -> None:
    """Law 3: deal the unseen cards again; what the seat is told must stay the same to the letter."""
    random = Random(name)
    told: Counter[str] = Counter()
    for number in range(300):
        ruled = some_game(name, random)
        cards, deal = started(ruled, random)
        before = deal.scores
        advance_to(deal, ruled.decisions[number % len(ruled.decisions)], random)
        if deal.to_act < 0:
            continue
        for seat in range(ruled.seats):
            for twin in redeals(ruled, cards, deal, before, seat, random):
                told[deal.decision] += twin.hands != deal.hands
                assert twin.view(seat) == deal.view(seat)
                assert (twin.to_act, twin.decision, twin.summary()) == (deal.to_act, deal.decision, deal.summary())
                if deal.to_act == seat:
                    assert twin.legal() == deal.legal()
    assert all(told[decision] > 100 for decision in ruled.decisions), told


def view_model(name: str) -> type[BaseModel]:
    """The model of the game's view in the protocol: the one class there whose name ends in View."""
    module = f"protocol.games.{name.replace('-', '_')}"
    if find_spec("protocol.games") is None or find_spec(module) is None:
        pytest.skip(f"no {module}")
    found: list[Any] = [value for key, value in vars(import_module(module)).items() if key.endswith("View")]
    models = [each for each in found if isinstance(each, type) and each.__module__ == module]
    assert len(models) == 1
    return models[0]


@NAMES
@given(SEEDS, LENGTHS)
@settings(max_examples=100, deadline=None)
def test_every_view_is_of_the_protocols_model(name: str, seed: int, length: int) -> None:
    model = view_model(name)
    random = Random(seed)
    ruled = some_game(name, random)
    _, deal = started(ruled, random)
    advance(deal, random, length)
    for seat in range(ruled.seats):
        view = deal.view(seat)
        assert list(view) == list(model.model_fields)
        assert deal.view_json(seat) == Deal.view_json(deal, seat) == orjson.dumps(view)
        assert model.model_validate_json(json.dumps(view)).model_dump(mode="json") == view

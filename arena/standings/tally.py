"""All encounters of a tournament, folded match by match, in any order, into sums over whole boards.

Memory grows with the number of encounters, and with the matches whose board is not all in yet, so a million matches fit
in the memory of one. Called by whoever reads matches: the command line, schedules.
"""

from arena.records import MatchSummary
from arena.standings.encounters import EncounterTally
from arena.standings.pairs import PairTally
from arena.standings.triples import TripleTally


class Tally:
    """Every match may be added once only: a second copy is noticed only while its board waits."""

    def __init__(self) -> None:
        self.encounters: dict[tuple[str, ...], EncounterTally] = {}
        self.void_matches = 0

    def add(self, summary: MatchSummary) -> None:
        """Count a match; it shows in standings once the other rooms of its board are in, too."""
        encounter = self.encounters.get(summary.names)
        if encounter is None:
            encounter = self._begin(summary.names)
        if summary.shares is None:
            self.void_matches += 1
        encounter.add(summary)

    def _begin(self, names: tuple[str, ...]) -> EncounterTally:
        size = self.size if self.encounters else len(names)
        if len(names) != size or size not in (2, 3):
            raise ValueError(f"an encounter of {len(names)} entrants among encounters of {size}: {names}")
        encounter = self.encounters[names] = PairTally(names) if size == 2 else TripleTally(names)
        return encounter

    @property
    def size(self) -> int:
        """How many entrants meet in an encounter; two before the first match."""
        return len(next(iter(self.encounters), ("", "")))

    @property
    def waiting_matches(self) -> int:
        """Matches that do not count yet because another room of their board is not in."""
        return sum(encounter.waiting_matches for encounter in self.encounters.values())

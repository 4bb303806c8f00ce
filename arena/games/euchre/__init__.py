"""Standard Euchre and its variants, one module a concept: `variants` and `railroad` are the games, `deal` the rules."""

from arena.games.euchre.deal import EuchreDeal
from arena.games.euchre.railroad import EuchreRailroad, RailroadDeal
from arena.games.euchre.variants import Euchre, EuchreCutthroat, EuchreTwoHanded

__all__ = ["Euchre", "EuchreCutthroat", "EuchreDeal", "EuchreRailroad", "EuchreTwoHanded", "RailroadDeal"]

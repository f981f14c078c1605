"""Our agents as bots of OpenSpiel (`Bot`), and its positions as ours (`position`).

For its games `othello`, `connect_four` and `checkers`, whose legal moves are ours; `GAMES` names them.
"""

from __future__ import annotations

from typing import Any, Dict, Tuple

from ._plywise import Agent, Game, Position
from ._reports import need, opened
from .envs import _Choice

try:
    import pyspiel  # type: ignore[import-not-found, unused-ignore]

    _Bot: Any = pyspiel.Bot
except ImportError:  # then whoever makes a bot is told
    _Bot = object

__all__ = ["GAMES", "Bot", "position"]

#: OpenSpiel's names of games, and ours.
GAMES: Dict[str, str] = {"checkers": "checkers", "connect_four": "connect-four", "othello": "othello"}
#: What OpenSpiel calls options that change no rule.
_LOOKS = ("egocentric", "egocentric_obs_tensor")


def __dir__() -> Any:
    return __all__


def _game(theirs: Any) -> Game:
    """Our game of one of OpenSpiel's."""
    spiel = need("pyspiel", "openspiel", "open_spiel")
    name = theirs.get_type().short_name
    if name not in GAMES:
        raise ValueError(f"{name!r} is none of the games that both know: {', '.join(GAMES)}")
    rules, usual = theirs.get_parameters(), spiel.load_game(name).get_parameters()
    odd = [f"{key}={rules[key]}" for key in usual if key not in _LOOKS and rules[key] != usual[key]]
    if odd:
        raise ValueError(f"{name} is known with its usual rules alone, without {', '.join(odd)}")
    return opened(GAMES[name])


def _jump(text: str) -> int:
    """The number of a step or jump in checkers, which OpenSpiel writes as `a3b4`: its a1 is the square that ours has at the top right."""
    columns, rows = ["hgfedcba".index(text[0]), "hgfedcba".index(text[2])], [int(text[1]) - 1, int(text[3]) - 1]
    square = 4 * rows[0] + columns[0] // 2
    return 4 * square + 2 * (rows[1] > rows[0]) + (columns[1] > columns[0])


def _number(state: Any, player: int, action: int) -> int:
    """Our number of an action of OpenSpiel; in most games it is the same."""
    is_checkers = state.get_game().get_type().short_name == "checkers"
    return _jump(state.action_to_string(player, action)) if is_checkers else action


def _follow(state: Any) -> _Choice:
    """The position of a state, and what has been chosen there of a move of several parts."""
    if not isinstance(state, need("pyspiel", "openspiel", "open_spiel").State):
        raise TypeError(f"a state of OpenSpiel is needed, not {state!r}")
    game = _game(state.get_game())
    at = _Choice(game.start())
    for one in state.full_history():
        if at.position.is_over:  # drawn here, and not there: as if it began at this position
            at = _Choice(game.position(at.position.text))
        number = _number(state, one.player, one.action)
        if number in at.legal():  # what is not is a pass, which was played already
            at.choose(number)
    if at.position.is_over and not state.is_terminal():
        at = _Choice(game.position(at.position.text))
    return at


def position(state: Any) -> Position:
    """The position of a state of OpenSpiel; in the middle of a capture of several jumps the one before it, at a pass the one
    after it: there it has been played."""
    return _follow(state).position


class Bot(_Bot):  # type: ignore[misc]
    """One of our agents as a bot: `pyspiel.evaluate_bots(state, [Bot("champion"), …], seed)` lets it play.

    An agent is an `Agent`, its text, or a class or an object with `choose(position, clock)`; it has no clock.
    """

    def __init__(self, agent: Any, seed: int = 1) -> None:
        need("pyspiel", "openspiel", "open_spiel")
        super().__init__()
        if isinstance(agent, type):
            agent = agent()
        if not isinstance(agent, str) and not callable(getattr(agent, "choose", None)):
            raise TypeError(f"a bot needs an agent: its text, an Agent, or a class or an object with choose(position, clock), not {agent!r}")
        self.agent: Any = Agent(agent, seed) if isinstance(agent, str) else agent
        self._move: Tuple[int, ...] = ()

    def restart_at(self, state: Any) -> None:
        """Begins a game in a state."""
        self._move = ()

    def step(self, state: Any) -> int:
        """The action that the agent chooses in a state; where there is but one it is not asked."""
        player, legal = state.current_player(), state.legal_actions()
        if len(legal) == 1:
            return int(legal[0])
        at = _follow(state)
        done = len(at.parts)
        if done == 0:
            chosen = self.agent.choose(at.position, None)
            self._move = at.numbers[at.position.legal_moves().index(chosen)]
        elif self._move[:done] != at.parts or self._move not in at.numbers:  # somebody else began this move
            self._move = next(parts for parts in at.numbers if parts[:done] == at.parts)
        actions = {_number(state, player, action): action for action in legal}
        return int(actions[self._move[done]])

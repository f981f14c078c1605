"""A laboratory and an arsenal for game-tree search, by the same names as on the command line.

>>> import plywise
>>> game = plywise.Game("othello:size=6")
>>> position = game.start().play("c2")
>>> plywise.match(game, "alphabeta:depth=3", "random", games=20)

Games and agents are named as `name:key=value,key=value`; `plywise.games()` and `Game(…).agents()` list them. What cannot
be understood raises a ValueError of one line that says what would have worked.
"""

from __future__ import annotations

import json
import os
from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple, Union

from . import _plywise, lab
from ._plywise import Agent, Clock, Game, Position, __version__
from ._reports import Analysis, Experiment, Facts, Games, Report, Solution, Tree, Tuning, opened, watcher

__all__ = [
    "Agent",
    "Analysis",
    "Clock",
    "Experiment",
    "Facts",
    "Game",
    "Games",
    "Position",
    "Report",
    "Solution",
    "Tree",
    "Tuning",
    "__version__",
    "agents",
    "analyze",
    "databases",
    "explain",
    "games",
    "lab",
    "match",
    "perft",
    "solve",
    "stored",
    "stored_games",
    "tournament",
    "train",
    "tree",
    "tune",
]


def __dir__() -> List[str]:
    return __all__


#: A game, or its name and options.
AnyGame = Union[Game, str]
#: An agent, its name and options, or a class or an object with `choose(position, clock)`.
AnyAgent = Any
#: False, True for a bar of tqdm, or a function of what is done and all there is.
AnyProgress = Union[bool, Callable[[int, int], Any]]
Path = Union[str, "os.PathLike[str]"]


def games() -> List[Facts]:
    """The games that there are, with their options and notations, as `plywise games` lists them."""
    return [Facts(game) for game in _plywise.games_list()]


def agents(game: AnyGame) -> List[Facts]:
    """The agents that can play a game, with their options, as `plywise agents` lists them."""
    return [Facts(agent) for agent in opened(game).agents()]


def _position(given: Union[AnyGame, Position], position: Union[Position, str, None], seed: int) -> Position:
    if isinstance(given, Position):
        if position is not None:
            raise ValueError("position= goes with a game; what was given is a position already")
        return given
    game = opened(given)
    if isinstance(position, Position) and position.game == game:
        return position
    return game.start(seed) if position is None else game.position(position, seed)


def analyze(
    game: Union[AnyGame, Position],
    agent: Union[Agent, str, None] = None,
    *,
    position: Union[Position, str, None] = None,
    all_moves: bool = False,
    seed: int = 1,
    watch: Optional[Callable[[Dict[str, Any]], Any]] = None,
) -> Analysis:
    """What an agent thinks of a position, or of the start of a game; with `all_moves` what each move is worth. `watch` is
    called with each iteration."""
    return Analysis(_plywise.analyze(_position(game, position, seed), agent, all_moves=all_moves, seed=seed, watch=watch))


def solve(
    game: Union[AnyGame, Position],
    *,
    position: Union[Position, str, None] = None,
    time: str = "60s",
    table: int = 256,
    threads: int = 1,
) -> Solution:
    """The exact value of a position by searching to the end of the game; `solved` says whether `time` was enough. `table` is in
    MiB."""
    return Solution(_plywise.solve(_position(game, position, 0), time=time, table=table, threads=threads))


def perft(
    game: Union[AnyGame, Position],
    depth: int,
    *,
    position: Union[Position, str, None] = None,
    divide: bool = False,
    pass_is_free: bool = False,
) -> Any:
    """The leaves of the full tree at a depth; with `divide` a dictionary of those below each move."""
    if isinstance(game, Position):
        position, game = _position(game, position, 0).text, game.game
    return opened(game).perft(depth, position, divide=divide, pass_is_free=pass_is_free)


def explain(
    game: Union[AnyGame, Position],
    agent: Union[Agent, str, None] = None,
    *,
    position: Union[Position, str, None] = None,
    seed: int = 1,
) -> Facts:
    """A heuristic taken apart: its definition, and what each term says of a position."""
    return Facts(_plywise.explain(_position(game, position, seed), agent))


def tree(
    game: Union[AnyGame, Position],
    agent: Union[Agent, str],
    *,
    position: Union[Position, str, None] = None,
    seed: int = 1,
    fold: int = 12,
) -> Tree:
    """The search of an agent as a picture: windows, values, cuts. Of each position at most `fold` moves are drawn."""
    return Tree(*_plywise.tree_svg(_position(game, position, seed), agent, fold=fold))


def _contest(game: AnyGame, players: Sequence[AnyAgent], progress: AnyProgress, **terms: Any) -> Report:
    watch, end = watcher(progress, "games")
    try:
        return Report(_plywise.contest(opened(game), list(players), terms, watch))
    finally:
        end()


def match(
    game: AnyGame,
    *agents: AnyAgent,
    games: Optional[int] = None,
    seed: int = 1,
    clock: Optional[str] = None,
    opening_plies: Optional[int] = None,
    openings: Optional[str] = None,
    adjudicate: Optional[str] = None,
    sprt: Optional[str] = None,
    threads: Optional[int] = None,
    store: Optional[Path] = None,
    records: bool = False,
    forgiving: bool = False,
    progress: AnyProgress = False,
) -> Report:
    """Plays games between agents, seats swapped game by game, and says who is better and how sure that is.

    The options are those of `plywise match`, `games` is 100 unless given. An agent may be a class with `choose(position,
    clock)`, of which each game has an object of its own, or an object: then one game is played at a time. Both may have
    `new_game(seed)`. An exception of theirs ends the match and is raised; with `forgiving` it costs the game. `records`
    keeps the games in `Report.records`.
    """
    return _contest(
        game,
        agents,
        progress,
        schedule=None,
        length=games,
        seed=seed,
        clock=clock,
        opening_plies=opening_plies,
        openings=openings,
        adjudicate=adjudicate,
        sprt=sprt,
        threads=threads,
        store=store,
        records=records,
        forgiving=forgiving,
    )


def tournament(
    game: AnyGame,
    *agents: AnyAgent,
    rounds: Optional[int] = None,
    schedule: str = "round-robin",
    seed: int = 1,
    clock: Optional[str] = None,
    opening_plies: Optional[int] = None,
    openings: Optional[str] = None,
    adjudicate: Optional[str] = None,
    sprt: Optional[str] = None,
    threads: Optional[int] = None,
    store: Optional[Path] = None,
    records: bool = False,
    forgiving: bool = False,
    progress: AnyProgress = False,
) -> Report:
    """Plays a tournament and rates the whole field. The options are those of `plywise tournament`, `rounds` is 10 unless given,
    `schedule` is round-robin, gauntlet or ladder; the others are those of `match`."""
    return _contest(
        game,
        agents,
        progress,
        schedule=schedule,
        length=rounds,
        seed=seed,
        clock=clock,
        opening_plies=opening_plies,
        openings=openings,
        adjudicate=adjudicate,
        sprt=sprt,
        threads=threads,
        store=store,
        records=records,
        forgiving=forgiving,
    )


def stored(store: Path) -> List[Facts]:
    """The experiments in a store of games: what was played under which terms."""
    return [Facts(experiment) for experiment in _plywise.stored(store)]


def stored_games(store: Path, experiment: Union[int, str, None] = None) -> Games:
    """The games of an experiment in a store: of the last one, or of a number from 1 or the beginning of a hash."""
    named = None if experiment is None else str(experiment)
    return Games(lambda each: _plywise.stored_games(store, named, lambda columns: each(dict(columns))))


def tune(
    game: AnyGame,
    agent: Union[Agent, str],
    *,
    optimizer: str = "cma-es:iterations=50",
    against: Union[Agent, str, None] = None,
    opening_plies: int = 0,
    ranges: Optional[Dict[str, Tuple[float, float]]] = None,
    start: Optional[Sequence[float]] = None,
    repeats: int = 1,
    recheck: int = 0,
    elites: int = 3,
    playoff: int = 30,
    luck: str = "shared",
    seed: int = 1,
    state: Optional[Path] = None,
    threads: Optional[int] = None,
    progress: AnyProgress = False,
) -> Tuning:
    """Finds weights of an agent by playing. The options are those of `plywise tune`; `ranges` looks for weights elsewhere,
    such as `{"h1": (-10, 10)}`."""
    terms = dict(
        optimizer=optimizer,
        opening_plies=opening_plies,
        ranges={} if ranges is None else ranges,
        start=None if start is None else list(start),
        repeats=repeats,
        recheck=recheck,
        elites=elites,
        playoff=playoff,
        luck=luck,
        seed=seed,
        state=state,
        threads=threads,
    )
    watch, end = watcher(progress, "iterations")
    try:
        return Tuning(_plywise.tune_weights(game, agent, against, terms, watch))
    finally:
        end()


def train(game: AnyGame, *, watch: Optional[Callable[[str], Any]] = None, **options: Any) -> Facts:
    """Lets a network learn from its own games, as `plywise train` does, whose options these are: `time`, `games`, `state`,
    `out` and more. `watch` is called with news in words."""
    return _verb("train", game, watch, options)


def databases(game: AnyGame, *, watch: Optional[Callable[[str], Any]] = None, **options: Any) -> Facts:
    """Works out exact values of endings, as `plywise databases` does, whose options these are: `pieces`, `unit`, `plan`, `verify`,
    `cache` and more. `watch` is called with news in words."""
    return _verb("databases", game, watch, options)


def _verb(name: str, game: AnyGame, watch: Optional[Callable[[str], Any]], options: Dict[str, Any]) -> Facts:
    """A command of the game's own, and what it tells with `--json`."""
    return Facts(json.loads("\n".join(_plywise.run_verb(name, game, {**options, "json": True}, watch))))

"""What the package is built on, in Rust."""

from os import PathLike
from typing import Any, Callable, Dict, List, Optional, Protocol, Sequence, Tuple, Union, final

__version__: str

class Rules(Protocol):
    """A position of a game that is written in Python: an object that never changes. It may also have `is_over()`,
    where that is cheaper than listing moves, `value()`, what it is worth to the seat to move, and `key()`, which is the same
    for positions that are the same; `str` draws it."""

    def turn(self) -> int:
        """Whose turn it is: 0 or 1."""

    def moves(self) -> Sequence[Any]:
        """The legal moves, each written as `str` writes it; none once the game is over."""

    def play(self, move: Any, /) -> "Rules":
        """The position after a move."""

    def payoff(self, seat: int, /) -> int:
        """What a seat gets once the game is over: what the other loses."""

class Player(Protocol):
    """Whoever plays: an `Agent`, or an object of yours. It may also have `new_game(seed)`."""

    def choose(self, position: "Position", clock: Optional["Clock"], /) -> str:
        """The text of a legal move."""

class TimeLeft(Protocol):
    """What a contest tells its players of their time; it may also have `increment`, `moves_left` and `per_move`."""

    @property
    def left(self) -> float:
        """Seconds that are left."""

@final
class Game:
    """A game under its options, such as `Game("othello:size=6")`; names and options are those of `plywise games`."""

    def __new__(cls, name: str) -> "Game": ...
    @staticmethod
    def of(start: Rules, name: Optional[str] = None) -> "Game":
        """A game that is written in Python and begins at `start`; it is called after its class unless it has a name."""

    @property
    def name(self) -> str:
        """The game and its options as they were given."""

    @property
    def seats(self) -> int:
        """Number of seats."""

    @property
    def actions(self) -> int:
        """How many numbers there are for what seats choose: 0 where the game has none."""

    @property
    def seat_names(self) -> List[str]:
        """What the game calls its seats, the first one first."""

    def agents(self) -> List[Dict[str, Any]]:
        """The agents that can play the game, each with its options."""

    def openings(self) -> List[Dict[str, Any]]:
        """The suites of openings that the game has: its own, and that of a file."""

    def start(self, seed: int = 1) -> "Position":
        """The start that belongs to a seed, which is also the source of all luck in the game."""

    def position(self, text: Union[str, "Position"], seed: int = 1, *, moves: Sequence[str] = ()) -> "Position":
        """A position in the game's notation, or one that there is, without the way that led to it; `moves` led to it, which is kept
        and not tried."""

    def replay(self, text: str) -> List[Dict[str, Any]]:
        """Plays the games of a file by the rules: number, tags, start, moves and result of each, and where it breaks (ply,
        error)."""

    def perft(
        self, depth: int, position: Union[str, "Position", None] = None, *, divide: bool = False, pass_is_free: bool = False
    ) -> Any:
        """The leaves of the full tree; with `divide` a dictionary of those below each move."""

@final
class Position:
    """A position of a game. It never changes: `play` gives another one."""

    @property
    def game(self) -> Game:
        """The game that it is of."""

    @property
    def turn(self) -> Optional[int]:
        """Whose turn it is: the number of a seat, from 0. None at a turn of chance and once the game is over."""

    @property
    def turn_name(self) -> Optional[str]:
        """What the game calls the seat to move."""

    @property
    def is_chance(self) -> bool:
        """Whether chance has the turn: `legal_moves` are its outcomes, `roll` draws one."""

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""

    @property
    def plies(self) -> int:
        """Moves that were played since the start, outcomes of chance included."""

    @property
    def text(self) -> str:
        """The position in the game's notation: `Game.position` reads it."""

    @property
    def planes(self) -> List[str]:
        """What the planes of `to_numpy` show."""

    @property
    def state(self) -> Any:
        """The object that the position is in a game that is written in Python; None in others."""

    @property
    def moves(self) -> List[str]:
        """The moves of seats that led here: those that were played, after those that `Game.position` was told."""

    def legal_moves(self) -> Tuple[str, ...]:
        """The legal moves in the order of the rules; none once the game is over."""

    def play(self, *moves: str) -> "Position":
        """The position after these moves, one after another."""

    def roll(self) -> "Position":
        """The position after the turns of chance that come next, drawn with the game's own luck."""

    def payoffs(self) -> List[int]:
        """The points of each seat once the game is over; those of a game of one seat at any time."""

    def actions(self) -> List[Tuple[int, ...]]:
        """The numbers of each of `legal_moves`: more than one where a move has several parts, such as the jumps of a capture; none for
        passes and outcomes of chance."""

    def seen(self, seat: int) -> str:
        """The position's text with nothing in it that a seat may not see."""

    def record(self) -> str:
        """The game so far in its own notation, as it stands in a file."""

    def diagram(self, color: bool = False) -> str:
        """The board as lines of text, in colours of a terminal if asked."""

    def to_numpy(self) -> Any:
        """The board as an array of numpy: planes x rows x columns of float32, row 0 at the top; `planes` names them."""

    def _planes(self) -> Tuple[List[str], int, int, bytes]: ...
    def _repr_svg_(self) -> str: ...

@final
class Agent:
    """An agent with its options, such as `Agent("pvs:depth=8")`; names and options are those of `plywise agents`. `seed` is
    the source of all that it draws."""

    def __new__(cls, name: str, seed: int = 1) -> "Agent": ...
    @property
    def name(self) -> str:
        """The agent and its options."""

    def choose(self, position: Position, clock: Union["Clock", str, "TimeLeft", None] = None, /) -> str:
        """The move that the agent plays in a position, under a clock if there is one: a `Clock`, its text, or what a contest gives its
        players: anything with `left`, and perhaps `increment`, `moves_left` and `per_move`."""

@final
class RawBatch:
    """What `plywise.envs.Batch` is built on."""

    def __new__(cls, game: Game, copies: int, seed: int) -> "RawBatch": ...
    def shape(self) -> Tuple[int, int, List[str], int, int]: ...
    def reset(self, seed: int) -> None: ...
    def step(self, actions: bytes, lenient: bool) -> None: ...
    def see(self) -> Tuple[bytearray, bytearray, bytearray, bytearray, bytearray, bytearray]: ...

@final
class Clock:
    """What a seat has on its clock; `Clock("game=60s,increment=1s")` is a full one. All times are in seconds."""

    def __new__(cls, control: str) -> "Clock": ...
    @property
    def left(self) -> float:
        """What is left; a move that takes longer loses."""

    @property
    def increment(self) -> float:
        """What is added after each move."""

    @property
    def moves_left(self) -> Optional[int]:
        """Own moves until the clock is full again, this one included; None if it never is."""

    @property
    def share(self) -> float:
        """What an even share gives this move."""

@final
class Found:
    """What a match or tournament found: `plywise.Report` shows it."""

    def facts(self) -> Dict[str, Any]: ...
    def table(self) -> Tuple[List[str], List[Tuple[str, List[str]]]]: ...
    def lines(self) -> Tuple[str, List[str]]: ...
    def page(self) -> str: ...
    def games(self) -> List[Dict[str, Any]]: ...

@final
class Units:
    """Units of work that a cluster does, handed out and written down: what `plywise.cluster` is built on."""

    def next(self, most: int) -> Optional[str]: ...
    def take(self, results: List[str]) -> int: ...
    def done(self) -> Tuple[int, int]: ...
    def left(self) -> int: ...

@final
class Worker:
    """Who does such units, in a process of the cluster."""

    def work(self, task: str) -> str: ...

def games_list() -> List[Dict[str, Any]]: ...
def analyze(
    position: Position,
    agent: Union[Agent, str, None] = None,
    *,
    all_moves: bool = False,
    seed: int = 1,
    watch: Optional[Callable[[Dict[str, Any]], Any]] = None,
) -> Dict[str, Any]: ...
def solve(position: Position, *, time: str = "60s", table: int = 256, threads: int = 1) -> Dict[str, Any]: ...
def explain(position: Position, agent: Union[Agent, str, None] = None) -> Dict[str, Any]: ...
def tree_svg(position: Position, agent: Union[Agent, str], *, fold: int = 12) -> Tuple[str, int]: ...
def contest(
    game: Game, agents: List[Any], terms: Dict[str, Any], watch: Optional[Callable[[int, int], None]]
) -> Found: ...
def contest_units(
    game: Game, agents: List[Any], terms: Dict[str, Any], store: Union[str, "PathLike[str]"]
) -> Units: ...
def contest_worker(game: Union[Game, str], agents: List[Any], terms: Dict[str, Any]) -> Worker: ...
def stored(store: Union[str, "PathLike[str]"]) -> List[Dict[str, Any]]: ...
def stored_games(
    store: Union[str, "PathLike[str]"], experiment: Optional[str], each: Callable[[List[Tuple[str, List[Any]]]], Any]
) -> None: ...
def tune_weights(
    game: Union[Game, str],
    agent: Union[Agent, str],
    against: Union[Agent, str, None],
    terms: Dict[str, Any],
    watch: Optional[Callable[[int, int], None]],
) -> Dict[str, Any]: ...
def tune_units(
    game: Union[Game, str], agent: Union[Agent, str], against: Union[Agent, str, None], terms: Dict[str, Any]
) -> Tuple[Units, str, Optional[str]]: ...
def tune_worker(game: str, agent: str, against: Optional[str], opening_plies: int) -> Worker: ...
def run_verb(
    name: str, game: Union[Game, str], options: Dict[str, Any], watch: Optional[Callable[[str], Any]]
) -> List[str]: ...
def lab_list() -> List[Dict[str, Any]]: ...
def lab_series(name: str, full: bool) -> Tuple[str, str, List[int]]: ...
def lab_units(name: str, text: str, number: int, full: bool, out: Union[str, "PathLike[str]"]) -> Units: ...
def lab_worker(name: str, text: str, number: int, full: bool) -> Worker: ...
def lab_run(
    name: str,
    full: bool,
    out: Union[str, "PathLike[str]"],
    threads: Optional[int],
    fresh: bool,
    watch: Optional[Callable[[int, int], None]],
) -> Dict[str, Any]: ...

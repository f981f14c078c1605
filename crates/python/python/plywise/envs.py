"""Environments for learners: many games at once (`Batch`), Gymnasium's (`GameEnv`, `GameVectorEnv`), PettingZoo's (`aec_env`).

A move is a number, the same for the same move at every position of a game; one of several parts, such as a capture of several
jumps, is several actions of the same seat. Chance and forced passes take their turns by themselves. What is seen are the planes of
`Position.to_numpy`. Where this module is imported Gymnasium knows `plywise/2048-v0` and the others of `ENVIRONMENTS`.
"""

from __future__ import annotations

from typing import Any, Dict, List, Optional, Sequence, Tuple, Union

from . import _plywise
from ._plywise import Agent, Game, Position
from ._reports import need, opened

try:
    import gymnasium
    from gymnasium.vector import AutoresetMode, VectorEnv

    Env: Any = gymnasium.Env
    Vector: Any = VectorEnv
    NEXT_STEP: Any = AutoresetMode.NEXT_STEP
except ImportError:  # then only `Batch` is to be had
    Env = Vector = object
    NEXT_STEP = None

__all__ = ["ENVIRONMENTS", "Batch", "GameEnv", "GameVectorEnv", "aec_env"]

#: Gymnasium's names of our games, and against whom one plays unless told otherwise.
ENVIRONMENTS: Dict[str, Tuple[str, Optional[str]]] = {
    "plywise/2048-v0": ("2048", None),
    "plywise/CantGoBack-v0": ("cantgoback", "alphabeta:depth=2"),
    "plywise/Checkers-v0": ("checkers", "alphabeta:depth=2"),
    "plywise/ConnectFour-v0": ("connect-four", "alphabeta:depth=2"),
    "plywise/Othello-v0": ("othello", "alphabeta:depth=2"),
}


class Batch:
    """Games of one kind that go on together, each with its own luck; one that is over starts anew at the next step.

    After `Batch(game, copies)`, `reset` and each `step`, for each of the n games:

    - `observations`: n x planes x rows x columns of `float32`
    - `masks`: n x actions of `bool`, the legal ones
    - `turns`: the seat to move, -1 where a game is over
    - `rewards`: n x seats of `float32`: points that a step brought in a game of one seat; in others 1 for who won at the end and -1 for
      who lost
    - `points`: n x seats of `int32`: the points so far, in games of several seats 0 before the end
    - `over`: n of `bool`

    `planes` names the planes.
    """

    numpy: Any
    game: Game
    seats: int
    actions: int
    planes: List[str]
    rows: int
    columns: int
    observations: Any
    masks: Any
    turns: Any
    rewards: Any
    points: Any
    over: Any

    def __init__(self, game: Union[Game, str], copies: int, seed: int = 1) -> None:
        self.numpy = need("numpy", "arrays")
        self.game = opened(game)
        self.copies = copies
        self._raw = _plywise.RawBatch(self.game, copies, seed)
        self.seats, self.actions, self.planes, self.rows, self.columns = self._raw.shape()
        self._look()

    def __len__(self) -> int:
        return self.copies

    def __repr__(self) -> str:
        return f"Batch({self.game.name!r}, {self.copies})"

    def _look(self) -> None:
        boards, masks, turns, rewards, points, over = self._raw.see()
        numpy, n = self.numpy, self.copies
        self.observations = numpy.frombuffer(boards, numpy.float32).reshape(n, -1, self.rows, self.columns)
        self.masks = numpy.frombuffer(masks, numpy.bool_).reshape(n, self.actions)
        self.turns = numpy.frombuffer(turns, numpy.int8)
        self.rewards = numpy.frombuffer(rewards, numpy.float32).reshape(n, self.seats)
        self.points = numpy.frombuffer(points, numpy.int32).reshape(n, self.seats)
        self.over = numpy.frombuffer(over, numpy.bool_)

    def reset(self, seed: int = 1) -> None:
        """Starts every game anew, with the luck of a seed."""
        self._raw.reset(seed)
        self._look()

    def step(self, actions: Any, *, lenient: bool = False) -> None:
        """Plays an action in each game; those of games that are over count for nothing. One that is not legal is a `ValueError`, and
        nothing is played; with `lenient=True` its game stays as it is."""
        numbers = self.numpy.asarray(actions)
        if numbers.dtype.kind not in "iu" or numbers.shape != (self.copies,):
            raise ValueError(f"actions should be {self.copies} whole numbers, not {numbers.dtype} of shape {numbers.shape}")
        self._raw.step(numbers.astype(self.numpy.int64).tobytes(), lenient)
        self._look()


class _Choice:
    """A position at a seat's turn, and the parts of a move that are chosen already."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.parts: Tuple[int, ...] = ()
        self.settle()

    def settle(self) -> None:
        """Lets chance and forced passes have their turns."""
        self.parts = ()
        while True:
            if self.position.is_chance:
                self.position = self.position.roll()
                continue
            self.numbers = self.position.actions()
            if self.numbers != [()]:
                return
            self.position = self.position.play(*self.position.legal_moves())

    def legal(self) -> List[int]:
        done = len(self.parts)
        return sorted({parts[done] for parts in self.numbers if parts[:done] == self.parts})

    def mask(self, numpy: Any, actions: int) -> Any:
        mask = numpy.zeros(actions, dtype=numpy.int8)
        mask[self.legal()] = 1
        return mask

    def choose(self, action: int) -> None:
        """Plays an action that is legal."""
        self.parts += (action,)
        if self.parts in self.numbers:
            whole = self.numbers.index(self.parts)
            self.position = self.position.play(self.position.legal_moves()[whole])
            self.settle()

    def points(self, seat: int) -> float:
        """What a game that is over is worth to a seat: 1, 0 or -1."""
        payoffs = self.position.payoffs()
        best = max(points for other, points in enumerate(payoffs) if other != seat)
        return float((payoffs[seat] > best) - (payoffs[seat] < best))


def _spaces(game: Game) -> Tuple[Any, Any]:
    """What is seen and what can be done, as Gymnasium's spaces."""
    numpy = need("numpy", "arrays")
    spaces = need("gymnasium", "environments").spaces
    shape = game.start().roll().to_numpy().shape if game.actions else None
    if shape is None:
        raise ValueError(f"{game.name} has no numbers for its boards and moves")
    return spaces.Box(0.0, numpy.inf, shape, numpy.float32), spaces.Discrete(game.actions)


class GameEnv(Env):  # type: ignore[misc]
    """A game as an environment of Gymnasium: alone, or in one seat against agents.

    Observations are planes; `info["action_mask"]` and `action_masks()` say what is legal. The reward is the points of a game of one seat
    as they come; in others 1, 0 or -1 at the end. An action that is not legal changes nothing in a game of one seat, and loses the
    others; `info["illegal"]` says so.
    """

    metadata: Dict[str, Any] = {"render_modes": ["ansi", "human"], "render_fps": 4}
    numpy: Any
    game: Game
    against: Optional[str]
    seat: int
    render_mode: Optional[str]
    observation_space: Any
    action_space: Any

    def __init__(
        self,
        game: Union[Game, str],
        against: Optional[str] = None,
        seat: int = 0,
        render_mode: Optional[str] = None,
    ) -> None:
        self.numpy = need("numpy", "arrays")
        need("gymnasium", "environments")
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError(f"render_mode={render_mode!r} should be None, 'ansi' or 'human'")
        self.game = opened(game)
        if self.game.seats > 1 and against is None:
            raise ValueError(f"{self.game.name} has {self.game.seats} seats: against= names the agent in the others, such as 'random'")
        if self.game.seats == 1 and against is not None:
            raise ValueError(f"{self.game.name} has one seat: nobody plays against it")
        if not 0 <= seat < self.game.seats:
            raise ValueError(f"seat={seat} should be from 0 to {self.game.seats - 1}")
        self.against, self.seat, self.render_mode = against, seat, render_mode
        if against is not None:
            Agent(against).choose(self.game.start().roll())  # whoever cannot play says so now
        self.observation_space, self.action_space = _spaces(self.game)
        self._at: Optional[_Choice] = None

    def reset(self, *, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None) -> Tuple[Any, Dict[str, Any]]:
        super().reset(seed=seed, options=options)
        seeds = [int(seed) for seed in self.np_random.integers(2**62, size=2)]
        self._at = _Choice(self.game.start(seeds[0]))
        self._opponent = Agent(self.against, seeds[1]) if self.against is not None else None
        self._lost = False
        self._answer()
        return self._seen()

    def _playing(self) -> _Choice:
        if self._at is None:
            raise RuntimeError("reset() comes before everything else")
        return self._at

    def _answer(self) -> None:
        """Lets the other seats play until it is ours again."""
        at = self._playing()
        while at.position.turn not in (None, self.seat):
            assert self._opponent is not None
            at.position = at.position.play(self._opponent.choose(at.position))
            at.settle()

    def _seen(self, **info: Any) -> Tuple[Any, Dict[str, Any]]:
        at = self._playing()
        if self.render_mode == "human":
            print(at.position.diagram(color=True))
        return at.position.to_numpy(), {"action_mask": self.action_masks(), **info}

    def action_masks(self) -> Any:
        """1 for each action that is legal, else 0."""
        if self._lost:
            return self.numpy.zeros(self.game.actions, dtype=self.numpy.int8)
        return self._playing().mask(self.numpy, self.game.actions)

    def step(self, action: Any) -> Tuple[Any, float, bool, bool, Dict[str, Any]]:
        at = self._playing()
        if at.position.is_over or self._lost:
            raise RuntimeError("the game is over; reset() starts another one")
        if int(action) not in at.legal():
            self._lost = self.game.seats > 1
            observation, info = self._seen(illegal=True)
            return observation, -1.0 if self._lost else 0.0, self._lost, False, info
        before = self._score()
        at.choose(int(action))
        self._answer()
        over = at.position.is_over
        if self.game.seats == 1:
            reward = float(self._score() - before)
        else:
            reward = at.points(self.seat) if over else 0.0
        observation, info = self._seen()
        return observation, reward, over, False, info

    def _score(self) -> int:
        return self._playing().position.payoffs()[0] if self.game.seats == 1 else 0

    def render(self) -> Optional[str]:
        if self.render_mode == "ansi":
            return self._playing().position.diagram()
        return None


class GameVectorEnv(Vector):  # type: ignore[misc]
    """Many games of one seat at once, as an environment of Gymnasium; a game that is over starts anew at the next step.

    What `GameEnv` says holds here; `infos["action_mask"]` is num_envs x actions.
    """

    metadata: Dict[str, Any] = {"render_modes": [], "autoreset_mode": NEXT_STEP}
    game: Game
    num_envs: int
    single_observation_space: Any
    single_action_space: Any
    observation_space: Any
    action_space: Any
    batch: Batch

    def __init__(self, game: Union[Game, str], num_envs: int = 1) -> None:
        need("gymnasium", "environments")
        from gymnasium.vector.utils import batch_space

        self.game = opened(game)
        if self.game.seats != 1:
            raise ValueError(f"{self.game.name} has {self.game.seats} seats: Batch plays many games of all seats at once")
        self.num_envs = num_envs
        self.single_observation_space, self.single_action_space = _spaces(self.game)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.batch = Batch(self.game, num_envs)

    def reset(self, *, seed: Optional[Any] = None, options: Optional[Dict[str, Any]] = None) -> Tuple[Any, Dict[str, Any]]:
        if isinstance(seed, Sequence):
            raise ValueError("seed should be one number: each game draws its own luck from it")
        super().reset(seed=seed, options=options)
        self.batch.reset(int(self.np_random.integers(2**62)))
        return self.batch.observations, {"action_mask": self.batch.masks}

    def step(self, actions: Any) -> Tuple[Any, Any, Any, Any, Dict[str, Any]]:
        self.batch.step(actions, lenient=True)
        batch = self.batch
        truncated = batch.numpy.zeros(self.num_envs, dtype=bool)
        return batch.observations, batch.rewards[:, 0], batch.over, truncated, {"action_mask": batch.masks}


def aec_env(game: Union[Game, str], render_mode: Optional[str] = None) -> Any:
    """A game of two seats as PettingZoo's: agents are `player_0` and `player_1`, observations are `{"observation", "action_mask"}`, rewards
    1, 0 or -1 at the end; an action that is not legal loses."""
    from ._aec import raw_env

    wrappers = need("pettingzoo", "environments").utils.wrappers
    env = wrappers.TerminateIllegalWrapper(raw_env(game, render_mode), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(env))


def _register() -> None:
    """Tells Gymnasium its names of our games."""
    registration = gymnasium.envs.registration
    for name, (game, against) in ENVIRONMENTS.items():
        kwargs = {"game": game} if against is None else {"game": game, "against": against}
        vector = "plywise.envs:GameVectorEnv" if against is None else None
        registration.register(name, "plywise.envs:GameEnv", kwargs=kwargs, vector_entry_point=vector)


if Env is not object:
    _register()

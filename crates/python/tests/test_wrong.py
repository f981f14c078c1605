"""Wrong input: each kind is one exception of one line that says what is wrong."""

import pickle

import pytest

import plywise
from plywise import Agent, Clock, Game
from conftest import First, Nim

SMALL = "othello:size=6"
START = Game(SMALL).start()
OVER = Game("connect-four").start().play(*"dcdcdcd")


class NoChoose:
    pass


class NoPayoff:
    turn = moves = play = lambda self: None  # noqa: E731


WRONG = [
    # What there is not.
    (lambda: Game("otello"), ValueError, "did you mean othello?"),
    (lambda: Game(""), ValueError, "has no name in front"),
    (lambda: Game("othello:"), ValueError, "ends where options should follow"),
    (lambda: Game("othello:size"), ValueError, "where key=value should stand"),
    (lambda: Game("othello:size=7"), ValueError, "size"),
    (lambda: Game("othello:sise=6"), ValueError, "did you mean size?"),
    (lambda: Game("othello:size=6,size=8"), ValueError, "gives size twice"),
    (lambda: Game("cantgoback:board=nowhere.csv"), ValueError, "nowhere.csv"),
    (lambda: Game(6), TypeError, "'int' object is not an instance of 'str'"),
    (lambda: Game(None), TypeError, "'None' is not an instance of 'str'"),
    (lambda: Game(), TypeError, "missing"),
    # Positions and moves.
    (lambda: Game(SMALL).position(""), ValueError, "square a1"),
    (lambda: Game(SMALL).position("x" * 1000), ValueError, "side to move"),
    (lambda: Game("checkers").position("W:W99"), ValueError, "99"),
    (lambda: Game("2048").position("3"), ValueError, "3"),
    (lambda: Game(SMALL).position(b"X"), TypeError, "'bytes' object"),
    (lambda: Game(SMALL).start(seed=-1), ValueError, "seed=-1 should be a whole number from 0 to 18446744073709551615"),
    (lambda: Game(SMALL).position("start", 2**64), ValueError, "seed=18446744073709551616"),
    (lambda: Game(SMALL).position(Game("checkers").start()), ValueError, "a position of checkers, not of othello:size=6"),
    (lambda: Game(SMALL).start(seed="x"), TypeError, "as an integer"),
    (lambda: START.play("z9"), ValueError, "legal: c2 b3 e4 d5"),
    (lambda: START.play("c2", "c2"), ValueError, "legal:"),
    (lambda: START.play(3), TypeError, "str"),
    (lambda: START.play("\ud800"), UnicodeEncodeError, "surrogates"),
    (lambda: OVER.play("a"), ValueError, "the game is over"),
    (lambda: START.payoffs(), ValueError, "the game is not over"),
    (lambda: START.seen(2), ValueError, "seat=2 should be a whole number from 0 to 1"),
    (lambda: START.seen(-1), ValueError, "seat=-1"),
    (lambda: START.seen("a"), TypeError, "seat: 'str' object"),
    (lambda: setattr(START, "text", "x"), AttributeError, "text"),
    (lambda: Game(SMALL).replay("c2c2"), None, ""),
    (lambda: Game("checkers").replay("1. 11-15 99-1"), None, ""),
    # Agents and clocks.
    (lambda: Agent("pvs:"), ValueError, "ends where options should follow"),
    (lambda: Agent("random", -1), ValueError, "seed=-1"),
    (lambda: Agent(3), TypeError, "'int' object"),
    (lambda: Agent("nobody").choose(START), ValueError, 'there is no agent "nobody"'),
    (lambda: Agent("pvs:dept=3").choose(START), ValueError, "did you mean depth?"),
    (lambda: Agent("pvs:depth=0").choose(START), ValueError, "depth"),
    (lambda: Agent("human").choose(START), ValueError, "is a person"),
    (lambda: Agent("random").choose(OVER), ValueError, "the game is over"),
    (lambda: Agent("random").choose(Game("2048").start()), ValueError, "chance has the turn"),
    (lambda: Agent("random").choose(START, "soon"), ValueError, "should be one of move=500ms"),
    (lambda: Agent("random").choose(START, 3), TypeError, "clock should be a plywise.Clock"),
    (lambda: Agent("random").choose(SMALL), TypeError, "Position"),
    (lambda: Agent("engine:cmd=/nowhere,protocol=gtp").choose(START), ValueError, "/nowhere"),
    (lambda: Clock("move=0s"), ValueError, "move"),
    (lambda: Clock("game=1m,increment=x"), ValueError, "increment"),
    # Thinking.
    (lambda: plywise.analyze("otello"), ValueError, "did you mean othello?"),
    (lambda: plywise.analyze(OVER), ValueError, "there is nothing to choose"),
    (lambda: plywise.analyze(START, position="x"), ValueError, "a position already"),
    (lambda: plywise.analyze(START, First), TypeError, "not type"),
    (lambda: plywise.analyze(START, "pvs:depth=x"), ValueError, "depth"),
    (lambda: plywise.analyze(START, "pvs:table=60000000"), ValueError, "table"),
    (lambda: plywise.analyze(START, "champion", depth=3), TypeError, "depth"),
    (lambda: plywise.solve("2048"), ValueError, "chance"),
    (lambda: plywise.solve(SMALL, time="later"), ValueError, "should be a time"),
    (lambda: plywise.solve(SMALL, table=0), ValueError, "table=0 should be a whole number from 1 to 65536"),
    (lambda: plywise.solve(SMALL, threads=1000), ValueError, "threads=1000"),
    (lambda: plywise.perft(SMALL, 65), ValueError, "depth=65 should be"),
    (lambda: plywise.perft(SMALL, -1), ValueError, "depth=-1 should be a whole number from 0 to 64"),
    (lambda: plywise.perft(SMALL, 2, position=Game("checkers").start()), ValueError, "a position of checkers"),
    (lambda: plywise.analyze(SMALL, position=Game("checkers").start()), ValueError, "a position of checkers"),
    (lambda: plywise.analyze(SMALL, seed=-1), ValueError, "seed=-1"),
    (lambda: plywise.solve(SMALL, threads=-1), ValueError, "threads=-1 should be"),
    (lambda: plywise.solve(SMALL, table=2**70), ValueError, "table=1180591620717411303424 should be"),
    (lambda: plywise.tree(SMALL, "minimax:depth=2", fold=-1), ValueError, "fold=-1"),
    (lambda: plywise.tree(SMALL, "minimax:depth=2", seed=-1), ValueError, "seed=-1"),
    (lambda: plywise.lab.run("x", threads=-1), ValueError, "threads=-1"),
    (lambda: plywise.tune(Game.of(Nim(3)), "pvs"), TypeError, "nothing to tune"),
    (lambda: plywise.train(Game.of(Nim(3))), TypeError, "nothing to tune or to train"),
    (lambda: plywise.perft("checkers", 2, pass_is_free=True), ValueError, "nobody passes"),
    (lambda: plywise.perft(SMALL, 2, position="x"), ValueError, "square"),
    (lambda: plywise.explain(SMALL, "random"), ValueError, "random"),
    (lambda: plywise.tree(SMALL, "random"), ValueError, "no tree that can be drawn"),
    (lambda: plywise.tree(SMALL, "minimax:depth=7"), ValueError, "at most 4000 can be drawn"),
    # Matches and tournaments.
    (lambda: plywise.match(SMALL), ValueError, "0 given"),
    (lambda: plywise.match(SMALL, "random"), ValueError, "is played by 2 agents; 1 given"),
    (lambda: plywise.match(SMALL, "random", "random", "random"), ValueError, "a tournament takes more of them"),
    (lambda: plywise.match(SMALL, "random", 3), TypeError, "not int"),
    (lambda: plywise.match(SMALL, "random", NoChoose), TypeError, "not NoChoose"),
    (lambda: plywise.match(SMALL, "random", NoChoose()), TypeError, "with choose(position, clock)"),
    (lambda: plywise.match(SMALL, "random", "human"), ValueError, "is a person"),
    (lambda: plywise.match(SMALL, "random", "greedy:depth=2"), ValueError, "depth"),
    (lambda: plywise.match(SMALL, "random", First, games=0), ValueError, "games=0 should be a whole number"),
    (lambda: plywise.match(SMALL, "random", First, games=-1), ValueError, "games=-1 should be a whole number that is not negative"),
    (lambda: plywise.match(SMALL, "random", First, games=2**70), ValueError, "games=1180591620717411303424 is too large"),
    (lambda: plywise.match(SMALL, "random", First, opening_plies=-3), ValueError, "opening_plies=-3 should be a whole number"),
    (lambda: plywise.tune("2048", "heuristic", repeats=-1), ValueError, "repeats=-1 should be a whole number"),
    (lambda: plywise.match(SMALL, "random", First, progress="x"), TypeError, "progress='x' should be False, True for a bar, or a function"),
    (lambda: plywise.databases("othello"), ValueError, "has no databases; checkers has"),
    (lambda: plywise.match(SMALL, "random", First, games=1.5), TypeError, "games:"),
    (lambda: plywise.match(SMALL, "random", First, clock="1s"), ValueError, "clock"),
    (lambda: plywise.match(SMALL, "random", First, opening_plies=99), ValueError, "games are over before an agent moves"),
    (lambda: plywise.match(SMALL, "random", First, openings="three-move"), ValueError, "there are: balanced"),
    (lambda: plywise.match(SMALL, "random", First, adjudicate="never"), ValueError, "never"),
    (lambda: plywise.match(SMALL, "random", First, sprt="elo"), ValueError, "elo0=0,elo1=50"),
    (lambda: plywise.match(SMALL, "random", First, threads=0), ValueError, "threads=0"),
    (lambda: plywise.match(SMALL, "random", First, store="/nowhere/games.db"), OSError, "/nowhere/games.db"),
    (lambda: plywise.match(SMALL, "random", First, store=__file__), ValueError, "no store of games"),
    (lambda: plywise.match(SMALL, "random", First, rounds=3), TypeError, "rounds"),
    (lambda: plywise.match(SMALL, "pvs:policy=thrift", "random"), ValueError, "clock"),
    (lambda: plywise.tournament(SMALL, "random"), ValueError, "at least 2 agents"),
    (lambda: plywise.tournament(SMALL, "random", First, rounds=0), ValueError, "rounds=0"),
    (lambda: plywise.tournament(SMALL, "random", First, schedule="swiss"), ValueError, "round-robin, gauntlet, ladder"),
    (lambda: plywise.stored("/nowhere.db"), (ValueError, OSError), "/nowhere.db"),
    # Games in Python.
    (lambda: Game.of(Nim), TypeError, "not with a class"),
    (lambda: Game.of(3), TypeError, "int has no turn"),
    (lambda: Game.of(NoPayoff()), TypeError, "NoPayoff has no payoff"),
    (lambda: Game.of(Nim(3), "othello"), ValueError, "give yours another name"),
    (lambda: Game.of(Nim(3), "my game"), ValueError, "is no name of a game"),
    (lambda: Game.of(Nim(3)).start().play("4"), ValueError, "legal: 1 2 3"),
    (lambda: Game.of(Nim(3)).position("1 9"), ValueError, "a position is the moves that lead to it"),
    (lambda: Game.of(Nim(3)).position(" "), ValueError, "start is the first"),
    (lambda: Game.of(Nim(3)).start().to_numpy(), ValueError, "has no board of numbers"),
    (lambda: Game.of(Nim(3)).__reduce__(), TypeError, "cannot be pickled"),
    (lambda: pickle.dumps(Game.of(Nim(3)).start()), TypeError, "cannot be pickled"),
]


@pytest.mark.parametrize("number", range(len(WRONG)))
def test_wrong_input_is_one_clear_exception(number):
    use, kind, part = WRONG[number]
    if kind is None:
        assert use()[0]["error"]
        return
    with pytest.raises(kind) as raised:
        use()
    told = str(raised.value)
    assert part in told and told.strip() and len(told.splitlines()) == 1


def test_there_are_enough_kinds():
    assert len(WRONG) >= 100

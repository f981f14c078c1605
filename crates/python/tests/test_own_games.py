"""Games that are written in Python."""

import threading
import time

import plywise
import pytest
from conftest import First, Nim

SEARCHES = ["minimax:depth=5", "alphabeta:depth=5", "pvs:depth=5", "mtdf:depth=5"]


class Stones:
    """Connect Four as a student writes it."""

    def __init__(self, columns=((),) * 7, mover=0):
        self.columns, self.mover = columns, mover

    def at(self, column, row):
        return self.columns[column][row] if 0 <= column < 7 and 0 <= row < len(self.columns[column]) else None

    def last_wins(self):
        other = 1 - self.mover
        for column in range(7):
            for row in range(len(self.columns[column])):
                for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
                    if all(self.at(column + i * dx, row + i * dy) == other for i in range(4)):
                        return True
        return False

    def turn(self):
        return self.mover

    def moves(self):
        return [] if self.last_wins() else ["abcdefg"[column] for column in range(7) if len(self.columns[column]) < 6]

    def play(self, move):
        column = "abcdefg".index(move)
        columns = list(self.columns)
        columns[column] = (*columns[column], self.mover)
        return Stones(tuple(columns), 1 - self.mover)

    def payoff(self, seat):
        return 0 if not self.last_wins() else -1 if seat == self.mover else 1

    def key(self):
        return self.columns


def test_a_game_in_python_is_the_same_game():
    """Counts and values are those of the game of ours."""
    game, ours = plywise.Game.of(Stones()), plywise.Game("connect-four")
    assert [plywise.perft(game, depth) for depth in range(5)] == [plywise.perft(ours, depth) for depth in range(5)]
    moves = "dcdcac"
    values = {one["move"]: one["value_text"] for one in plywise.analyze(game.start().play(*moves), "pvs:depth=4", all_moves=True).moves}
    proven = {one["move"]: one["value_text"] for one in plywise.analyze(ours.start().play(*moves), "pvs:depth=4", all_moves=True).moves}
    ends = lambda values: {move: value for move, value in values.items() if "win" in value or "loss" in value}  # noqa: E731
    assert ends(values) == ends(proven) and ends(values)


@pytest.mark.parametrize("search", SEARCHES)
def test_every_search_finds_the_same_values(nim, search):
    position = nim.start().play("1", "1", "2", "2", "1", "1", "3", "3")
    assert position.text == "1 1 2 2 1 1 3 3" and position.state.coins == 7
    analysis = plywise.analyze(position, search)
    assert (analysis.best, analysis.value_text) == ("3", "win in 3")
    lost = plywise.analyze(position.play("3"), search, all_moves=True)
    assert {one["move"]: one["value_text"] for one in lost.moves} == dict.fromkeys("123", "loss in 2")


def test_a_game_in_python_is_played_and_kept(nim):
    report = plywise.match(nim, "pvs:depth=21", "random", games=10, records=True)
    assert report.agents[0]["wins"] == 10 and report.game == "nim"
    played = nim.replay(report.records[0].game)[0]
    assert played["error"] is None and played["start"] == "start" and played["moves"]
    end = nim.start().play(*played["moves"])
    assert end.is_over and end.payoffs() == report.records[0].payoffs
    assert plywise.match(nim, First, "mcts:iterations=200", games=4).games == 4
    assert plywise.tournament(nim, First, "random", "greedy", rounds=2).games == 12


def test_a_game_in_python_is_solved(nim):
    assert plywise.solve(nim).value_text == "win in 11"
    lost = plywise.Game.of(Nim(20), name="twenty")
    assert plywise.solve(lost).value_text == "loss in 10" and lost.name == "twenty"


def test_values_of_the_game_are_used():
    class Race(Nim):
        def play(self, coins):
            return Race(self.coins - coins, 1 - self.mover)

        def value(self):
            return self.coins / 10

        def __str__(self):
            return f"{self.coins} coins"

    game = plywise.Game.of(Race(21))
    assert str(game.start()) == "21 coins\n"
    assert plywise.analyze(game, "alphabeta:depth=1").value == -1.8
    analysis = plywise.analyze(game, "alphabeta:depth=2", all_moves=True)
    assert {one["move"]: one["value"] for one in analysis.moves} == {"1": 1.7, "2": 1.6, "3": 1.5}


def test_a_name_that_is_none_and_a_game_that_is_over_are_told():
    with pytest.raises(ValueError, match="is no name of a game; letters, digits, - and _ make one"):
        plywise.Game.of(Nim(20), name="Nïm ☃")
    with pytest.raises(ValueError, match="nim: the game is over at its start"):
        plywise.match(plywise.Game.of(Nim(0)), "random", "random", games=2)


@pytest.mark.parametrize("agent", ["greedy", "alphabeta:depth=1", "pvs:depth=1", "minimax:depth=1"])
def test_chances_of_winning_are_told_apart(agent):
    class Choice(Nim):
        """Three moves, then twenty more without a choice."""

        worth = 0.0

        def key(self):
            return (self.coins, self.worth)

        def moves(self):
            return ["a", "b", "c"] if self.coins == 21 else ["on"] if self.coins else []

        def play(self, move):
            one = Choice(self.coins - 1, 1 - self.mover)
            one.worth = {"a": 0.0, "b": 0.0004, "c": 0.0002}.get(move, 0.0)
            return one

        def value(self):
            return -self.worth

    assert plywise.analyze(plywise.Game.of(Choice(21)), agent).best == "b"


def test_the_end_of_a_game_may_be_told_apart_from_its_moves():
    class Told(Nim):
        def is_over(self):
            return self.coins == 0

        def moves(self):
            assert self.coins > 0, "nobody asks for moves once the game is over"
            return super().moves()

        def play(self, coins):
            return Told(self.coins - coins, 1 - self.mover)

    told, plain = plywise.Game.of(Told(9)), plywise.Game.of(Nim(9))
    assert plywise.solve(told).value_text == plywise.solve(plain).value_text
    assert [plywise.perft(told, depth) for depth in range(9)] == [plywise.perft(plain, depth) for depth in range(9)]
    assert told.start().play("3", "3", "3").legal_moves() == ()


def test_long_games_take_no_room_on_the_stack():
    class Endless(Nim):
        def moves(self):
            return ["x"]

        def play(self, move):
            return Endless(self.coins + 1, 1 - self.mover)

    position = plywise.Game.of(Endless(0)).start()
    for _ in range(100):
        position = position.play(*["x"] * 500)
    assert position.plies == 50_000
    del position


def test_the_game_is_asked_once_of_positions_with_one_key():
    """However many ways lead to a position, and however often a search comes by; an exception is not remembered."""

    class Counted(Nim):
        asked, ill = [], False

        def moves(self):
            if Counted.ill:
                raise LookupError("ill")
            Counted.asked.append((self.coins, self.mover))
            return super().moves()

        def play(self, coins):
            return Counted(self.coins - coins, 1 - self.mover)

        def key(self):
            return ("coins", self.coins)

    game = plywise.Game.of(Counted(9))
    assert plywise.perft(game, 5) == plywise.perft(plywise.Game.of(Nim(9)), 5) > 50
    assert len(Counted.asked) == len(set(Counted.asked)) <= 20
    again, Counted.ill = plywise.Game.of(Counted(9)), True
    with pytest.raises(LookupError, match="ill"):
        plywise.perft(again, 3)
    Counted.ill = False
    assert plywise.perft(again, 3) == 27


def test_a_position_that_was_seen_is_not_made_again():
    """Of an object of Python that is not needed none is made; who asks for it has it, with the way that led to it."""

    class Made(Nim):
        made, way = 0, ()

        def play(self, coins):
            Made.made += 1
            next = Made(self.coins - coins, 1 - self.mover)
            next.way = (*self.way, coins)
            return next

        def key(self):
            return self.coins

    game = plywise.Game.of(Made(9))
    plywise.perft(game, 9)
    ways = {(coins, mover, taken) for coins in range(1, 10) for mover in (0, 1) for taken in (1, 2, 3)}
    assert Made.made <= len(ways) < plywise.perft(game, 5)
    assert game.start().play("1", "2", "1").state.way == (1, 2, 1)
    assert game.start().play("2", "1", "1").state.way == (2, 1, 1)


def test_threads_of_python_share_a_position_whose_rules_take_their_time():
    """A thread that waits for an answer holds nothing that the answer needs."""

    class Slow(Nim):
        def play(self, coins):
            return Slow(self.coins - coins, 1 - self.mover)

        def payoff(self, seat):
            time.sleep(0.2)
            return super().payoff(seat)

    end = plywise.Game.of(Slow(3)).start().play("3")
    found = []
    threads = [threading.Thread(target=lambda: found.append(end.payoffs()), daemon=True) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert found == [[1, -1]] * 4


@pytest.mark.parametrize(
    ("broken", "kind", "part"),
    [
        ({"turn": lambda self: 2}, ValueError, "turn() should return 0 or 1, not 2"),
        ({"turn": lambda self: "me"}, ValueError, "turn() should return 0 or 1, not 'me'"),
        ({"moves": lambda self: 3}, TypeError, "not iterable"),
        ({"moves": lambda self: [""]}, ValueError, "a move is written as str writes it"),
        ({"moves": lambda self: [" "]}, ValueError, "a move is written as str writes it"),
        ({"play": lambda self, move: None}, TypeError, "should return the position after it"),
        ({"play": lambda self, move: 5}, TypeError, "what play(move) returned, int, has no turn"),
        ({"play": lambda self, move: self}, ValueError, "play must return a new position, not change this one"),
        ({"moves": lambda self: [1, 2, 1]}, ValueError, "moves() lists \"1\" twice"),
        ({"play": lambda self, move: 1 / 0}, ZeroDivisionError, "division by zero"),
        ({"is_over": lambda self: self.nothing}, AttributeError, "nothing"),
        ({"payoff": lambda self, seat: 1}, ValueError, "what one seat gets the other should lose"),
        ({"payoff": lambda self, seat: "won"}, ValueError, "payoff(0) should return a whole number"),
        ({"payoff": lambda self, seat: 2**40}, ValueError, "payoff(0) should return a whole number of at most 2147483647 either way, not 1099511627776"),
        ({"value": lambda self: 200_000}, ValueError, "value() should lie within 100000 either way, not 200000: a smaller unit says as much"),
        ({"value": lambda self: "good"}, ValueError, "value() should return a number, not 'good'"),
        ({"value": lambda self: float("nan")}, ValueError, "value() should return a number, not nan"),
        ({"key": lambda self: self.nothing}, AttributeError, "nothing"),
    ],
)
def test_a_broken_game_raises_what_is_wrong_with_it(broken, kind, part):
    class Broken(Nim):
        def play(self, coins):
            return Broken(self.coins - coins, 1 - self.mover)

    for name, method in broken.items():
        setattr(Broken, name, method)
    for use in (
        lambda game: plywise.analyze(game, "pvs:depth=12"),
        lambda game: plywise.match(game, "pvs:depth=4", "alphabeta:depth=2", games=4),
    ):
        with pytest.raises(kind) as raised:
            use(plywise.Game.of(Broken(9)))
        assert part in str(raised.value)
    assert plywise.perft(plywise.Game.of(Nim(9)), 3) == 27, "another game is not concerned"

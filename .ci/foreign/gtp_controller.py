"""A controller of the Go Text Protocol with rules of Othello of its own: it plays at random against the command, from
both sides and on three boards, and holds every answer against its own board."""
import random
import subprocess
import sys

STEPS = [(r, c) for r in (-1, 0, 1) for c in (-1, 0, 1) if r or c]


class Board:
    def __init__(self, size):
        self.size, middle = size, size // 2
        self.discs = {(middle - 1, middle - 1): "w", (middle, middle): "w",
                      (middle - 1, middle): "b", (middle, middle - 1): "b"}

    def turned(self, color, square):
        """The discs that a disc of this color on this square turns over."""
        if square in self.discs:
            return []
        turned = []
        for row, column in STEPS:
            run, at = [], (square[0] + row, square[1] + column)
            while self.discs.get(at, color) != color:
                run.append(at)
                at = (at[0] + row, at[1] + column)
            if self.discs.get(at) == color:
                turned += run
        return turned

    def moves(self, color):
        squares = [(row, column) for row in range(self.size) for column in range(self.size)]
        return [square for square in squares if self.turned(color, square)]

    def play(self, color, square):
        for turned in self.turned(color, square):
            self.discs[turned] = color
        self.discs[square] = color

    def score(self):
        black = sum(1 if disc == "b" else -1 for disc in self.discs.values())
        return "0" if black == 0 else f"B+{black}" if black > 0 else f"W+{-black}"


def name(square):
    return "ABCDEFGH"[square[1]] + str(square[0] + 1)


class Engine:
    def __init__(self, command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.count = 0

    def ask(self, command):
        self.count += 1
        self.process.stdin.write(f"{self.count} {command}\n")
        self.process.stdin.flush()
        lines = []
        while True:
            line = self.process.stdout.readline()
            assert line, f"the engine ended over {command!r}"
            if line == "\n" and lines:
                break
            lines.append(line.rstrip("\n"))
        head = f"={self.count}"
        assert lines[0].startswith(head), (command, lines)
        return "\n".join([lines[0][len(head):].strip()] + lines[1:])


def play(engine, size, own, dice):
    board, color, passes, plies = Board(size), "b", 0, 0
    engine.ask(f"boardsize {size}")
    engine.ask("clear_board")
    while passes < 2:
        legal = board.moves(color)
        told = engine.ask("gogui-rules_legal_moves").split()
        # A side that cannot move has to pass, unless the game is over.
        assert sorted(told) == sorted(map(name, legal)) or (not legal and told in (["PASS"], [])), (told, legal)
        if color == own or not legal:
            move = name(dice.choice(legal)) if legal else "pass"
            engine.ask(f"play {color} {move}")
        else:
            move = engine.ask(f"genmove {color}")
        passes = passes + 1 if move.lower() == "pass" else 0
        if not passes:
            square = (int(move[1]) - 1, "ABCDEFGH".index(move[0].upper()))
            assert square in legal, f"{move} is not legal"
            board.play(color, square)
        color = "w" if color == "b" else "b"
        plies += 1
        assert plies < 200, "the game does not end"
    assert engine.ask("final_score") == board.score(), (engine.ask("final_score"), board.score())
    assert engine.ask("gogui-rules_final_result")
    print(f"gtp: {size}x{size}, {plies} plies, the controller was {own}: {board.score()}")


engine = Engine([sys.argv[1], "engine", "othello", "--protocol", "gtp", "--agent", "alphabeta:depth=4,eval=weighted"])
assert engine.ask("protocol_version") == "2"
assert {"play", "genmove", "undo", "showboard", "final_score"} <= set(engine.ask("list_commands").split())
for size in (4, 6, 8):
    for own in "bw":
        for seed in range(3):
            play(engine, size, own, random.Random(seed))
engine.ask("quit")
assert engine.process.wait(timeout=10) == 0

"""Seats one player in Python: loads its file and speaks the line protocol for it (docs/line-protocol.md).

python host.py '{"player": FILE, "main": FILE, "course": FOLDER or null}'

What the player prints goes to standard error, whatever it reads is empty: the protocol is not disturbed. Lines that begin with
"plywise-error: " tell what went wrong.
"""

import contextlib
import faulthandler
import importlib
import importlib.machinery
import importlib.util
import json
import os
import random
import signal
import sys
import sysconfig
import traceback
import types

HERE = os.path.dirname(os.path.abspath(__file__))
MARK = "plywise-error: "
GIVEN = json.loads(sys.argv[1])
PLAYER = GIVEN["player"]


class Blank(types.ModuleType):
    """Stands for a library that draws: takes every call and does nothing. There is no screen, and nothing may be written."""

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return self

    def __call__(self, *_, **__):
        return self


class Clock:
    """Time for moves: seconds left, seconds added after each move, own moves until it is full again (None: never)."""

    def __init__(self, left, increment=0.0, moves_left=None, per_move=False):
        self.left, self.increment, self.moves_left, self.per_move = left, increment, moves_left, per_move

    @property
    def share(self):
        """Seconds that an even share gives the next move; of a whole game's time, a fortieth."""
        return self.left / (self.moves_left or (1 if self.per_move else 40))

    @staticmethod
    def read(time):
        if not time:
            return None
        if "move_s" in time:
            return Clock(time["move_s"], 0.0, 1, per_move=True)
        return Clock(time["left_s"], time.get("increment_s", 0.0), time.get("moves"))


class Position:
    """What a seat sees at its turn: the text, the legal moves, the moves so far. With the Python package a player gets the
    package's own position, which can also be played on."""

    def __init__(self, game, seat, text, moves, legal):
        self.game, self.turn, self.text, self.moves, self._legal = game, seat, text, list(moves), list(legal)

    def legal_moves(self):
        return list(self._legal)

    def play(self, *_):
        raise NotImplementedError("position.play takes the package plywise, which this Python lacks (docs/python.md)")

    def __str__(self):
        return self.text


class Plain:
    """A player with choose(position, clock)."""

    def __init__(self, found, told):
        self.told = told
        self.player = found() if isinstance(found, type) else found
        if hasattr(self.player, "new_game"):
            self.player.new_game(told["seed"])
        try:
            self.game = importlib.import_module("plywise").Game(told["game"])
        except ImportError:
            self.game = None

    def choose(self, position, moves, legal, clock):
        if self.game is not None:
            seen = self.game.position(position, moves=moves)
        else:
            seen = Position(self.told["game"], self.told["seat"], position, moves, legal)
        return self.player.choose(seen, clock)


def is_of_python(name):
    """Whether a module of Python's own library is called so."""
    if hasattr(sys, "stdlib_module_names"):
        return name in sys.stdlib_module_names
    # Before 3.10.
    places = [sysconfig.get_paths()[key] for key in ("stdlib", "platstdlib")]
    return name in sys.builtin_module_names or importlib.machinery.PathFinder.find_spec(name, places) is not None


def load(main):
    """The module of a player's file."""
    if os.path.basename(main) == "__init__.py":
        name, places = os.path.basename(os.path.dirname(main)), [os.path.dirname(main)]
    else:
        name, places = os.path.splitext(os.path.basename(main))[0], None
    # A file that is called like a module of the system does not take its place.
    name = name if name.isidentifier() and not is_of_python(name) else "player_" + str(abs(hash(name)))
    if places and places[0] != PLAYER:
        # A package in the folder that was handed in: `from ..other import` finds what lies beside it.
        above = sys.modules["hand_in"] = types.ModuleType("hand_in")
        above.__path__ = [os.path.dirname(places[0])]
        name = "hand_in." + name
    spec = importlib.util.spec_from_file_location(name, main, submodule_search_locations=places)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def find(module, adapter):
    """What seats the module's player: a way to seat it, and its class."""
    plain = getattr(module, "Player", None)
    if plain is not None and hasattr(plain, "choose"):
        return Plain, plain
    found = adapter.find(module) if adapter else None
    if found is not None:
        return adapter.Seat, found
    wanted = ["a class Player with choose(self, position, clock)"] + ([adapter.WANTED] if adapter else [])
    raise AttributeError("the file holds no player; wanted: " + ", or ".join(wanted))


def options(game):
    """The options of a game's name: name:key=value,key="value"."""
    found, rest = {}, game.partition(":")[2]
    while rest:
        key, _, rest = rest.partition("=")
        if rest.startswith('"'):
            value, _, rest = rest[1:].partition('"')
            rest = rest.lstrip(",")
        else:
            value, _, rest = rest.partition(",")
        found[key] = value
    return found


def said(error):
    """One line: what, and where in the player's own files."""
    # What this file and the import system do on the way is no part of the player.
    ours = lambda frame: frame.filename == os.path.abspath(__file__) or frame.filename.startswith("<frozen")
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if not ours(frame)]
    place = ""
    if isinstance(error, SyntaxError) and error.filename:
        place = f"{os.path.basename(error.filename)} line {error.lineno}: "
    elif frames:
        own = [frame for frame in frames if frame.filename.startswith(PLAYER)] or frames
        place = f"{os.path.basename(own[-1].filename)} line {own[-1].lineno}: "
    what = error.msg if isinstance(error, SyntaxError) else str(error)
    # Half a character cannot be sent.
    what = str(what).encode("utf-8", "backslashreplace").decode()
    return f"{place}{type(error).__name__}" + (f": {what}" if what else ""), frames


def complain(error, where):
    """Tells of an error on standard error, whole. Its one line."""
    line, frames = said(error)
    text = [where] + ["  " + part for entry in traceback.format_list(frames) for part in entry.rstrip().split("\n")]
    text += "".join(traceback.format_exception_only(type(error), error)).rstrip().split("\n")
    sys.__stderr__.write("".join(MARK + part + "\n" for part in text))
    sys.__stderr__.flush()
    return line


class Host:
    def __init__(self, adapter, module):
        self.way, self.found = find(module, adapter)
        self.told, self.seat, self.moves = None, None, []

    def where(self):
        if self.told is None:
            return "before the first game"
        return f"game with seed {self.told['seed']}, seat {self.told['seat'] + 1}, after {len(self.moves)} moves"

    def new_game(self, message):
        game = message["game"]
        self.told = {"game": game, "options": options(game), "seat": message["seat"], "start": message["position"],
                     "seed": message["seed"]}
        self.seat, self.moves = None, []
        random.seed(message["seed"])
        if "numpy" in sys.modules:
            sys.modules["numpy"].random.seed(message["seed"] % 2**32)

    def go(self, message):
        clock = Clock.read(message.get("time"))
        self.moves += message["moves"]
        if clock:
            # Where it hangs is told a moment before the game is lost; where there is no thread for that, it is not told.
            with contextlib.suppress(RuntimeError):
                faulthandler.dump_traceback_later(clock.left + 0.03, file=sys.__stderr__)
        try:
            if self.seat is None:
                self.seat = self.way(self.found, dict(self.told, clock=clock))
            move = self.seat.choose(message["position"], self.moves, message["legal"], clock)
        finally:
            faulthandler.cancel_dump_traceback_later()
        return move if isinstance(move, str) else repr(move)


def main():
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    lines = os.fdopen(os.dup(0), "r", encoding="utf-8")
    os.dup2(2, 1)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)

    def send(message):
        out.write(json.dumps(message) + "\n")
        out.flush()

    if hasattr(signal, "SIGXCPU"):
        def used_up(*_):
            raise TimeoutError("the processor time of a game is used up")
        signal.signal(signal.SIGXCPU, used_up)
    folder = PLAYER if os.path.isdir(PLAYER) else None
    sys.argv = [GIVEN["main"]]
    system = [path for path in sys.path if path and os.path.abspath(path) != HERE]
    sys.path[:] = [path for path in (folder, GIVEN["course"]) if path] + system
    host = None
    try:
        adapter = importlib.import_module("adapter") if GIVEN["course"] else None
        for name in getattr(adapter, "DRAWING", ()):
            sys.modules[name] = Blank(name)
        if hasattr(adapter, "know"):
            adapter.know(PLAYER)
        host = Host(adapter, load(GIVEN["main"]))
        for line in lines:
            if not line.startswith("{"):
                continue
            message = json.loads(line)
            kind = message.get("type")
            if kind == "hello":
                send({"type": "hello", "name": os.path.basename(PLAYER)})
            elif kind == "new_game":
                host.new_game(message)
            elif kind == "go":
                send({"type": "move", "id": message["id"], "move": host.go(message)})
            elif kind == "quit":
                break
    except BaseException as error:  # whatever it raises: exit() as well
        where = host.where() if host else "while the file was loaded"
        send({"type": "error", "message": complain(error, where)})
    sys.__stderr__.flush()
    # Threads that a player left behind end with it.
    os._exit(0)


main()

"""Contests of hand-ins, meeting by meeting: each is played by the command `plywise contest`, within the walls of the machine that it is
played on, wherever that is."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
from itertools import combinations
from typing import Any, Dict, List, NamedTuple, Optional, Tuple

#: Files by their paths in a hand-in: how they may be used, and what is in them.
Files = Dict[str, Tuple[int, bytes]]


class Came(NamedTuple):
    """What came of a meeting: its experiments with their games, each as the command writes it, and what is kept of the players."""

    games: List[Tuple[str, str]]
    kept: Dict[str, str]


def program() -> str:
    """The command `plywise`, which plays contests: the one on the path, or the one that the variable PLYWISE names."""
    found = os.environ.get("PLYWISE") or shutil.which("plywise")
    if not found:
        raise FileNotFoundError("contests are played by the command plywise, which is not on the path; PLYWISE may name it")
    return found


def ask(*words: str) -> str:
    """What the command prints.

    Raises a ValueError of its one line where it refuses, a RuntimeError where it fails."""
    done = subprocess.run([program(), "--quiet", *words], capture_output=True, text=True, encoding="utf-8")
    if done.returncode == 0:
        return done.stdout
    line = (done.stderr.strip() or done.stdout.strip() or f"exit code {done.returncode}").split("\n")[-1]
    raise (ValueError if done.returncode == 2 else RuntimeError)(line[len("error: ") :] if line.startswith("error: ") else line)


def is_player(path: str) -> bool:
    """Whether something in a folder of hand-ins may be one."""
    name = os.path.basename(path)
    return not name.startswith((".", "_")) and (os.path.isdir(path) or name.endswith((".py", ".agent")) or os.access(path, os.X_OK))


def meetings(folder: str, out: str, seats: int) -> List[Tuple[str, ...]]:
    """Who meets whom: the hand-ins' names in the folder."""
    names = sorted(os.listdir(folder))
    players = [name for name in names if os.path.join(folder, name) != out and is_player(os.path.join(folder, name))]
    return [tuple(who) for who in combinations(players, min(seats, 2))]


def pack(path: str) -> Files:
    """What a hand-in holds. Links are left out: no player may read what they lead to."""
    if not os.path.isdir(path):
        places = [path]
    else:
        places = [os.path.join(place, name) for place, _, names in os.walk(path) for name in names]
    files: Files = {}
    for place in places:
        if not os.path.islink(place) and "__pycache__" not in place:
            with open(place, "rb") as file:
                files[os.path.relpath(place, os.path.dirname(path))] = (os.stat(place).st_mode & 0o777, file.read())
    return files


def unpack(files: Files, folder: str) -> None:
    for path, (mode, content) in files.items():
        place = os.path.join(folder, path)
        os.makedirs(os.path.dirname(place), exist_ok=True)
        with open(place, "wb") as file:
            file.write(content)
        os.chmod(place, mode)


def played(store: str) -> Dict[str, int]:
    """How many games a store holds of each experiment, by its hash."""
    if not os.path.exists(store):
        return {}
    return {one["hash"]: one["games"] for one in json.loads(ask("store", "show", store, "--json"))["experiments"]}


def meet(who: List[Files], options: List[str], known: Optional[bytes]) -> Came:
    """Lets hand-ins meet; `known` is the store of games that need not be played again."""
    with tempfile.TemporaryDirectory(prefix="plywise-") as place:
        folder, out = os.path.join(place, "hand-ins"), os.path.join(place, "out")
        store = os.path.join(out, "games.db")
        os.makedirs(out)
        for files in who:
            unpack(files, folder)
        if known is not None:
            with open(store, "wb") as file:
                file.write(known)
        before = played(store)
        try:
            ask("contest", folder, *options, "--threads", "1", "--out", out, "--json")
        except ValueError:
            return Came([], {})  # one of them is no player: the command says so where all hand-ins lie
        games = []
        for one, count in played(store).items():
            if count > before.get(one, 0):
                text, lines = (os.path.join(place, f"{one}.{what}") for what in ("text", "games"))
                ask("store", "export", store, "--experiment", one, "--format", "json", "--text", text, "--output", lines)
                games.append((_read(text), _read(lines)))
        notes = [os.path.join(at, name) for at, _, names in os.walk(os.path.join(out, "players")) for name in names]
        return Came(games, {os.path.relpath(note, out): _read(note) for note in notes if note.endswith(("errors.txt", "prints.txt"))})


def keep(came: Came, out: str) -> None:
    """Writes down what came of a meeting."""
    for text, lines in came.games:
        with tempfile.TemporaryDirectory(prefix="plywise-") as place:
            names = [os.path.join(place, name) for name in ("text", "games")]
            for name, content in zip(names, (text, lines)):
                with open(name, "w", encoding="utf-8") as file:
                    file.write(content)
            ask("store", "add", os.path.join(out, "games.db"), *names)
    for path, text in came.kept.items():
        place = os.path.join(out, path)
        os.makedirs(os.path.dirname(place), exist_ok=True)
        with open(place, "a", encoding="utf-8") as file:
            file.write(text)


def _read(path: str) -> str:
    with open(path, encoding="utf-8", errors="replace") as file:
        return file.read()

"""What searches, matches and experiments found: dictionaries in the shape of `--json`, which draw themselves in notebooks."""

from __future__ import annotations

import os
from html import escape
from importlib import import_module
from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple, Union

from ._plywise import Game


class Facts(Dict[str, Any]):
    """A dictionary whose keys are attributes too: `facts.value` is `facts["value"]`."""

    #: Keys that there are only at times: as attributes they are None then.
    _optional: Tuple[str, ...] = ()

    def __getattr__(self, name: str) -> Any:
        if name in self:
            return self[name]
        if name in self._optional:
            return None
        raise AttributeError(f"there is no {name!r}; there are: {', '.join(self)}")


class Shown(Facts):
    """Facts that are shown as `print` shows them."""

    def __repr__(self) -> str:
        return str(self)


def need(module: str, extra: str, package: str = "") -> Any:
    """A module that the package does without until someone wants what it is for; its package, where that is called otherwise."""
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        name = module.partition(".")[0]
        if error.name != name:
            raise
        package = package or name
        told = f"this takes {package}, which is not installed: pip install {package}, or in a checkout pip install '.[{extra}]'"
        raise ModuleNotFoundError(told, name=name) from None


def opened(game: Union[Game, str]) -> Game:
    """The game of a name, or the one that is given."""
    return game if isinstance(game, Game) else Game(game)


def table(rows: Sequence[Sequence[str]]) -> str:
    """Rows as lines of text, the first cell of each on the left, the others on the right."""
    widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]))]
    lines = []
    for first, *others in rows:
        cells = [cell.rjust(width) for cell, width in zip(others, widths[1:])]
        lines.append("  ".join([first.ljust(widths[0]), *cells]).rstrip())
    return "\n".join(lines)


def html_table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """The same as a table of HTML."""

    def cells(tag: str, row: Sequence[str]) -> str:
        return "".join(f"<{tag}>{escape(cell)}</{tag}>" for cell in row)

    body = "".join(f"<tr>{cells('td', row)}</tr>" for row in rows)
    return f"<table><thead><tr>{cells('th', head)}</tr></thead><tbody>{body}</tbody></table>"


def frame(rows: Sequence[Dict[str, Any]]) -> Any:
    """Rows as a frame of pandas."""
    return need("pandas", "frames").DataFrame(list(rows))


class Analysis(Shown):
    """What an agent thinks of a position: `best`, `value`, `line`, `depth`, `nodes`, `elapsed_s`, `stopped`,
    `iterations` and, with `all_moves=True`, the values of all `moves`, the best first; else `moves` is None."""

    _optional = ("moves",)

    def rows(self) -> List[Tuple[str, str, str, str, str]]:
        """What there is to tell, iteration by iteration: depth, value, nodes, time, line."""
        return [
            (
                str(step["depth"]),
                step["value_text"],
                f"{step['nodes']:,}",
                f"{1000 * step['elapsed_s']:.1f} ms",
                " ".join(step["line"]),
            )
            for step in self["iterations"] or [self]
        ]

    def _moves(self) -> List[Tuple[str, str, str]]:
        return [(one["move"], one["value_text"], str(one["depth"])) for one in self.get("moves", [])]

    def __str__(self) -> str:
        best = f"best {self['best']} ({self['value_text']}), depth {self['depth']}, {self['nodes']:,} nodes, stopped: {self['stopped']}"
        parts = [table([("depth", "value", "nodes", "time", "line"), *self.rows()]), best]
        if self._moves():
            parts.append(table([("move", "value", "depth"), *self._moves()]))
        return "\n\n".join(parts)

    def _repr_html_(self) -> str:
        told = html_table(("depth", "value", "nodes", "time", "line"), self.rows())
        if self._moves():
            told += html_table(("move", "value", "depth"), self._moves())
        return f"<p>{escape(self['agent'])}: best <b>{escape(self['best'])}</b> ({escape(self['value_text'])})</p>{told}"

    def to_pandas(self) -> Any:
        """The values of all moves, or without them the iterations, as a frame of pandas."""
        return frame(self.get("moves") or self["iterations"])


class Solution(Shown):
    """The exact value of a position: `solved`, `value`, `best`, `line`, `nodes`, `elapsed_s`; where `time` was not enough
    `value`, `value_text` and `best` are None."""

    _optional = ("value_text",)

    def __str__(self) -> str:
        if not self["solved"]:
            return f"not solved: {self['stopped']}, {self['nodes']:,} nodes"
        return f"exact value {self['value_text']} for the side to move, best {self['best']}, {self['nodes']:,} nodes"


class Tree:
    """The search of an agent as a picture."""

    def __init__(self, svg: str, entered: int) -> None:
        #: The picture.
        self.svg = svg
        #: Positions that the search entered.
        self.entered = entered

    def __repr__(self) -> str:
        return f"<Tree: {self.entered} positions>"

    def _repr_svg_(self) -> str:
        return self.svg

    def save(self, path: str) -> None:
        """Writes the picture to a file."""
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.svg)


class Kept:
    """All that a report was made of, where it was sent to another process or copied."""

    def __init__(self, told: Dict[str, Any]) -> None:
        self.told = told

    def facts(self) -> Dict[str, Any]:
        return dict(self.told["facts"])

    def table(self) -> Any:
        return self.told["table"]

    def lines(self) -> Any:
        return self.told["lines"]

    def page(self) -> Any:
        return self.told["page"]

    def games(self) -> Any:
        return self.told["games"]


class Report(Shown):
    """What a match or tournament found, in the shape of `--json`; `str` of it is the table of the command line."""

    def __init__(self, found: Any) -> None:
        super().__init__(found.facts())
        self._found = found

    def __getattr__(self, name: str) -> Any:
        if name == "_found":
            raise AttributeError(name)
        return super().__getattr__(name)

    def __reduce__(self) -> Any:
        names = ("facts", "table", "lines", "page", "games")
        return type(self), (Kept({name: getattr(self._found, name)() for name in names}),)

    def _rows(self) -> Tuple[List[str], List[List[str]]]:
        names, facts = self._found.table()
        return ["agent", *names], [[name, *cells] for name, cells in facts]

    def __str__(self) -> str:
        title, below = self._found.lines()
        head, rows = self._rows()
        return "\n".join([title, table([head, *rows]), *below])

    def _repr_html_(self) -> str:
        title, below = self._found.lines()
        head, rows = self._rows()
        lines = "".join(f"<p>{escape(line)}</p>" for line in below)
        return f"<p>{escape(title)}</p>{html_table(head, rows)}{lines}"

    def page(self) -> str:
        """The whole report as a page of HTML, with plots: what `--html` writes."""
        return str(self._found.page())

    @property
    def records(self) -> List[Facts]:
        """The games, if `records=True` kept them: who sat where, payoffs, and each game in its own notation."""
        return [Facts(game) for game in self._found.games()]

    def to_pandas(self) -> Any:
        """A row for each agent, as a frame of pandas."""
        return frame(self["agents"])


class Games:
    """The games of an experiment in a store, a row each. They stay in the store until they are asked for.

    Columns: `unit`, the game's number from 0; for each seat, numbered from 1, `agent1`, `payoff1` (points), `moves1` (that its agent
    chose), `nodes1` (positions that it looked at), `time_us1` (microseconds); `plies` (turns of seats), `turns` (those with a move that
    is no pass) and `choices` (legal moves at them, summed); `milestone` (the greatest tile of 2048), `loser` (who forfeited) and `why`
    (the rules did not end it), each None where there is none; `opening`; `game` in its own notation.
    """

    def __init__(self, read: Callable[[Callable[[Dict[str, List[Any]]], Any]], None]) -> None:
        self._read = read

    def to_pandas(self) -> Any:
        """All games as a frame of pandas."""
        pandas = need("pandas", "frames")
        parts: List[Any] = []
        self._read(lambda columns: parts.append(self._typed(pandas.DataFrame(columns))))
        return pandas.concat(parts, ignore_index=True)

    def to_parquet(self, path: Union[str, "os.PathLike[str]"]) -> None:
        """Writes all games to a new file of Parquet, some thousands at a time: a store of any size takes no more memory."""
        arrow, parquet = need("pyarrow", "parquet"), need("pyarrow.parquet", "parquet")
        if os.path.lexists(path):
            raise FileExistsError(f"{os.fspath(path)} is there already; a new file is written")
        part = f"{os.fspath(path)}.{os.getpid()}.part"
        with open(part, "xb") as file:
            try:
                writer: Any = None

                def write(columns: Dict[str, List[Any]]) -> None:
                    nonlocal writer
                    schema = arrow.schema([(name, arrow.int64() if _is_number(name) else arrow.string()) for name in columns])
                    writer = writer or parquet.ParquetWriter(file, schema)
                    writer.write_table(arrow.Table.from_pydict(columns, schema))

                self._read(write)
                if writer is None:
                    raise ValueError("the experiment has no games yet")
                writer.close()
                file.close()
                os.replace(part, path)
            except BaseException:
                os.unlink(part)
                raise

    @staticmethod
    def _typed(frame: Any) -> Any:
        return frame.astype({name: "Int64" if _is_number(name) else "string" for name in frame.columns})


def _is_number(column: str) -> bool:
    return column.rstrip("12") not in ("agent", "loser", "why", "opening", "game")


class Tuning(Shown):
    """What tuning found: the `best` weights with their score, the agent that is `tuned` by them, the `history`."""

    def __str__(self) -> str:
        best = self["best"]
        if best is None:
            return f"{self['game']}, {self['agent']}: no iteration is finished yet"
        names = [parameter["name"] for parameter in self["parameters"]]
        weights = table([("weight", "best"), *zip(names, (f"{weight:.4f}" for weight in best["weights"]))])
        return f"{weights}\n{best['score']:.2f} {self['score_unit']} (mean of {best['evaluations']}): {self['tuned']}"

    def to_pandas(self) -> Any:
        """A row for each iteration, as a frame of pandas."""
        return frame([{"best": step["best"]["score"], **_without(step, "best", "positions", "scores")} for step in self["history"]])


class Experiment(Shown):
    """What became of a published experiment: `rows` with the published numbers beside ours, and `claims` with verdicts."""

    def _rows(self) -> List[List[str]]:
        numbers = ("ours", "error", "published")
        return [
            [row["row"], row["quantity"], *("" if row[name] is None else f"{row[name]:.4g}" for name in numbers)]
            for row in self["rows"]
        ]

    def _claims(self) -> List[str]:
        return [f"{claim['verdict']}: {claim['claim']}" for claim in self["claims"]]

    def __str__(self) -> str:
        head = ("row", "quantity", "ours", "error", "published")
        return "\n".join([f"{self['experiment']}: {self['title']}", table([head, *self._rows()]), *self._claims()])

    def _repr_html_(self) -> str:
        told = html_table(("row", "quantity", "ours", "error", "published"), self._rows())
        claims = "".join(f"<p>{escape(claim)}</p>" for claim in self._claims())
        return f"<p>{escape(self['title'])}</p>{told}{claims}"

    def to_pandas(self) -> Any:
        """A row for each number, as a frame of pandas."""
        return frame(self["rows"])


def interrupt(thread: int) -> None:
    """Raises a KeyboardInterrupt in another thread, once that runs code in Python."""
    import ctypes

    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(KeyboardInterrupt))


def _without(facts: Dict[str, Any], *names: str) -> Dict[str, Any]:
    return {name: value for name, value in facts.items() if name not in names}


def watcher(progress: Any, unit: str) -> Tuple[Optional[Callable[[int, int], None]], Callable[[], None]]:
    """What is called with what is done and all there is, and what ends it: `progress` is False, True for a bar of tqdm, or a
    function."""
    if callable(progress):
        return progress, lambda: None
    if progress is None or progress is False:
        return None, lambda: None
    if progress is not True:
        raise TypeError(f"progress={progress!r} should be False, True for a bar, or a function of what is done and all there is")
    bar = need("tqdm.auto", "progress").tqdm(unit=f" {unit}")

    def show(done: int, total: int) -> None:
        bar.total = total
        bar.update(done - bar.n)

    return show, bar.close

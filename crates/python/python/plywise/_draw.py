"""Pictures and arrays of positions, without a game's name in them: a game draws itself in colours of a terminal, and those
become a picture."""

from __future__ import annotations

import re
from html import escape
from typing import TYPE_CHECKING, Any, List, Optional

from ._reports import need

if TYPE_CHECKING:
    from ._plywise import Position

#: Width and height of a character, in pixels: a square of three characters looks like one.
WIDE, HIGH = 9, 26
ESCAPE = re.compile("\x1b\\[([0-9;]*)m")
#: The levels of the 6 x 6 x 6 colours of a terminal (xterm, colours 16 to 231).
LEVELS = (0, 95, 135, 175, 215, 255)
BASIC = (
    "#000000 #cd0000 #00cd00 #cdcd00 #0000ee #cd00cd #00cdcd #e5e5e5 "
    "#7f7f7f #ff0000 #00ff00 #ffff00 #5c5cff #ff00ff #00ffff #ffffff"
).split()


def colour(number: int) -> str:
    """One of the 256 colours of a terminal as #rrggbb."""
    if number < 16:
        return BASIC[number]
    if number >= 232:
        grey = 8 + 10 * (number - 232)
        return f"#{grey:02x}{grey:02x}{grey:02x}"
    number -= 16
    red, green, blue = (LEVELS[number // part % 6] for part in (36, 6, 1))
    return f"#{red:02x}{green:02x}{blue:02x}"


class Pen:
    """What characters look like from here on."""

    def __init__(self) -> None:
        self.ground: Optional[str] = None
        self.ink: Optional[str] = None
        self.bold = self.line = False

    def take(self, codes: str) -> None:
        """Follows an escape sequence of a terminal: 0, 1, 4, 38;5;n and 48;5;n."""
        numbers = [int(code or 0) for code in codes.split(";")]
        while numbers:
            code = numbers.pop(0)
            if code == 0:
                self.ground = self.ink = None
                self.bold = self.line = False
            elif code == 1:
                self.bold = True
            elif code == 4:
                self.line = True
            elif code in (38, 48) and len(numbers) >= 2:
                chosen = colour(numbers[1])
                del numbers[:2]
                if code == 38:
                    self.ink = chosen
                else:
                    self.ground = chosen

    def write(self, text: str, column: int, row: int) -> List[str]:
        """The characters of a run as shapes."""
        left, top = WIDE * column, HIGH * row
        shapes = []
        if self.ground:
            shapes.append(
                f'<rect x="{left}" y="{top}" width="{WIDE * len(text)}" height="{HIGH}" fill="{self.ground}"/>'
            )
        ink = self.ink or "currentColor"
        for at, letter in enumerate(text):
            middle = left + WIDE * at + WIDE / 2
            if letter == "●":
                shapes.append(f'<circle cx="{middle}" cy="{top + HIGH / 2}" r="10" fill="{ink}"/>')
            elif letter != " ":
                style = (' font-weight="bold"' if self.bold else "") + (' text-decoration="underline"' if self.line else "")
                shapes.append(f'<text x="{middle}" y="{top + HIGH * 0.68:.1f}" fill="{ink}"{style}>{escape(letter)}</text>')
        return shapes


def svg(diagram: str) -> str:
    """A drawing for a terminal, with its colours, as a picture in SVG."""
    lines = diagram.rstrip("\n").split("\n")
    pen, grounds, letters, widest = Pen(), [], [], 1
    for row, line in enumerate(lines):
        column = 0
        for at, part in enumerate(ESCAPE.split(line)):
            if at % 2 == 1:
                pen.take(part)
                continue
            shapes = pen.write(part, column, row)
            # What stands on a ground is drawn after all grounds.
            grounds += [shape for shape in shapes if shape.startswith("<rect")]
            letters += [shape for shape in shapes if not shape.startswith("<rect")]
            column += len(part)
        widest = max(widest, column)
    wide, high = WIDE * widest, HIGH * len(lines)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}" viewBox="0 0 {wide} {high}" '
        f'font-family="ui-monospace, monospace" font-size="15" text-anchor="middle">{"".join(grounds)}{"".join(letters)}</svg>'
    )


def array(position: "Position") -> Any:
    """The planes of a position as an array of numpy."""
    numpy = need("numpy", "arrays")
    names, rows, columns, numbers = position._planes()
    return numpy.frombuffer(numbers, dtype=numpy.float32).reshape(len(names), rows, columns).copy()

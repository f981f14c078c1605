// The picture of a game in which two seats in turn put a stone on a board of squares: rows from the top divided by "/", a
// seat's first letter or "." for each square, as the library writes such boards.

import { svg } from "./dom.js";

/**
 * `names` are those of the seats; `colours` theirs, unless they are named after them. `lands` tells on which square a move
 * puts its stone, unless moves are called after squares; where stones fall (`lands: lowest`) the squares above mean the move,
 * too. `line` is how many stones in a row win, if that wins: they are marked. Everything else of a picture book may be given, too.
 */
export const grid = ({ names, colours = names.map((name) => name.toLowerCase()), lands = square, line, ...own }) => ({
  mode: "squares",
  seats: colours,

  read(text) {
    const rows = text.trim().split("/");
    const [height, width] = [rows.length, rows[0].length];
    const pieces = [...rows.join("")].flatMap((letter, at) => {
      const seat = names.findIndex((name) => name[0] === letter);
      return seat < 0 ? [] : [{ key: `s${at}`, at, seat, kind: colours[seat] }];
    });
    return { rows: height, cols: width, pieces, turn: pieces.filter((piece) => piece.seat === 0).length * 2 > pieces.length ? 1 : 0 };
  },

  write(state) {
    const squares = Array(state.rows * state.cols).fill(".");
    for (const piece of state.pieces) squares[piece.at] = names[piece.seat][0];
    return Array.from({ length: state.rows }, (_, row) => squares.slice(row * state.cols, (row + 1) * state.cols).join("")).join("/");
  },

  name: squareName,
  square: () => "slot",
  files: (state) => [...FILES].slice(0, state.cols),
  ranks: (state) => (lands === square ? Array.from({ length: state.rows }, (_, row) => state.rows - row) : []),
  carry: (before, move, after) => after,
  draw: (piece) => [svg("circle", { class: "shade", r: 37, cy: 4 }), svg("circle", { class: `disc ${piece.kind}`, r: 37 })],
  moves: (texts, state) => texts.map((text) => ({ text, to: lands(text, state), falls: lands === lowest })),
  last(move, before) {
    const at = lands(move, before);
    const won = lines(at, before).filter((squares) => squares.length >= line);
    return won.length ? [...new Set(won.flat())] : [at];
  },
  describe(at, state) {
    const piece = state.pieces.find((other) => other.at === at);
    return piece ? names[piece.seat] : "empty";
  },
  score: () => "",

  palette: [...colours.map((kind, seat) => [kind, names[seat]]), [null, "Empty"]],
  put: (kind, at) => ({ key: `s${at}`, at, kind, seat: colours.indexOf(kind) }),
  ...own,
});

const FILES = "abcdefghijklmnopqrstuvwxyz";

/** The name of a square: its column's letter, and its row's number from below. */
function squareName(at, state) {
  return `${FILES[at % state.cols]}${state.rows - Math.floor(at / state.cols)}`;
}

function square(text, state) {
  return FILES.indexOf(text[0]) + (state.rows - Number(text.slice(1))) * state.cols;
}

/** The squares of the mover's stones that are in line with the one put at `at`, in each direction; that one is among them. */
function lines(at, state) {
  const own = new Set(state.pieces.filter((piece) => piece.seat === state.turn).map((piece) => piece.at));
  const [row, column] = [Math.floor(at / state.cols), at % state.cols];
  const arm = (down, right) => {
    const squares = [];
    for (let n = 1; ; n++) {
      const [r, c] = [row + n * down, column + n * right];
      if (c < 0 || c >= state.cols || !own.has(r * state.cols + c)) return squares;
      squares.push(r * state.cols + c);
    }
  };
  return [[0, 1], [1, 0], [1, 1], [1, -1]].map(([down, right]) => [...arm(-down, -right), at, ...arm(down, right)]);
}

/** The lowest free square of a column, for stones that fall. */
export function lowest(column, state) {
  const taken = new Set(state.pieces.map((piece) => piece.at));
  const squares = Array.from({ length: state.rows }, (_, row) => row * state.cols + FILES.indexOf(column));
  return squares.findLast((at) => !taken.has(at));
}

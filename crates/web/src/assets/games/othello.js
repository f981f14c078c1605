// Othello: "---…OX… X": the squares a1 b1 … row by row, then who is to move.

import { svg } from "../dom.js";

const name = (at, size) => "abcdefgh"[at % size] + (Math.floor(at / size) + 1);

export default {
  mode: "squares",
  pass: "pass",
  seats: ["black", "white"],

  read(text) {
    const [squares, turn] = text.trim().split(/\s+/);
    const size = Math.sqrt(squares.length);
    const pieces = [];
    [...squares].forEach((square, at) => {
      if (square !== "-") pieces.push({ key: `d${at}`, at, kind: square === "X" ? "black" : "white" });
    });
    return { rows: size, cols: size, pieces, turn: turn === "O" ? 1 : 0 };
  },

  write(state) {
    const squares = Array(state.rows * state.cols).fill("-");
    for (const piece of state.pieces) squares[piece.at] = piece.kind === "black" ? "X" : "O";
    return `${squares.join("")} ${state.turn ? "O" : "X"}`;
  },

  name: (at, state) => name(at, state.cols),
  square: () => "felt",
  files: (state) => [..."abcdefgh"].slice(0, state.cols),
  ranks: (state) => Array.from({ length: state.rows }, (_, row) => row + 1),

  /** Discs stand where they stood; those that change sides turn over, the nearest to the new one first. */
  carry(before, move, after) {
    const placed = this.moves([move], after)[0]?.to;
    for (const piece of after.pieces) {
      const was = before.pieces.find((other) => other.at === piece.at);
      if (was && was.kind !== piece.kind && placed !== undefined) {
        const far = Math.max(
          Math.abs(Math.floor(placed / after.cols) - Math.floor(piece.at / after.cols)),
          Math.abs((placed % after.cols) - (piece.at % after.cols)),
        );
        piece.turned = far;
      }
    }
    return after;
  },

  draw: (piece) => [svg("circle", { class: `disc ${piece.kind}`, r: 39 }), svg("circle", { class: `rim ${piece.kind}`, r: 31 })],

  moves: (texts, state) =>
    texts.filter((text) => /^[a-h][1-8]$/.test(text)).map((text) => ({
      text,
      to: text.charCodeAt(0) - 97 + (Number(text[1]) - 1) * state.cols,
    })),

  last: (move, before) => (/^[a-h][1-8]$/.test(move) ? [move.charCodeAt(0) - 97 + (Number(move[1]) - 1) * before.cols] : []),

  describe(at, state) {
    const piece = state.pieces.find((other) => other.at === at);
    return piece ? `${piece.kind} disc` : "empty";
  },

  score(state, seat) {
    const kind = this.seats[seat];
    return String(state.pieces.filter((piece) => piece.kind === kind).length);
  },

  palette: [["black", "Black"], ["white", "White"], [null, "Empty"]],
  turns: ["Black", "White"],
};

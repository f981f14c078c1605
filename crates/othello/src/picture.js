// Othello: "---…OX… X": the squares a1 b1 … row by row, then who is to move.

import { svg } from "../dom.js";
import { cutNo, end, rootChild } from "../lesson.js";

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

  /* What the page tells and offers. */
  title: "Othello",
  blurb: "Enclose the other’s discs; most discs win.",
  sample: "-------------------X------XXO-----XXXO----OXXX----OOO----------- O",
  levels: [["Level 2 of 12: a beginner", "partner:level=2"], ["Level 4 of 12", "partner:level=4"], ["Level 6 of 12", "partner:level=6"], ["Level 8 of 12", "partner:level=8"], ["Level 10 of 12", "partner:level=10"], ["Level 12 of 12", "partner:level=12"], ["Strong: the champion, a second a move", "champion:time=1s"]],
  analysts: ["pvs:eval=corners", "alphabeta:depth=2,eval=discs", "mcts:time=1s"],
  trees: ["alphabeta:depth=4,eval=mobility", "minimax:depth=3", "pvs:depth=4", "mtdf:depth=4"],
  treeOptions: { size: "6" },
  watch: [["Othello: looking deep against counting discs", { game: "othello", seats: ["pvs:eval=weighted,time=300ms", "greedy"], pace: 600 }]],
  lessons: [
    {
      id: "order",
      place: 3,
      title: "Good order, bad order",
      about: "The same position, the same depth, the same value: twice the work.",
      request: { game: "othello:size=4", position: "------O--XXX-O-- X", agent: "alphabeta:depth=4,eval=mobility,order=static", beside: "alphabeta:depth=4,eval=mobility,order=listed" },
      stops: [
        [() => 0, "Othello on 4x4, four plies deep. The search above tries moves with the best static value first; the one below takes them as they are listed."],
        [(s) => rootChild(s, 0).left, "The first move sets alpha. If it is a good one, the window is narrow from then on."],
        [(s) => cutNo(s, 1), "A good reply tried first refutes a move at once. In bad order the refutation comes last, and everything before it was work for nothing."],
        [end, "Compare the counts: both find the same value. With the best order alpha-beta needs about the square root of minimax’s leaves (Knuth & Moore 1975); with the worst it saves nothing. That is what tables, killer moves and iterative deepening are for."],
      ],
    },
  ],
};

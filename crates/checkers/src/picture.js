// Checkers: PDN's FEN, "B:W21,22,K30:B1,2"; squares 1 to 32, square 1 at the top.

import { svg } from "../dom.js";

/** Square numbers to places on the board of 64, and back. The course's board is the standard one in a mirror. */
const place = (number, mirrored) => {
  const row = Math.floor((number - 1) / 4);
  const col = 2 * ((number - 1) % 4) + 1 - (row % 2);
  return row * 8 + (mirrored ? 7 - col : col);
};
const number = (at, mirrored) => {
  const row = Math.floor(at / 8);
  const col = mirrored ? 7 - (at % 8) : at % 8;
  return (row + col) % 2 === 1 ? row * 4 + Math.floor(col / 2) + 1 : null;
};

const CROWN = "M-17 11h34l4-23-12 9-9-16-9 16-12-9z";

export default {
  mode: "squares",
  seats: ["black", "white"],

  read(text) {
    const course = /(^|:)R/.test(text);
    const letters = course ? ["R", "B"] : ["B", "W"];
    const [turn, ...lists] = text.trim().split(":");
    const pieces = [];
    for (const list of lists) {
      const seat = letters.indexOf(list[0]);
      for (const part of list.slice(1).split(",").filter(Boolean)) {
        const king = part.startsWith("K");
        const at = place(Number(part.replace("K", "")), course);
        pieces.push({ key: `m${at}${seat}`, at, kind: this.kind(seat, course), king, seat });
      }
    }
    return { rows: 8, cols: 8, pieces, turn: letters.indexOf(turn), course };
  },

  kind: (seat, course) => (course ? ["red", "black"] : ["black", "white"])[seat],

  write(state) {
    const letters = state.course ? ["R", "B"] : ["B", "W"];
    const list = (seat) => {
      const own = state.pieces.filter((piece) => piece.seat === seat)
        .map((piece) => [number(piece.at, state.course), piece.king]).sort((a, b) => a[0] - b[0]);
      return `${letters[seat]}${own.map(([square, king]) => (king ? "K" : "") + square).join(",")}`;
    };
    return `${letters[state.turn]}:${list(1)}:${list(0)}`;
  },

  name: (at, state) => String(number(at, state.course) ?? ""),
  square: (at, state) => (number(at, state.course) ? "dark" : "light"),
  numbered: (at, state) => number(at, state.course),

  carry(before, move, after) {
    const course = after.course;
    const path = move.split(/[-x]/).map((square) => place(Number(square), course));
    const [from, to] = [path[0], path[path.length - 1]];
    const mover = before.pieces.find((piece) => piece.at === from);
    for (const piece of after.pieces) {
      const was = piece.at === to && mover ? mover : before.pieces.find((other) => other.at === piece.at && other.seat === piece.seat);
      if (was && (piece.at !== to || was === mover)) piece.key = was.key;
      if (was === mover) piece.path = path;
    }
    return after;
  },

  draw(piece) {
    const parts = [
      svg("circle", { class: "shade", r: 37, cy: 4 }),
      svg("circle", { class: `disc ${piece.kind}`, r: 37 }),
      svg("circle", { class: `rim ${piece.kind}`, r: 28 }),
    ];
    if (piece.king) parts.push(svg("path", { class: `crown ${piece.kind}`, d: CROWN }));
    return parts;
  },

  moves: (texts, state) =>
    texts.filter((text) => /\d[-x]\d/.test(text)).map((text) => {
      const path = text.split(/[-x]/).map((square) => place(Number(square), state.course));
      return { text, from: path[0], to: path[path.length - 1], path };
    }),

  demand: (texts) => (texts[0]?.includes("x") ? "A capture is forced." : ""),

  last: (move, before) => (/\d[-x]\d/.test(move) ? move.split(/[-x]/).map((square) => place(Number(square), before.course)) : []),

  describe(at, state) {
    const piece = state.pieces.find((other) => other.at === at);
    if (piece) return `${piece.kind} ${piece.king ? "king" : "man"}`;
    return number(at, state.course) ? "empty" : "not played on";
  },

  score(state, seat) {
    return String(state.pieces.filter((piece) => piece.seat === seat).length);
  },

  playable: (at, state) => number(at, state.course) !== null,
  palette: [["0", "{0} man"], ["0K", "{0} king"], ["1", "{1} man"], ["1K", "{1} king"], [null, "Empty"]],
  put: (kind, at, state) => ({ key: `e${at}`, at, seat: Number(kind[0]), king: kind.endsWith("K"), kind: (state.course ? ["red", "black"] : ["black", "white"])[Number(kind[0])] }),
  turns: ["{0}", "{1}"],

  /* What the page tells and offers. */
  title: "Checkers",
  blurb: "English draughts: captures are forced.",
  sample: "W:W17,21,22,24,25,26,27,28,29,30,32:B1,2,3,4,5,6,8,10,12,14,16",
  /** The standard picture has the first seat above. */
  firstAbove: true,
  levels: [["Level 1 of 8: a beginner", "partner:level=1"], ["Level 2 of 8", "partner:level=2"], ["Level 3 of 8", "partner:level=3"], ["Level 4 of 8", "partner:level=4"], ["Level 5 of 8", "partner:level=5"], ["Level 6 of 8", "partner:level=6"], ["Level 7 of 8", "partner:level=7"], ["Level 8 of 8", "partner:level=8"], ["Strong: the champion, a second a move", "champion:time=1s"]],
  analysts: ["pvs:eval=material", "better_h", "mcts:time=1s"],
  trees: ["alphabeta:depth=4,eval=material", "minimax:depth=3", "pvs:depth=5", "mtdf:depth=4"],
  watch: [["Checkers: eight plies against four", { game: "checkers", seats: ["alphabeta:depth=8", "alphabeta:depth=4"], pace: 600 }]],
};

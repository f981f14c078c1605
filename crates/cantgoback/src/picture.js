// Can't Go Back: the board's rows, top first, divided by "/", then fields such as turn=1 score=0:0 ply=0.

import { svg } from "../dom.js";
import { cutNo, end, rootChild, when } from "../lesson.js";

const WAYS = { up: -1, right: 1, down: 1, left: -1 };
const LEAF = "M0 -17c1-9 8-13 15-12-1 8-7 12-15 12z";

export default {
  mode: "ways",
  seats: ["black", "white"],

  read(text) {
    const at = text.search(/\s[a-z]+=/);
    const board = at < 0 ? text : text.slice(0, at);
    const fields = Object.fromEntries((at < 0 ? "" : text.slice(at)).trim().split(/\s+/).map((field) => field.split("=")));
    const rows = board.trim().split("/").map((row) => row.trim().split(/[\s,]+/).map(Number));
    const [height, width] = [rows.length, rows[0].length];
    const pieces = [];
    const closed = new Set();
    rows.flat().forEach((value, cell) => {
      if (value === -1) closed.add(cell);
      else if (value === 1 || value === 2) {
        pieces.push({ key: `p${value}`, at: cell, kind: value === 1 ? "black" : "white", seat: value - 1, token: true });
      } else if (value > 2) pieces.push({ key: `f${cell}`, at: cell, kind: "fruit", value });
    });
    const points = (fields.score ?? "0:0").split(":").map(Number);
    return { rows: height, cols: width, pieces, closed, turn: Number(fields.turn ?? 1) - 1, points, ply: Number(fields.ply ?? 0) };
  },

  write(state) {
    const cells = Array.from({ length: state.rows * state.cols }, (_, at) => (state.closed.has(at) ? -1 : 0));
    for (const piece of state.pieces) cells[piece.at] = piece.token ? piece.seat + 1 : piece.value;
    return this.rowsOf(cells, state.cols);
  },

  rowsOf: (cells, cols) =>
    Array.from({ length: cells.length / cols }, (_, row) => cells.slice(row * cols, (row + 1) * cols).join(" ")).join("/"),

  name: (at, state) => `${"abcdefghijklmnop"[at % state.cols]}${state.rows - Math.floor(at / state.cols)}`,
  square: (at, state) => (!state.closed.has(at) ? "open" : state.trails?.has(at) ? "trail" : "closed"),

  /** Who left which cell behind on the way through these positions, so that walls can be told from trails. */
  trails(positions) {
    const left = new Map();
    let before = null;
    for (const position of positions) {
      const now = this.read(position);
      for (const piece of before?.pieces ?? []) if (piece.token && now.closed.has(piece.at)) left.set(piece.at, piece.seat);
      before = now;
    }
    return left;
  },

  /** Cells that somebody has left since the start, where nothing else is known of the way. */
  trailsSince(start, position) {
    const [before, now] = [this.read(start), this.read(position)];
    // Drawn boards have other walls than the usual one.
    const same = before.cols === now.cols && [...before.closed].every((at) => now.closed.has(at));
    return new Map(same ? [...now.closed].filter((at) => !before.closed.has(at)).map((at) => [at, null]) : []);
  },

  /** Steps of whoever has left the cell. */
  ground(at, state) {
    const seat = state.closed.has(at) ? state.trails?.get(at) : undefined;
    if (seat === undefined) return [];
    return [[-13, 10, -14], [13, -10, 14]].map(([x, y, turn]) => svg("ellipse", { class: `step ${["black", "white"][seat] ?? "nobody"}`, rx: 7, ry: 12, transform: `translate(${x} ${y}) rotate(${turn})` }));
  },
  files: (state) => [..."abcdefghijklmnop"].slice(0, state.cols),
  ranks: (state) => Array.from({ length: state.rows }, (_, row) => state.rows - row),

  carry: (before, move, after) => after,

  draw(piece) {
    if (piece.token) {
      return [
        svg("circle", { class: "shade", r: 37, cy: 4 }),
        svg("circle", { class: `disc ${piece.kind}`, r: 37 }),
        svg("text", { class: `seat ${piece.kind}`, "text-anchor": "middle", dy: "0.35em" }, String(piece.seat + 1)),
      ];
    }
    return [
      svg("circle", { class: "fruit", r: 27, cy: 6 }),
      svg("path", { class: "leaf", d: LEAF }),
      svg("text", { class: "worth", "text-anchor": "middle", y: 6, dy: "0.35em" }, String(piece.value)),
    ];
  },

  moves(texts, state) {
    const token = state.pieces.find((piece) => piece.token && piece.seat === state.turn);
    if (!token) return [];
    return texts.filter((text) => WAYS[text]).map((text) => {
      const step = text === "up" || text === "down" ? WAYS[text] * state.cols : WAYS[text];
      return { text, way: text, from: token.at, to: token.at + step };
    });
  },

  last(move, before, after) {
    const [was, is] = [before, after].map((state) => state?.pieces.find((piece) => piece.token && piece.seat === before.turn)?.at);
    return was === is ? [] : [was, is].filter((at) => at !== undefined);
  },

  describe(at, state) {
    if (state.closed.has(at)) return state.trails?.has(at) ? `left by player ${state.trails.get(at) + 1}` : "wall";
    const piece = state.pieces.find((other) => other.at === at);
    if (!piece) return "free";
    return piece.token ? `player ${piece.seat + 1}` : `fruit worth ${piece.value}`;
  },

  score: (state, seat) => String(state.points[seat]),

  palette: [["open", "Free"], ["closed", "Wall"], ["1", "Player 1"], ["2", "Player 2"], ["fruit", "Fruit"]],

  /** What a click puts on a board that is edited; `value` is what a fruit is worth. */
  edit(kind, at, state, value) {
    state.closed.delete(at);
    if (kind === "closed") state.closed.add(at);
    if (kind === "fruit") state.pieces.push({ key: `e${at}`, at, kind: "fruit", value });
    if (kind !== "1" && kind !== "2") return;
    const seat = Number(kind) - 1;
    // Each player stands once.
    state.pieces = state.pieces.filter((piece) => !piece.token || piece.seat !== seat);
    state.pieces.push({ key: `p${kind}`, at, kind: seat ? "white" : "black", seat, token: true });
  },
  /** What a piece of one's own choice may be worth. */
  worths: { label: "A fruit is worth", about: "What the fruit is worth", min: 3, max: 10000, usual: 20 },
  /** The most rows and columns of a board that can have others. */
  most: 16,
  /** A board is an option of the game, for its size is. */
  option: "board",

  /** A text that is a board, as rows; null for any other. */
  boardOf: (text) => (/^[-\d\s,\t]+$/.test(text) ? text.split(/\n/).map((row) => row.trim().split(/[\s,]+/).join(" ")).filter(Boolean).join("/") : null),
  /** The rows of a board as a file of the course has them. */
  boardFile: (position) => ({ name: "board.csv", text: `${position.replace(/\s[a-z]+=.*$/, "").split("/").map((row) => row.trim().split(/\s+/).join(",")).join("\n")}\n` }),

  /* What the page tells and offers. */
  title: "Can’t Go Back",
  blurb: "Walk, leave no way back, collect fruit.",
  sample: "0 0 -1 -1 128 0/-1 -1 -1 -1 -1 -1/-1 0 -1 -1 49 -1/-1 1 0 0 2 -1/0 0 0 0 0 0/0 0 0 0 0 0 turn=1 score=0:270 ply=8",
  /** Who has left which cell there. */
  sampleTrails: new Map([[7, 0], [6, 0], [12, 0], [18, 0], [10, 1], [11, 1], [17, 1], [23, 1]]),
  levels: [["Easy: hugs the walls", "simple"], ["Medium: looks six plies ahead", "alphabeta:depth=6"], ["Strong: a second a move", "pvs:time=1s"]],
  analysts: ["mcts:time=1s", "light_ab", "simple"],
  trees: ["alphabeta:depth=4,eval=score", "minimax:depth=3", "pvs:depth=5", "mtdf:depth=5"],
  watch: [["Can’t Go Back: the course’s player against a search", { game: "cantgoback", seats: ["simple", "alphabeta:depth=6"], pace: 500 }]],
  lessons: [
    {
      id: "alphabeta",
      place: 0,
      title: "Alpha-beta in five minutes",
      about: "Why a search may leave out most of the tree and still know the best move.",
      request: { game: 'cantgoback:board="0 20 0 -1/1 0 10 0/0 -1 0 2/0 30 0 0"', agent: "alphabeta:depth=3,eval=score", compare: true },
      stops: [
        [() => 0, "Player 1 stands on the left and may go up, right or down. We are player 1 and want points: at our turns the tree takes the largest value (MAX ▲). Player 2 wants the opposite: it takes the smallest (MIN ▼). A value counts our points less theirs."],
        [(s) => when(s, true, (node) => node.leaf), "The search dives down one line first, three plies deep. There it stops looking ahead and counts points: a leaf gets a static value."],
        [(s) => when(s, true, (node) => node.y === 2), "Back one level: MAX chooses among its moves, so the position is worth its best leaf. This is how a value flows up."],
        [(s) => rootChild(s, 0).left, "The first move is searched to the end. From now on we know: whatever else there is, we can have this much. That is alpha, the lower end of the window."],
        [(s) => cutNo(s, 0), "Here is the first cut. One reply was enough to show that this move is worth no more than what we have already (follow the line to the sibling that says so). Player 2 may have even better replies, but that only makes it worse: the rest need not be looked at."],
        [(s) => cutNo(s, 1), "The same again: as soon as one answer refutes a move, the others are left out. What was cut is drawn in dashes; nobody knows what it is worth, and nobody needs to."],
        [end, "Done. The value at the root is exactly that of the whole tree below, which looks at everything; the faint positions there were never entered here. The better the first moves, the more is cut: see “Good order, bad order”."],
      ],
    },
    {
      id: "horizon",
      place: 1,
      title: "The horizon effect",
      about: "A fruit in a dead end: two plies deep it is a gift, three plies deep a trap.",
      request: { game: 'cantgoback:board="0 0 0 0 0/-1 0 0 0 0/40 1 0 -1 0/-1 0 0 2 0/-1 0 0 0 0"', agent: "alphabeta:depth=2,eval=score", beside: "alphabeta:depth=3,eval=score" },
      stops: [
        [() => 0, "Player 1 stands beside a fruit worth 40. But the cell has walls above and below: whoever enters it cannot get out again, as the way back closes. This search looks two plies ahead."],
        [(s) => rootChild(s, s.nodes[0].c.length - 1).left, "Left takes the fruit: 40 points, says the static value two plies later. Nothing else earns anything, so left is best."],
        [end, "It walks into the trap: +40 at the root. The penalty for being stuck, 300 points, comes one ply later, behind the horizon. The search below looks just that one ply further and sees −260: it stays outside. The horizon does not vanish with depth; it moves."],
      ],
    },
  ],
};

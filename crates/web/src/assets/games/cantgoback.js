// Can't Go Back: the board's rows, top first, divided by "/", then fields such as turn=1 score=0:0 ply=0.

import { svg } from "../dom.js";

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
  turns: ["Player 1", "Player 2"],
};

// 2048: sixteen values row by row, rows divided by "/", then " spawn" and " score=N".

import { svg } from "../dom.js";
import { end, when } from "../lesson.js";

const WAYS = { up: [-1, 0], right: [0, 1], down: [1, 0], left: [0, -1] };
let keys = 0;

export default {
  mode: "ways",
  seats: ["player"],

  read(text) {
    const values = text.replace(/spawn|score=\d+/g, "").trim().split(/[\s/]+/).map(Number);
    const pieces = [];
    values.forEach((value, at) => {
      if (value > 0) pieces.push({ key: `t${at}v${value}`, at, value, kind: `v${Math.min(value, 65536)}` });
    });
    const points = Number(/score=(\d+)/.exec(text)?.[1] ?? 0);
    return { rows: 4, cols: 4, pieces, turn: 0, points };
  },

  write(state) {
    const values = Array(16).fill(0);
    for (const piece of state.pieces) values[piece.at] = piece.value;
    const rows = [0, 4, 8, 12].map((row) => values.slice(row, row + 4).join(" "));
    return rows.join("/") + (state.points ? ` score=${state.points}` : "");
  },

  name: (at) => "abcd"[at % 4] + (Math.floor(at / 4) + 1),
  square: () => "slot",

  flips: false,
  /** Room for what each slide is worth, beside the tiles. */
  edge: 36,

  /** Where tiles come to lie when they slide: `{ at, from }` for each, with the one tile or the two that meet there. */
  slide(state, move) {
    const way = WAYS[move];
    const found = [];
    for (let line = 0; line < 4; line++) {
      const cells = [0, 1, 2, 3].map((i) => {
        const step = way[0] + way[1] > 0 ? 3 - i : i;
        return way[0] ? step * 4 + line : line * 4 + step;
      });
      const tiles = cells.map((at) => state.pieces.find((piece) => piece.at === at)).filter(Boolean);
      while (tiles.length) {
        const meet = tiles.length > 1 && tiles[0].value === tiles[1].value;
        found.push({ at: cells.shift(), from: tiles.splice(0, meet ? 2 : 1) });
      }
    }
    return found;
  },

  /** The position that a slide leads to, before the dice fall. */
  after(position, move) {
    const state = this.read(position);
    const tiles = this.slide(state, move).map(({ at, from }) => ({ at, value: from[0].value * from.length, met: from.length > 1 }));
    const points = tiles.reduce((sum, tile) => sum + (tile.met ? tile.value : 0), state.points);
    const text = this.write({ pieces: tiles, points });
    const [rows] = text.split(" score");
    return text.replace(rows, `${rows} spawn`);
  },

  /** Tiles slide; two that meet become one. */
  carry(before, move, after) {
    if (!WAYS[move]) {
      for (const piece of after.pieces) {
        const was = before.pieces.find((other) => other.at === piece.at);
        piece.key = was ? was.key : `t${++keys}`;
        if (!was) piece.fresh = true;
        else piece.merged = was.merged;
      }
      after.gone = before.gone;
      return after;
    }
    after.gone = [];
    for (const { at, from } of this.slide(before, move)) {
      const piece = after.pieces.find((other) => other.at === at);
      if (from.length > 1) {
        after.gone.push(...from.map((tile) => ({ ...tile, at })));
        piece.key = `t${++keys}`;
        piece.merged = true;
      } else piece.key = from[0].key;
    }
    return after;
  },

  draw(piece) {
    const text = String(piece.value);
    return [
      svg("rect", { class: `tile ${piece.kind}`, x: -44, y: -44, width: 88, height: 88, rx: 10 }),
      svg("text", { class: `number ${piece.kind} n${text.length}`, "text-anchor": "middle", dy: "0.35em" }, text),
    ];
  },

  moves: (texts) => texts.filter((text) => WAYS[text]).map((text) => ({ text, way: text })),
  last: () => [],

  describe: (at, state) => {
    const piece = state.pieces.find((other) => other.at === at);
    return piece ? String(piece.value) : "empty";
  },

  score: (state) => state.points.toLocaleString("en-GB"),

  palette: [[null, "Empty"], ...Array.from({ length: 15 }, (_, i) => [String(2 << i), String(2 << i)])],
  put: (kind, at) => ({ key: `e${at}`, at, value: Number(kind), kind: `v${kind}` }),

  /* What the page tells and offers. */
  title: "2048",
  blurb: "Slide, merge, and mind the dice.",
  sample: "2 4 8 2/16 64 32 4/256 128 64 8/2048 512 16 2 score=24000",
  pace: 60,
  levels: [["Easy: takes the best slide now", "greedy"], ["Medium: looks two turns ahead", "expectimax:depth=2"], ["Champion: has learned from its own games", "champion"]],
  analysts: ["expectimax:depth=2", "star1:depth=3,eval=empties", "greedy"],
  trees: ["star1:depth=2", "expectimax:depth=1", "star1:depth=1,eval=empties", "expectimax:depth=2,outcomes=2"],
  watch: [["The 2048 champion, as fast as it thinks", { game: "2048", seats: ["champion"], pace: 0 }, -1]],
  beginning: ["watch the 2048 champion", { game: "2048", seats: ["champion"], pace: 60 }],
  lessons: [
    {
      id: "star",
      place: 2,
      title: "Pruning at the dice",
      about: "Star1 in 2048: an average can be settled before all its outcomes are known.",
      request: { game: "2048", position: "2 4 8 2/4 8 16 4/2 4 8 16/0 2 4 2", agent: "star1:depth=2,eval=published", compare: true },
      stops: [
        [() => 0, "2048 has no opponent but the dice. After each slide a 2 (90 %) or a 4 (10 %) appears: there the tree takes the average, weighted with the probabilities that stand at the edges."],
        [(s) => when(s, true, (node) => node.k === "chance"), "The first turn of the dice is averaged. All its outcomes had to be known for that."],
        [(s) => when(s, true, (node) => node.k === "chance" && node.w === "cut" && node.n > 0), "Star1 (Ballard 1983) knows the least and the most that any position can be worth. Even if the outcomes that are still to come were worth the most, this average could not beat the move that the line points to: it stops here."],
        [end, "The same value as below, where every outcome was looked at. How much is saved depends on how tight the bounds are; in 2048 they are loose, and little is cut. That is why the champion does without."],
      ],
    },
  ],
};

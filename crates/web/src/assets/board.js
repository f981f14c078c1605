// The board: a picture in SVG under real buttons, one for each square, so that mouse, touch, keyboard and screen
// readers all find the same squares.

import { fill, h, still, svg } from "./dom.js";
import { press } from "./drag.js";
import { TextBoard, textPicture } from "./textboard.js";

const UNIT = 100;
const WAYS = { ArrowUp: "up", ArrowRight: "right", ArrowDown: "down", ArrowLeft: "left", w: "up", d: "right", s: "down", a: "left" };
const STEP = { up: [-1, 0], right: [0, 1], down: [1, 0], left: [0, -1] };

export class Board {
  /**
   * `rules` is a game's picture book; `label` what screen readers call the board. `onmove` hears of the moves that a
   * choice of squares can mean, `onway` of a direction and whether its key is held down, `onidle` of a choice that means
   * nothing.
   */
  constructor(rules, { label, onmove = () => {}, onsquare = null, onway = null, onidle = () => {} } = {}) {
    Object.assign(this, { rules, onmove, onsquare, onway, onidle, flipped: false, flips: rules.flips !== false });
    this.layers = Object.fromEntries(["ground", "marks", "numbers", "pieces", "over"].map((name) => [name, svg("g", { class: name })]));
    this.svg = svg("svg", { "aria-hidden": "true", focusable: "false" }, Object.values(this.layers));
    this.buttons = h("div", { class: "squares", role: "group", "aria-label": label });
    this.element = h("div", { class: "board" }, this.svg, this.buttons);
    // Room for the names of files and ranks, where a game has them.
    this.edge = rules.edge ?? (rules.files ? 34 : 14);
    this.drawn = new Map();
    this.focused = 0;
    this.buttons.addEventListener("keydown", (event) => this.key(event));
    this.buttons.addEventListener("pointerdown", (event) => press(this, event));
  }

  /**
   * Shows a position. `steps` are the plies that lead to it from the one that is shown, each `{ m, p }`, and are gone
   * through piece by piece if they are few; without them the position stands there at once. `legal` are the moves that
   * the viewer may make; `values` a map from a move to `{ text, tone }`; `hints` moves to point at; `trails` a map from
   * each cell that somebody has left to their seat, in the game that closes them.
   */
  show({ position, steps = [], legal = [], values = null, hints = [], last = null, trails = null }) {
    const same = this.state && this.text === position && !steps.length;
    const carried = this.state && steps.length > 0 && steps.length <= 4 && steps.at(-1).p === position;
    const state = same ? this.state : carried
      ? steps.reduce((state, step) => this.rules.carry(state, step.m, this.rules.read(step.p)), this.state)
      : this.rules.read(position);
    const resized = !this.state || this.state.rows !== state.rows || this.state.cols !== state.cols;
    state.trails = trails;
    Object.assign(this, { state, text: position, legal, values, hints, lastMove: last });
    this.targets = this.rules.moves(legal, state);
    if (resized) this.lay();
    this.ground();
    this.pieces(!same && !carried);
    this.marks();
    this.label();
  }

  /** Turns the board round. */
  flip(flipped) {
    this.flipped = flipped;
    if (!this.state) return;
    this.lay();
    this.ground();
    this.pieces(true);
    this.marks();
    this.label();
  }

  /** Where a square is seen. */
  seen(at) {
    const { rows, cols } = this.state;
    const [row, col] = [Math.floor(at / cols), at % cols];
    return this.flipped ? [rows - 1 - row, cols - 1 - col] : [row, col];
  }

  middle(at) {
    const [row, col] = this.seen(at);
    return [this.edge + (col + 0.5) * UNIT, this.edge + (row + 0.5) * UNIT];
  }

  lay() {
    const { rows, cols } = this.state;
    const [width, height] = [cols * UNIT + 2 * this.edge, rows * UNIT + 2 * this.edge];
    this.svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.element.style.setProperty("--ratio", `${width} / ${height}`);
    this.element.style.setProperty("--shape", String(width / height));
    this.buttons.style.setProperty("inset", `${(100 * this.edge) / height}% ${(100 * this.edge) / width}%`);
    this.buttons.style.setProperty("grid-template-columns", `repeat(${cols}, 1fr)`);
    this.buttons.style.setProperty("grid-template-rows", `repeat(${rows}, 1fr)`);
    this.buttons.classList.toggle("whole", this.oneControl());
    this.drawn.clear();
    fill(this.layers.pieces);
    if (this.oneControl()) {
      this.squares = [];
      this.buttons.tabIndex = 0;
      fill(this.buttons);
      return;
    }
    this.buttons.removeAttribute("tabindex");
    const order = Array.from({ length: rows * cols }, (_, i) => (this.flipped ? rows * cols - 1 - i : i));
    this.squares = [];
    for (const at of order) {
      this.squares[at] = h("button", { type: "button", tabindex: -1, "data-at": at, "data-name": this.rules.name(at, this.state), onclick: () => this.click(at) });
    }
    fill(this.buttons, order.map((at) => this.squares[at]));
    this.focused = Math.min(this.focused, rows * cols - 1);
    this.squares[this.focused].tabIndex = 0;
  }

  /** A board that is slid as a whole, unless it is being edited. */
  oneControl() {
    return this.rules.mode === "ways" && !this.onsquare && !this.state.pieces.some((piece) => piece.token);
  }

  ground() {
    const { rows, cols } = this.state;
    const parts = [svg("rect", { class: "frame", x: 0, y: 0, width: cols * UNIT + 2 * this.edge, height: rows * UNIT + 2 * this.edge, rx: 14 })];
    // Above the marks, which would hide them.
    const numbers = [];
    for (let at = 0; at < rows * cols; at++) {
      const [row, col] = this.seen(at);
      parts.push(svg("rect", { class: `square ${this.rules.square(at, this.state)}`, x: this.edge + col * UNIT, y: this.edge + row * UNIT, width: UNIT, height: UNIT }));
      const decoration = this.rules.ground?.(at, this.state);
      if (decoration?.length) parts.push(svg("g", { transform: `translate(${this.edge + (col + 0.5) * UNIT} ${this.edge + (row + 0.5) * UNIT})` }, decoration));
      const number = this.rules.numbered?.(at, this.state);
      if (number) numbers.push(svg("text", { class: "square-number", x: this.edge + col * UNIT + 7, y: this.edge + row * UNIT + 20 }, String(number)));
    }
    const edge = (texts, place) => texts?.forEach((text, i) => parts.push(svg("text", { class: "edge", "text-anchor": "middle", dy: "0.35em", ...place(i) }, String(text))));
    const turn = (i, length) => this.edge + ((this.flipped ? length - 1 - i : i) + 0.5) * UNIT;
    edge(this.rules.files?.(this.state), (i) => ({ x: turn(i, cols), y: rows * UNIT + 1.5 * this.edge }));
    edge(this.rules.ranks?.(this.state), (i) => ({ x: this.edge / 2, y: turn(i, rows) }));
    fill(this.layers.ground, parts);
    fill(this.layers.numbers, numbers);
  }

  pieces(jump) {
    const wanted = new Set();
    for (const gone of this.state.gone ?? []) this.slideAway(gone, jump);
    for (const piece of this.state.pieces) {
      wanted.add(piece.key);
      let group = this.drawn.get(piece.key);
      const kind = `${piece.kind}${piece.king ? "K" : ""}${piece.value ?? ""}`;
      if (!group) {
        group = svg("g", { class: "piece" }, svg("g", { class: "body" }, this.rules.draw(piece)));
        this.drawn.set(piece.key, group);
        this.layers.pieces.append(group);
        if (!jump && (piece.fresh || piece.merged)) group.firstChild.classList.add(piece.merged ? "popping" : "appearing");
        this.put(group, piece.at, true);
      } else if (group.kind !== kind) {
        rest(group.firstChild);
        fill(group.firstChild, this.rules.draw(piece));
        if (piece.turned && !jump) this.turn(group, group.kind, piece);
      }
      group.kind = kind;
      group.classList.toggle("hidden-under", false);
      if (jump) rest(group);
      if (piece.path?.length > 2 && !jump) this.walk(group, piece);
      else this.put(group, piece.at, jump);
      delete piece.path;
      delete piece.turned;
      delete piece.fresh;
      delete piece.merged;
    }
    for (const [key, group] of this.drawn) {
      if (wanted.has(key)) continue;
      this.drawn.delete(key);
      if (jump || still()) group.remove();
      else {
        group.classList.add("leaving");
        setTimeout(() => group.remove(), 220);
      }
    }
    this.state.gone = null;
  }

  put(group, at, jump) {
    const [x, y] = this.middle(at);
    group.classList.toggle("jump", Boolean(jump));
    group.style.transform = `translate(${x}px, ${y}px)`;
  }

  /** Over every square of a capture in turn. */
  walk(group, piece) {
    const points = piece.path.map((at) => this.middle(at));
    this.put(group, piece.at, true);
    if (still()) return;
    this.layers.pieces.append(group);
    group.animate(points.map(([x, y]) => ({ transform: `translate(${x}px, ${y}px)` })), { duration: 170 * (points.length - 1), easing: "ease-in-out" });
  }

  turn(group, was, piece) {
    if (still()) return;
    const body = group.firstChild;
    const old = was.startsWith("black") ? "black" : "white";
    for (const part of body.children) part.classList.replace(piece.kind, old);
    const delay = 60 * piece.turned;
    body.animate([{ transform: "scaleX(1)" }, { transform: "scaleX(0.04)" }], { duration: 130, delay, easing: "ease-in", fill: "backwards" }).onfinish = () => {
      for (const part of body.children) part.classList.replace(old, piece.kind);
      body.animate([{ transform: "scaleX(0.04)" }, { transform: "scaleX(1)" }], { duration: 130, easing: "ease-out" });
    };
  }

  /** A tile that ends under another one. */
  slideAway(gone, jump) {
    const group = this.drawn.get(gone.key);
    if (!group) return;
    this.drawn.delete(gone.key);
    this.put(group, gone.at, jump);
    setTimeout(() => group.remove(), jump || still() ? 0 : 130);
  }

  marks() {
    const parts = [];
    const square = (at, name) => {
      const [x, y] = this.middle(at);
      parts.push(svg("rect", { class: name, x: x - 50, y: y - 50, width: 100, height: 100 }));
    };
    for (const at of this.lastMove ?? []) square(at, "last");
    if (this.picked !== undefined && this.picked !== null) square(this.picked, "picked");
    const over = [];
    const from = new Set();
    for (const target of this.targets) {
      if (target.from !== undefined) from.add(target.from);
      if (this.rules.mode === "squares" && target.from !== undefined && target.from !== this.picked) continue;
      if (target.to === undefined || this.values) continue;
      const [x, y] = this.middle(target.to);
      // What lies there stays legible: a ring around it in place of a dot.
      const lies = this.state.pieces.some((piece) => piece.at === target.to);
      over.push(svg("circle", { class: lies ? "target around" : "target", cx: x, cy: y, r: lies ? 42 : this.rules.mode === "ways" ? 12 : 14 }));
    }
    if (this.rules.mode === "squares" && this.picked == null) for (const at of from) square(at, "movable");
    fill(this.layers.marks, parts);
    for (const hint of this.rules.moves(this.hints, this.state)) over.push(this.arrow(hint, "hint"));
    if (this.values) over.push(...this.valueChips());
    fill(this.layers.over, over);
  }

  arrow(target, name) {
    const [x2, y2] = target.to === undefined ? this.wayEnd(target.way) : this.middle(target.to);
    if (target.from === undefined && target.to !== undefined) return svg("circle", { class: `ring ${name}`, cx: x2, cy: y2, r: 44 });
    const [x1, y1] = target.from === undefined ? this.centre() : this.middle(target.from);
    const [dx, dy] = [x2 - x1, y2 - y1];
    const long = Math.hypot(dx, dy) || 1;
    const [ux, uy] = [dx / long, dy / long];
    const [ex, ey] = [x2 - ux * 12, y2 - uy * 12];
    const head = `M${ex + ux * 12} ${ey + uy * 12}L${ex - ux * 22 - uy * 20} ${ey - uy * 22 + ux * 20}L${ex - ux * 22 + uy * 20} ${ey - uy * 22 - ux * 20}z`;
    return svg("g", { class: `arrow ${name}` }, svg("line", { x1: x1 + ux * 20, y1: y1 + uy * 20, x2: ex - ux * 20, y2: ey - uy * 20 }), svg("path", { d: head }));
  }

  centre() {
    return [this.edge + (this.state.cols * UNIT) / 2, this.edge + (this.state.rows * UNIT) / 2];
  }

  wayEnd(way, far = 150) {
    const [x, y] = this.centre();
    return [x + STEP[way][1] * far, y + STEP[way][0] * far];
  }

  /** What each move is worth, where it leads to. Moves that lead to the same square show the best. */
  valueChips() {
    const best = new Map();
    for (const target of this.rules.moves([...this.values.keys()], this.state)) {
      const at = target.to ?? target.way;
      const value = this.values.get(target.text);
      if (!best.has(at) || value.rank < best.get(at).value.rank) best.set(at, { target, value });
    }
    return [...best.values()].map(({ target, value }) => {
      // A slide's value stands on the frame that the tiles slide to, and covers none of them.
      const slides = target.to === undefined;
      const high = slides ? this.edge - 4 : 42;
      const width = 22 + (slides ? 13 : 15) * value.text.length;
      const [x, y] = slides ? this.wayEnd(target.way, (this.state.cols * UNIT + this.edge) / 2) : this.middle(target.to);
      const turned = slides && STEP[target.way][1] ? ` rotate(${90 * STEP[target.way][1]})` : "";
      return svg("g", { class: `chip ${value.tone}${slides ? " slim" : ""}`, transform: `translate(${x} ${y})${turned}` },
        svg("rect", { x: -width / 2, y: -high / 2, width, height: high, rx: high / 2 }),
        svg("text", { "text-anchor": "middle", dy: "0.35em" }, value.text));
    });
  }

  label() {
    if (this.oneControl()) {
      const { rows, cols } = this.state;
      const rowsText = Array.from({ length: rows }, (_, row) =>
        Array.from({ length: cols }, (_, col) => this.rules.describe(row * cols + col, this.state)).join(" "));
      this.buttons.setAttribute("aria-roledescription", "board");
      this.buttons.setAttribute("aria-label", `Board. Arrow keys slide the tiles. ${rowsText.map((text, i) => `Row ${i + 1}: ${text}`).join(". ")}`);
      return;
    }
    const to = new Set(this.targets.filter((target) => this.rules.mode !== "squares" || target.from === undefined || target.from === this.picked).map((target) => target.to));
    const from = new Set(this.rules.mode === "squares" ? this.targets.map((target) => target.from) : []);
    for (const [at, button] of this.squares.entries()) {
      const say = [this.rules.name(at, this.state), this.rules.describe(at, this.state)];
      if (at === this.picked) say.push("picked up");
      else if (to.has(at)) say.push("you can move here");
      else if (from.has(at)) say.push("can move");
      button.setAttribute("aria-label", say.filter(Boolean).join(", "));
      button.classList.toggle("can", from.has(at) || this.targets.some((target) => this.leads(target, at)));
    }
  }

  /** Whether a choice of a square can mean a move: it leads there, or its stone falls there through it. */
  leads(target, at) {
    const { cols } = this.state;
    const isThere = target.to === at || (target.falls && at < target.to && at % cols === target.to % cols);
    return isThere && (target.from === undefined || this.rules.mode === "ways" || target.from === this.picked);
  }

  /** A square was clicked, or chosen by key. */
  click(at) {
    this.focus(at);
    if (this.onsquare) {
      this.onsquare(at);
      return;
    }
    const here = this.targets.filter((target) => this.leads(target, at));
    if (here.length) {
      this.pick(null);
      this.onmove(here.map((target) => target.text));
      return;
    }
    const starts = this.rules.mode === "squares" && this.targets.some((target) => target.from === at);
    if (!starts && this.picked !== at && this.state.pieces.some((piece) => piece.at === at)) this.onidle();
    this.pick(starts && this.picked !== at ? at : null);
  }

  pick(at) {
    this.picked = at;
    this.marks();
    this.label();
  }

  focus(at, really = false) {
    if (!this.squares?.length) return;
    this.squares[this.focused].tabIndex = -1;
    this.focused = at;
    this.squares[at].tabIndex = 0;
    if (really) this.squares[at].focus();
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape" && this.picked != null) {
      this.pick(null);
      return;
    }
    const way = WAYS[event.key] ?? WAYS[event.key.toLowerCase()];
    if (!way) return;
    event.preventDefault();
    event.stopPropagation();
    if (this.rules.mode === "ways" && !this.onsquare) {
      this.onway?.(way, event.repeat);
      return;
    }
    const { rows, cols } = this.state;
    const [dr, dc] = STEP[way].map((step) => (this.flipped ? -step : step));
    const [row, col] = [Math.floor(this.focused / cols) + dr, (this.focused % cols) + dc];
    if (row < 0 || row >= rows || col < 0 || col >= cols) return;
    this.focus(row * cols + col, true);
  }
}

/** Breaks off what moves still, and what would come after it. */
const rest = (element) => element.getAnimations().forEach((one) => one.cancel());

/** The board of a game: drawn, or as text where nobody has drawn it yet. */
export const boardOf = (rules, options) => (rules.mode === "text" ? new TextBoard(rules, options) : new Board(rules, options));

/** A small picture of a position, nothing to click. */
export function thumbnail(rules, position, label, trails = null) {
  if (rules.mode === "text") return textPicture(rules.read(position));
  const board = new Board(rules, { label });
  board.state = rules.read(position);
  board.state.trails = trails;
  Object.assign(board, { targets: [], hints: [] });
  board.lay();
  board.ground();
  board.pieces(true);
  if (label) {
    board.svg.removeAttribute("aria-hidden");
    board.svg.setAttribute("role", "img");
    board.svg.setAttribute("aria-label", label);
  }
  return h("div", { class: "board thumb", style: { "--ratio": board.element.style.getPropertyValue("--ratio") } }, board.svg);
}

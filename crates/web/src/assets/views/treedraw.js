// A search tree: what is known at each moment of the search, and its drawing.

import { fill, h, svg } from "../dom.js";

const SLOT = 50;
const LEVEL = 88;
const TOP = 34;
const LEFT = 74;
/** Positions that are unfolded at first. */
const BUDGET = 260;
/** Moves of one position that are drawn unless asked for more. */
const FOLD = 10;

/** A recorded search with its moments: each position is entered once and left once. */
export class Search {
  constructor(tree) {
    this.agent = tree.agent;
    this.entered = tree.entered;
    this.inAll = tree.in_all ?? tree.entered;
    this.nodes = tree.nodes.map((node, id) => ({ ...node, id, parent: null }));
    for (const node of this.nodes) for (const child of node.c) this.nodes[child].parent = node.id;
    this.steps = [];
    const stack = [[0, false]];
    while (stack.length) {
      const [id, leaving] = stack.pop();
      const node = this.nodes[id];
      node[leaving ? "left" : "came"] = this.steps.length;
      this.steps.push({ id, leaving });
      if (leaving) continue;
      stack.push([id, true]);
      for (const child of node.c.toReversed()) stack.push([child, false]);
    }
    for (const node of this.nodes) {
      if (node.c.length === 0 && node.left === node.came + 1) node.leaf = true;
    }
  }

  /** Positions from the root to one, both included. */
  path(id) {
    const nodes = [];
    for (let node = this.nodes[id]; node; node = this.nodes[node.parent]) nodes.unshift(node);
    return nodes;
  }

  /** Moves from the root to a position. */
  line(id) {
    return this.path(id).slice(1).map((node) => node.m);
  }

  /** The best that is known of an open position before a moment; null before its first child is back. */
  soFar(node, at) {
    const done = node.c.map((child) => this.nodes[child]).filter((child) => child.left <= at && child.v !== null);
    if (!done.length) return null;
    if (node.k === "chance") return done.reduce((sum, child) => sum + (child.p ?? 1) * child.v, 0);
    return (node.k === "max" ? Math.max : Math.min)(...done.map((child) => child.v));
  }

  /** The child that a position's value comes from, at a moment. */
  best(node, at) {
    if (node.k === "chance") return null;
    const value = at >= node.left ? node.v : this.soFar(node, at);
    return node.c.map((child) => this.nodes[child]).find((child) => child.left <= at && child.v === value) ?? null;
  }

  /** Which earlier sibling, of the position or of one above it, made the rest superfluous. */
  cause(node) {
    const upper = node.k === "min" || (node.k === "chance" && node.a !== null && node.v <= node.a + 1e-9);
    for (let child = node, above = this.nodes[node.parent]; above; child = above, above = this.nodes[above.parent]) {
      if (above.k !== (upper ? "max" : "min")) continue;
      const earlier = above.c.map((id) => this.nodes[id]).filter((other) => other.left < child.came && other.v !== null);
      const good = earlier.filter((other) => (upper ? other.v >= node.v - 1e-9 : other.v <= node.v + 1e-9));
      if (good.length) return { above, sibling: good.reduce((a, b) => ((upper ? b.v > a.v : b.v < a.v) ? b : a)), bound: upper ? "alpha" : "beta" };
    }
    return null;
  }

  /** Positions left out below everything that was cut, as far as they are known by name. */
  cuts(at) {
    return this.nodes.filter((node) => node.w === "cut" && node.left <= at);
  }

  came(at) {
    return this.nodes.filter((node) => node.came <= at).length;
  }
}

export const number = (value) => {
  if (value === null || value === undefined) return "?";
  if (Math.abs(value) > 5e8) return value > 0 ? "win" : "loss";
  const text = Math.abs(value) >= 100 || Math.abs(value - Math.round(value)) < 0.005 ? String(Math.round(value)) : value.toFixed(Math.abs(value) >= 10 ? 1 : 2);
  return text.replace("-", "−");
};

const SHORT = { right: "right", left: "left", up: "up", down: "down" };

/** The drawing of one search. */
export class Drawing {
  constructor(search, { label, onpick, other = null }) {
    Object.assign(this, { search, onpick, label });
    this.seen = other && new Set(other.nodes.map((node) => other.line(node.id).join(" ")));
    this.open = new Set();
    this.whole = new Set();
    let budget = BUDGET;
    for (const queue = [0]; queue.length && budget > 0;) {
      const id = queue.shift();
      this.open.add(id);
      const shown = search.nodes[id].c.slice(0, FOLD);
      budget -= shown.length;
      queue.push(...shown);
    }
    this.svg = svg("svg", { role: "group", class: "tree" });
    this.element = h("div", { class: "treebox", tabindex: 0, role: "group", "aria-label": label, onscroll: () => this.name() }, this.svg);
    this.lay();
  }

  children(node) {
    if (!this.open.has(node.id)) return [];
    return this.whole.has(node.id) ? node.c : node.c.slice(0, FOLD);
  }

  /** Where everything stands; it stands there from the first moment on, so that nothing jumps. */
  lay() {
    let slots = 0;
    let deepest = 0;
    this.place = new Map();
    this.stubs = [];
    const visit = (id) => {
      const node = this.search.nodes[id];
      deepest = Math.max(deepest, node.y);
      const below = this.children(node).map(visit);
      const hidden = node.c.length - below.length;
      const cut = node.w === "cut" && this.open.has(id) ? node.l.slice(0, 2) : [];
      const more = node.w === "cut" ? Math.max(0, (node.n ?? node.l.length) - cut.length) : 0;
      for (const [kind, text] of [...(hidden > 0 ? [["folded", `+${hidden}`]] : []), ...cut.map((move) => ["cut", move]), ...(more && this.open.has(id) ? [["cut", `+${more}`]] : [])]) {
        const x = slots++;
        below.push(x);
        this.stubs.push({ id, x, kind, text });
        deepest = Math.max(deepest, node.y + (kind === "cut" ? 1 : 1));
      }
      const x = below.length ? (below[0] + below.at(-1)) / 2 : slots++;
      this.place.set(id, x);
      return x;
    };
    visit(0);
    this.width = LEFT + Math.max(slots, 4) * SLOT + 20;
    this.height = TOP + deepest * LEVEL + 40;
    this.svg.setAttribute("viewBox", `0 0 ${this.width} ${this.height}`);
    this.svg.style.width = `${Math.max(this.width, 1)}px`;
    this.build();
  }

  xy(id) {
    const node = this.search.nodes[id];
    return [LEFT + (this.place.get(id) + 0.5) * SLOT, TOP + node.y * LEVEL];
  }

  build() {
    const { nodes } = this.search;
    const parts = [];
    this.names = [];
    const kinds = new Map();
    for (const id of this.place.keys()) {
      const node = nodes[id];
      const kind = node.leaf ? null : node.k;
      if (kind) kinds.set(node.y, kinds.has(node.y) && kinds.get(node.y) !== kind ? "" : kind);
    }
    for (const [ply, kind] of kinds) {
      parts.push(svg("rect", { class: `band ${kind}`, x: 0, y: TOP + ply * LEVEL - 26, width: this.width, height: 52, rx: 8 }));
      this.names.push(svg("text", { class: `bandname ${kind}`, x: 10, y: TOP + ply * LEVEL, dy: "0.35em" }, { max: "MAX ▲", min: "MIN ▼", chance: "DICE ●" }[kind] ?? ""));
    }
    this.edges = new Map();
    this.marks = new Map();
    this.stubMarks = [];
    const edges = svg("g", {});
    const labels = svg("g", {});
    const bodies = svg("g", {});
    const folds = svg("g", {});
    const edge = (from, to, text, kind, probability) => {
      const [[x1, y1], [x2, y2]] = [from, to];
      const line = svg("path", { class: `edge-line ${kind}`, d: `M${x1} ${y1 + 16}C${x1} ${y1 + 44} ${x2} ${y2 - 46} ${x2} ${y2 - (kind === "cut" ? 30 : 17)}` });
      edges.append(line);
      const label = svg("text", { class: `edge-move ${kind}`, x: x2, y: y2 - 24, "text-anchor": "middle" }, text);
      labels.append(label);
      const odds = probability && svg("text", { class: "edge-odds", x: x2, y: y2 - 36, "text-anchor": "middle" }, `${(100 * probability).toFixed(probability < 0.095 ? 1 : 0)} %`);
      if (odds) labels.append(odds);
      return odds ? [line, label, odds] : [line, label];
    };
    for (const id of this.place.keys()) {
      const node = nodes[id];
      const [x, y] = this.xy(id);
      if (node.parent !== null) {
        const move = SHORT[node.m] ?? node.m;
        this.edges.set(id, edge(this.xy(node.parent), [x, y], move, "", node.p));
      }
      const text = svg("text", { class: "worth-text", "text-anchor": "middle", dy: "0.35em" });
      const shape = node.leaf || (node.c.length === 0 && node.w !== "cut") ? svg("rect", { x: -21, y: -14, width: 42, height: 28, rx: 6 })
        : node.k === "max" ? svg("path", { d: "M0 -20 25 15H-25z" }) : node.k === "min" ? svg("path", { d: "M0 20 25 -15H-25z" }) : svg("circle", { r: 19 });
      const body = svg("g", { class: `node ${node.leaf ? "leafnode" : node.k}`, transform: `translate(${x} ${y})` }, shape, text, svg("title", {}, ""));
      text.setAttribute("y", node.leaf ? 0 : node.k === "max" ? 5 : node.k === "min" ? -5 : 0);
      body.addEventListener("click", () => this.onpick?.(node));
      bodies.append(body);
      this.marks.set(id, { body, text, title: body.lastChild });
      if (this.seen && !this.seen.has(this.search.line(id).join(" "))) body.classList.add("never");
    }
    for (const stub of this.stubs) {
      const from = this.xy(stub.id);
      const to = [LEFT + (stub.x + 0.5) * SLOT, from[1] + (stub.kind === "cut" ? 74 : 74)];
      const [line] = edge(from, to, "", stub.kind);
      const button = svg("g", { class: `stub ${stub.kind}`, transform: `translate(${to[0]} ${to[1] - 16})` },
        svg("rect", { x: -20, y: -12, width: 40, height: 24, rx: 12 }), svg("text", { "text-anchor": "middle", dy: "0.35em" }, stub.text));
      if (stub.kind === "folded") {
        const name = this.search.line(stub.id).join(" ") || "the root";
        for (const [key, value] of Object.entries({ role: "button", tabindex: "0", "aria-label": `${stub.text.slice(1)} more moves after ${name}` })) button.setAttribute(key, value);
        button.addEventListener("click", () => this.unfold(stub.id));
        button.addEventListener("keydown", (event) => {
          if (event.key !== "Enter" && event.key !== " ") return;
          event.preventDefault();
          this.unfold(stub.id);
          this.element.focus();
        });
        folds.append(button);
      } else bodies.append(button);
      this.stubMarks.push({ stub, line, button });
    }
    this.over = svg("g", {});
    const picture = svg("g", { "aria-hidden": "true" }, parts, this.names, edges, labels, bodies, this.over);
    fill(this.svg, picture, folds);
    this.name();
  }

  /** Whose levels these are stands at the left, wherever the tree is scrolled to. */
  name() {
    const scale = this.svg.clientWidth ? this.width / this.svg.clientWidth : 1;
    for (const name of this.names) name.setAttribute("x", 10 + this.element.scrollLeft * scale);
  }

  unfold(id) {
    this.open.add(id);
    if (this.search.nodes[id].c.length > FOLD) this.whole.add(id);
    for (const child of this.search.nodes[id].c) this.open.add(child);
    this.lay();
    this.show(this.at);
  }

  /** Shows what is known at a moment; `at` may be the end. */
  show(at) {
    this.at = at;
    const { search } = this;
    const step = search.steps[Math.min(at, search.steps.length - 1)];
    const path = new Set();
    for (let node = search.nodes[step.id]; node; node = search.nodes[node.parent]) path.add(node.id);
    const ended = at >= search.steps.length - 1;
    const bestLine = new Set();
    for (let node = search.nodes[0]; node; node = search.best(node, at)) bestLine.add(node.id);
    for (const [id, { body, text, title }] of this.marks) {
      const node = search.nodes[id];
      const state = node.left <= at ? "done" : node.came <= at ? "opened" : "unseen";
      for (const name of ["done", "opened", "unseen"]) body.classList.toggle(name, name === state);
      body.classList.toggle("current", id === step.id && !ended);
      body.classList.toggle("onpath", path.has(id) && !ended);
      body.classList.toggle("cutnode", state === "done" && node.w === "cut" && node.n > 0);
      body.classList.toggle("tablehit", state === "done" && node.w === "table");
      text.textContent = this.worth(node, at, state);
      title.textContent = state === "unseen" ? "" : `${search.line(id).join(" ") || "the root"}: ${text.textContent || "not known yet"} (${WHY[node.w] ?? node.w})`;
      text.classList.toggle("long", text.textContent.length > 4);
      const lines = this.edges.get(id);
      for (const line of lines ?? []) {
        line.classList.toggle("unseen", state === "unseen");
        line.classList.toggle("best", state === "done" && node.parent !== null && search.best(search.nodes[node.parent], at)?.id === id);
        line.classList.toggle("line", bestLine.has(id) && ended);
        line.classList.toggle("onpath", path.has(id) && !ended);
      }
    }
    for (const { stub, line, button } of this.stubMarks) {
      const node = search.nodes[stub.id];
      const hide = stub.kind === "cut" ? node.left > at : node.came > at;
      line.classList.toggle("unseen", hide);
      button.classList.toggle("unseen", hide);
    }
    this.pointAtCause(step, ended);
    this.follow(step.id);
    this.svg.setAttribute("aria-label", `${this.label}. ${search.came(at)} positions entered, ${search.cuts(at).length} cuts.`);
  }

  worth(node, at, state) {
    if (state === "unseen") return "";
    if (state === "opened") {
      const value = this.search.soFar(node, at);
      if (value === null) return "";
      return (node.k === "max" ? "≥" : node.k === "min" ? "≤" : "~") + number(value);
    }
    if (node.v === null) return "–";
    const sign = node.leaf ? "" : node.a !== null && node.v <= node.a && node.parent !== null ? "≤" : node.b !== null && node.v >= node.b ? "≥" : "";
    return sign + number(node.v);
  }

  pointAtCause(step, ended) {
    const node = this.search.nodes[step.id];
    const cause = !ended && step.leaving && node.w === "cut" && node.n > 0 ? this.search.cause(node) : null;
    if (!cause || !this.place.has(cause.sibling.id) || !this.place.has(node.id)) {
      fill(this.over);
      return;
    }
    const [[x1, y1], [x2, y2]] = [this.xy(cause.sibling.id), this.xy(node.id)];
    const high = Math.min(y1, y2) - 40;
    fill(this.over, svg("path", { class: "cause", d: `M${x1} ${y1 - 20}C${x1} ${high} ${x2} ${high} ${x2} ${y2 - 22}` }),
      svg("circle", { class: "causering", cx: x1, cy: y1, r: 27 }));
  }

  /** Keeps the current position in sight. */
  follow(id) {
    if (!this.place.has(id)) return;
    const [x, y] = this.xy(id);
    const box = this.element;
    if (x < box.scrollLeft + 60 || x > box.scrollLeft + box.clientWidth - 60) box.scrollLeft = x - box.clientWidth / 2;
    if (y < box.scrollTop + 40 || y > box.scrollTop + box.clientHeight - 60) box.scrollTop = y - box.clientHeight / 2;
  }
}

export const WHY = {
  finished: "the game is over here", horizon: "the depth ran out: a static value", table: "the table knew it", probed: "the game itself knew it", searched: "all moves were looked at",
  cut: "cut: the rest cannot matter", selective: "left early", recurred: "the position came up before: a draw", stopped: "the search was stopped",
};

// Looking inside a search: step by step, with windows, cuts and the value flowing up.

import { count, fill, h, icon, field, still, trying } from "../dom.js";
import { ask, games } from "../api.js";
import { thumbnail } from "../board.js";
import { books, FIRST, picture, title } from "../games/index.js";
import { place } from "../place.js";
import { readSpec, treeLink, treeRequestOf } from "../links.js";
import { agentField, gameField } from "./controls.js";
import { Drawing, number, Search } from "./treedraw.js";

const searches = (kind) => picture(kind.name).trees ?? [kind.partner];

/** Guided examples: a search of a game, and the moments of it that are worth a stop. */
const LESSONS = books.flatMap((book) => book.lessons ?? []).sort((a, b) => a.place - b.place);

export default async function tree(root, [lesson], query) {
  const catalogue = await games();
  const stage = h("div", { class: "stack" });
  const guided = h("nav", { class: "lessons", "aria-label": "Guided examples" }, LESSONS.map((one) =>
    h("a", { class: "recent-game", href: `#/tree/${one.id}` }, h("strong", {}, one.title), h("span", { class: "soft" }, one.about))));
  const own = h("details", { class: "card", open: Boolean(query.get("game")) }, h("summary", {}, "Any position, any search"));
  const asked = query.get("game") ? treeRequestOf(query, (name) => picture(name).trees?.[0] ?? "alphabeta") : null;
  const form = chooser(catalogue, asked, (request) => {
    // The address is that of what is shown, so that it can be kept, sent and loaded again.
    history.replaceState(null, "", treeLink(request));
    run(request, null);
  });
  own.append(form);
  fill(root, h("h1", {}, "Look inside a search"),
    h("p", { class: "lead" }, "Every position that a search enters, in the order in which it enters them: the window it carries, where it cuts and thanks to which sibling, and how the value comes up."),
    guided, stage, own);

  let player = null;
  let recorded = 0;
  async function run(request, guide) {
    player?.stop();
    player = null;
    place(`${guide?.title ?? title(request.game)} · Look inside`, "tree");
    for (const [i, link] of [...guided.children].entries()) {
      if (LESSONS[i] === guide) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
    fill(stage, h("p", { class: "loading" }, "The search is recorded …"));
    const turn = ++recorded;
    try {
      const answer = await ask("/api/tree", request);
      // Another search was asked for meanwhile, or the view was left.
      if (turn !== recorded) return;
      player = new Player(request, answer, guide);
      fill(stage, player.element);
      player.show(guide ? 0 : Infinity);
    } catch (error) {
      if (turn === recorded) fill(stage, h("p", { class: "card bad", role: "alert" }, error.message));
    }
  }
  const guide = LESSONS.find((one) => one.id === lesson);
  place("Look inside", "tree");
  if (guide) run(guide.request, guide);
  else if (lesson !== undefined) fill(stage, h("p", { class: "card bad", role: "alert" }, `There is no example “${lesson}”; choose one of those above.`));
  else if (asked) run(asked, null);
  else run(LESSONS[0].request, LESSONS[0]);
  return () => {
    recorded += 1;
    player?.stop();
  };
}

/** The form, filled with what is `asked`, if something is. */
function chooser(catalogue, asked, begin) {
  const box = h("div", { class: "stack" });
  const given = asked && { ...asked, ...readSpec(asked.game) };
  const known = catalogue.games.some((kind) => kind.name === given?.name);
  const pick = h("select", { value: known ? given.name : FIRST, onchange: () => draw() }, catalogue.games.map((kind) => h("option", { value: kind.name }, title(kind.name))));
  function draw() {
    const kind = catalogue.games.find((one) => one.name === pick.value);
    const link = given?.name === kind.name ? given : null;
    const rules = gameField(catalogue, kind, link?.options ?? picture(kind.name).treeOptions ?? {});
    const extra = searches(kind).map((spec) => [spec, spec]);
    const agent = agentField(kind, "Whose search", link?.agent ?? searches(kind)[0], { extra });
    const position = h("textarea", { class: "short", spellcheck: "false", placeholder: "The start" }, link?.position ?? "");
    const beside = h("input", { type: "text", spellcheck: "false", autocomplete: "off", placeholder: "none", value: link?.beside ?? "" });
    const compare = h("input", { type: "checkbox", checked: link ? link.compare : true });
    fill(box, rules.element, agent.element, field("Position", position, kind.positions), field("Another agent beside it", beside, "in place of the same without pruning"),
      h("label", { class: "inline" }, compare, " the same without pruning, too"),
      h("div", { class: "row" }, h("button", { type: "button", class: "main", "data-do": "grow", onclick: () => begin({
        game: rules.value(), agent: agent.value(), position: position.value.trim() || undefined, beside: beside.value.trim() || undefined,
        seed: link?.seed, compare: compare.checked && !beside.value.trim(),
      }) }, "Record the search")));
  }
  draw();
  return h("div", { class: "stack narrow" }, field("Game", pick), box);
}

/** One recorded search, played step by step. */
class Player {
  constructor(request, answer, guide) {
    Object.assign(this, { request, answer, guide, at: 0 });
    const [first, second] = answer.trees.map((one) => new Search(one));
    this.search = first;
    this.second = second;
    this.saving = answer.trees[0].saving;
    const names = (search) => `Search tree of ${search.agent}`;
    this.drawing = new Drawing(first, { label: names(first), onpick: (node) => this.show(node.left) });
    if (second) {
      this.beside = new Drawing(second, { label: names(second), other: request.compare ? first : null });
      this.beside.show(Infinity);
    }
    this.build();
  }

  build() {
    const last = this.search.steps.length - 1;
    const button = (label, sign, to) => h("button", { type: "button", class: "quiet icon", "aria-label": label, title: label, onclick: () => { this.stop(); this.show(to()); } }, icon(sign));
    this.range = h("input", { type: "range", min: 0, max: last, step: 1, value: 0, "aria-label": "Moment of the search", oninput: () => { this.stop(); this.show(Number(this.range.value)); } });
    this.play = h("button", { type: "button", "data-do": "run", onclick: () => (this.timer ? this.stop() : this.go()) }, "Play");
    const fit = h("button", { type: "button", onclick: () => whole(fit.getAttribute("aria-pressed") !== "true") }, "Whole tree");
    const whole = (on) => {
      for (const drawing of [this.drawing, this.beside]) drawing?.svg.classList.toggle("fit", on);
      fit.setAttribute("aria-pressed", String(on));
    };
    whole(innerWidth > 860 && this.drawing.width < 1700);
    const stepper = h("div", { class: "stepper" }, button("To the start", "start", () => 0), button("One step back", "back", () => this.at - 1), this.range,
      button("One step on", "on", () => this.at + 1), button("To the end", "end", () => last), this.play, fit);
    this.say = h("p", { class: "say", "aria-live": "polite" });
    this.window = h("div", { class: "window" });
    this.board = h("div", { class: "treeboard" });
    this.counts = h("dl", { class: "facts wide" });
    const guide = this.guide ? this.guideCard() : null;
    const second = this.beside && h("section", { class: "stack tight second-tree" },
      h("h3", {}, this.request.compare ? "The same without pruning: " : "Beside it: ", h("code", {}, this.second.agent), ` · ${count(this.second.entered)} positions`),
      this.beside.element);
    this.element = h("div", { class: "treeview" },
      h("div", { class: "stack trees" }, h("section", { class: "stack tight main-tree" }, h("h2", {}, this.guide?.title ?? title(this.request.game), " ", h("code", {}, this.search.agent)), this.drawing.element, stepper,
        h("p", { class: "legend" }, h("span", { class: "key best" }, "best so far"), h("span", { class: "key cut" }, "left out"), h("span", { class: "key cause" }, "made it superfluous"), h("span", { class: "key hit" }, "known from the table"), "≥ and ≤: a bound, not the value itself")), second),
      h("aside", { class: "stack tight side-tree" }, guide, h("div", { class: "card stack tight" }, this.say, this.window, this.board, this.counts)));
  }

  guideCard() {
    this.stops = this.guide.stops.map(([find, text]) => ({ at: find(this.search), text }));
    this.stop_ = 0;
    this.text = h("p", { "aria-live": "polite" });
    this.place = h("span", { class: "soft" });
    const step = (by) => {
      this.stop_ = Math.max(0, Math.min(this.stops.length - 1, this.stop_ + by));
      this.stop();
      this.show(this.stops[this.stop_].at);
      this.tellStop();
    };
    this.backwards = h("button", { type: "button", onclick: () => step(-1) }, "Back");
    this.forwards = h("button", { type: "button", class: "main", "data-do": "next", onclick: () => step(1) }, "Next");
    this.tellStop();
    return h("section", { class: "card stack tight guide", "aria-label": "Guide" }, this.text, h("div", { class: "row spread" }, this.place, h("div", { class: "row" }, this.backwards, this.forwards)));
  }

  tellStop() {
    fill(this.text, this.stops[this.stop_].text);
    fill(this.place, `${this.stop_ + 1} of ${this.stops.length}`);
    this.backwards.disabled = this.stop_ === 0;
    this.forwards.disabled = this.stop_ === this.stops.length - 1;
  }

  go() {
    if (this.at >= this.search.steps.length - 1) this.show(0);
    const pause = Math.max(60, Math.min(900, 40000 / this.search.steps.length));
    this.timer = setInterval(() => {
      if (this.at >= this.search.steps.length - 1) this.stop();
      else this.show(this.at + 1);
    }, still() ? Math.max(pause, 900) : pause);
    this.play.textContent = "Stop";
  }

  stop() {
    clearInterval(this.timer);
    this.timer = null;
    if (this.play) this.play.textContent = "Play";
  }

  show(at) {
    const last = this.search.steps.length - 1;
    this.at = Math.max(0, Math.min(last, at));
    this.range.value = this.at;
    this.drawing.show(this.at);
    const { id, leaving } = this.search.steps[this.at];
    const node = this.search.nodes[id];
    const ended = this.at === last;
    const text = ended ? this.conclusion() : leaving ? this.leavingText(node) : this.enteringText(node);
    fill(this.say, text);
    this.range.setAttribute("aria-valuetext", text);
    this.showWindow(node);
    if (node.pos && node.pos !== this.shownPosition) {
      this.shownPosition = node.pos;
      const rules = picture(this.request.game);
      const way = this.search.path(id).map((one) => one.pos).filter(Boolean);
      fill(this.board, thumbnail(rules, node.pos, `Position after ${this.search.line(id).join(" ") || "nothing"}`, rules.trails?.(way)), h("p", { class: "mono soft line" }, this.search.line(id).join(" ") || "the root"));
    }
    const cuts = this.search.cuts(this.at).filter((one) => (one.n ?? one.l.length) > 0);
    const left = cuts.reduce((sum, one) => sum + (one.n ?? one.l.length), 0);
    const hits = this.search.nodes.filter((one) => one.w === "table" && one.left <= this.at).length;
    fill(this.counts, fact("entered", `${count(this.search.came(this.at))} of ${count(this.search.entered)}`), fact("cuts", count(cuts.length)), fact("moves left out", count(left)),
      hits > 0 && fact("from the table", count(hits)), this.second && fact(this.request.compare ? "without pruning" : "beside it", count(this.second.entered)));
  }

  who(node) {
    return { max: "MAX", min: "MIN", chance: "the dice" }[node.k];
  }

  enteringText(node) {
    if (node.parent === null) return `The search begins: ${this.answer.seat_name} is to move and is MAX here.`;
    const how = node.p ? `The dice give ${node.m} with ${(100 * node.p).toFixed(node.p < 0.095 ? 1 : 0)} %.` : `${this.who(this.search.nodes[node.parent])} tries ${node.m}.`;
    if (node.leaf) return how;
    return `${how} ${this.who(node)[0].toUpperCase()}${this.who(node).slice(1)} ${node.k === "chance" ? "decide" : "is to move"} below.`;
  }

  leavingText(node) {
    const name = node.m || "The root";
    if (node.v === null) return `${name} was not finished.`;
    if (node.w === "cut") {
      const cause = this.search.cause(node);
      const rest = node.n ?? node.l.length;
      const others = `the other ${rest === 1 ? "one is" : `${rest} are`} left out`;
      if (rest === 0) return `${name} refutes what led here, with its last move: nothing is left to leave out. It is worth ${cause?.bound === "beta" ? "at least" : "at most"} ${number(node.v)}.`;
      if (!cause) return `${name} is beyond what can matter: ${others}.`;
      const who = cause.bound === "alpha" ? "MAX" : "MIN";
      const sign = cause.bound === "alpha" ? "at most" : "at least";
      return `Cut: ${name} is worth ${sign} ${number(node.v)}, and ${who} has ${number(cause.sibling.v)} already with ${cause.sibling.m}: ${others}.`;
    }
    if (node.w === "table") return `${name}: the table knew this position, it is worth ${number(node.v)}.`;
    if (node.w === "probed") return `${name}: the game itself knew this position, it is worth ${number(node.v)}.`;
    if (node.w === "finished") return `${name} ends the game: ${number(node.v)}.`;
    if (node.leaf) return `${name}: the depth ran out, the static value is ${number(node.v)}.`;
    if (node.k === "chance") return `${name}: the average over the dice is ${number(node.v)}.`;
    return `${name}: ${this.who(node)} takes the ${node.k === "max" ? "largest" : "smallest"}, ${number(node.v)}.`;
  }

  conclusion() {
    const rootNode = this.search.nodes[0];
    const best = this.search.best(rootNode, Infinity);
    const saving = this.request.compare && this.saving;
    const saved = saving ? ` ${count(this.search.inAll)} positions instead of ${count(this.second.entered)}: ${saving}.` : "";
    return `Done: ${best ? `${best.m} is best` : "no move"}, worth ${number(rootNode.v)}.${saved}`;
  }

  /** Alpha and beta as a piece of a line. */
  showWindow(node) {
    const so = this.search.soFar(node, this.at);
    let [a, b] = [node.a, node.b];
    if (so !== null && node.k === "max") a = Math.max(a ?? -Infinity, so);
    if (so !== null && node.k === "min") b = Math.min(b ?? Infinity, so);
    const open = (value, sign) => (value === null || !Number.isFinite(value) ? `${sign}∞` : number(value));
    fill(this.window, h("span", {}, "window"), h("b", {}, `α ${open(a, "−")}`), h("i", { class: a !== null && b !== null && a >= b ? "shut" : "" }), h("b", {}, `β ${open(b, "+")}`));
  }
}

const fact = (name, value) => h("div", {}, h("dt", {}, name), h("dd", {}, value));

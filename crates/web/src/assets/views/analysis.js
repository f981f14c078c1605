// What a search says of the position on the board, while it thinks, and of the whole game.

import { count, fill, h, field, trying } from "../dom.js";
import { ask, Game, games, stream } from "../api.js";
import { go } from "../links.js";
import { agentField, gameField, PERSON } from "./controls.js";
import { bring } from "./exchange.js";
import { showReasons } from "./reasons.js";
import { reviewPanel } from "./review.js";
import { isProven, worth, worthShort } from "../worth.js";
import { picture, title } from "../games/index.js";

/** Who looks beside the adviser, one after another. */
const others = (kind) => picture(kind.name).analysts ?? [];

export function analysisPanel(context, kind) {
  const { game } = context;
  const looks = h("div", { class: "looks" });
  const advisers = [new Adviser(context, kind, kind.adviser, { changed: () => colour(), chosen: () => run(), ended: () => name() })];
  let on = false;
  let shownFor = null;

  const ms = h("select", { value: "4000", onchange: () => run() }, [["1 s", 1000], ["4 s", 4000], ["15 s", 15000], ["60 s", 60000]].map(([name, value]) => h("option", { value }, name)));
  const toggle = h("button", { type: "button", class: "main", "aria-pressed": "false", "data-do": "analyse", onclick: () => set(!on) }, "Analyse");
  const another = h("button", { type: "button", onclick: () => {
    const spec = others(kind)[advisers.length - 1];
    const adviser = new Adviser(context, kind, spec, { chosen: () => run(), ended: () => name(), gone: () => {
      advisers.splice(advisers.indexOf(adviser), 1)[0].leave();
      lay();
    } });
    advisers.push(adviser);
    lay();
    if (on) adviser.look(Number(ms.value));
    name();
  } }, "Add an agent");
  const over = reviewPanel(context, kind, () => advisers[0].spec());
  const review = h("button", { type: "button", "data-do": "review", onclick: () => over.look() }, "Look over the game");
  const why = h("button", { type: "button", "data-do": "explain", onclick: () => trying(explain) }, "Explain");
  const reasons = h("div", {});

  function lay() {
    fill(looks, advisers.map((adviser) => adviser.element));
    looks.classList.toggle("two", advisers.length > 1);
    another.disabled = advisers.length > others(kind).length;
  }

  function set(value) {
    on = value;
    toggle.setAttribute("aria-pressed", String(on));
    name();
    toggle.classList.toggle("main", !on);
    if (on) run();
    else {
      advisers.forEach((adviser) => adviser.stop());
      clear();
    }
  }

  /** What the button does: searches that have ended are no longer stopped, but what they found can go from the board. */
  function name() {
    toggle.textContent = !on ? "Analyse" : advisers.some((adviser) => adviser.busy) ? "Stop" : "Hide";
  }

  function clear() {
    context.values = null;
    context.valuesKey = "";
    context.refresh();
  }

  function run() {
    if (!on) return;
    shownFor = game.position(context.choice());
    context.values = null;
    context.valuesKey = "";
    for (const adviser of advisers) adviser.look(Number(ms.value));
    name();
    context.refresh();
  }

  /** The first agent's values stand on the board. */
  function colour() {
    const [first] = advisers;
    if (!on || !first.found) return;
    const values = first.found.moves;
    const best = values[0].value;
    const limits = first.grades ?? [best * 0.01, best * 0.05].map(Math.abs);
    context.values = new Map(values.map((one, rank) => {
      const loss = Math.abs(best - one.value);
      const tone = loss <= 1e-9 ? "best" : loss <= limits[0] ? "fair" : loss <= limits[1] ? "poor" : "bad";
      return [one.move, { text: worthShort(one, first.seats()), tone, rank }];
    }));
    context.valuesKey = JSON.stringify(values);
    context.refresh();
  }

  let explained = null;
  async function explain() {
    const query = new URLSearchParams({ agent: advisers[0].spec(), ply: context.choice() });
    explained = game.position(context.choice());
    showReasons(reasons, await ask(`/api/play/${game.id}/explain?${query}`));
    reasons.scrollIntoView({ block: "nearest" });
  }

  const element = h("div", { class: "stack" },
    h("div", { class: "row" }, toggle, h("label", { class: "inline" }, "for ", ms), another, review, why), looks, over.element, reasons);
  lay();

  return {
    element,
    leave: () => {
      over.leave();
      advisers.forEach((adviser) => adviser.stop());
    },
    update: () => {
      const position = game.position(context.choice());
      if (on && position !== shownFor) run();
      // What was found belongs to the position that it was found for.
      if (!on && shownFor !== null && position !== shownFor) {
        shownFor = null;
        for (const adviser of advisers) adviser.clear();
      }
      if (explained !== null && position !== explained) {
        explained = null;
        fill(reasons);
      }
      over.update();
    },
  };
}

/** One agent that looks at the position. */
class Adviser {
  /** `changed` hears of new values, `ended` that no more come, `chosen` of another agent, `gone` that it is wanted no longer: the first one stays. */
  constructor(context, kind, spec, { changed = () => {}, ended, chosen, gone = null }) {
    Object.assign(this, { context, changed, ended, found: null, unit: "", grades: null, busy: false });
    this.field = agentField(kind, "Agent", spec, { extra: [...new Set([kind.adviser, spec])].map((one) => [one === kind.adviser ? `Adviser · ${one}` : one, one]) });
    this.facts = h("dl", { class: "facts" });
    this.line = h("p", { class: "line mono" });
    this.table = h("div", { class: "values" });
    this.sign = h("p", { class: "soft sign-of" });
    this.element = h("section", { class: "look", "aria-label": `Analysis by ${spec}` }, this.field.element,
      gone && h("button", { type: "button", class: "linkish", onclick: gone }, "Remove this agent"), this.facts, this.sign, this.line, this.table);
    this.field.element.addEventListener("change", () => {
      this.element.setAttribute("aria-label", `Analysis by ${this.spec()}`);
      this.stop();
      this.clear();
      chosen();
    });
  }

  spec() {
    return this.field.value();
  }

  stop() {
    this.source?.close();
    this.source = null;
    this.busy = false;
  }

  leave() {
    this.stop();
    this.element.remove();
  }

  seats() {
    return this.context.game.state.seats.map((seat) => seat.name);
  }

  clear() {
    this.found = null;
    fill(this.facts);
    fill(this.sign);
    fill(this.line);
    fill(this.table);
  }

  look(ms) {
    this.stop();
    this.clear();
    const query = new URLSearchParams({ agent: this.spec(), ply: this.context.choice(), ms });
    this.source = stream(`/api/play/${this.context.game.id}/analyse?${query}`, (message) => this.tell(message));
    this.showFacts("…", "…", "…", "…");
    this.busy = true;
    this.element.classList.add("busy");
  }

  /** Depth, value, line, table and what stands on the board come with one message and are shown at once. */
  tell(message) {
    if (message.error) {
      this.clear();
      fill(this.facts, h("p", { class: "bad whole" }, message.error));
    } else if (message.waiting !== undefined) {
      fill(this.sign, message.waiting && "Waits until one of the searches that run has ended …");
    } else if (message.begun) {
      this.unit = message.unit;
      this.grades = message.grades;
      fill(this.sign, this.seats().length > 1 ? `Values in ${message.unit}; + is good for ${message.for}.` : `Values in ${message.unit}.`);
    } else if (message.moves) {
      this.found = message;
      this.showFacts(message.depth, worth(message, this.seats()), count(message.nodes), `${compactRate(message.nodes / Math.max(1e-6, message.elapsed_s))}/s`);
      fill(this.line, message.line.slice(0, 14).join(" "));
      this.showMoves(message.moves);
      this.changed();
    }
    if (!message.done && !message.error) return;
    this.busy = false;
    this.element.classList.remove("busy");
    if (message.done && this.found) this.sign.append(" The search has ended.");
    this.ended();
  }

  showFacts(depth, value, nodes, speed) {
    fill(this.facts, fact("depth", depth), fact("value", value), fact("nodes", nodes), fact("speed", speed));
  }

  showMoves(moves) {
    const seats = this.seats();
    const values = moves.map((one) => one.value).filter((value) => !isProven(value));
    // The best of the side to move comes first, whichever sign it has.
    const [best, worst] = [values[0], values.at(-1)];
    const share = ({ value }) => (isProven(value) ? ((value > 0) === (moves[0].value >= moves.at(-1).value) ? 1 : 0) : best === worst ? 1 : (value - worst) / (best - worst));
    const [first] = moves;
    const names = ["move", first.expected_score == null ? "value" : "final score", "", ...(first.risk ? ["risk"] : [])];
    fill(this.table, h("table", {}, h("caption", { class: "vh" }, `What each move is worth at depth ${this.found.depth}`),
      h("thead", {}, h("tr", {}, names.map((name) => (name ? h("th", { scope: "col" }, name) : h("td", {}))))),
      h("tbody", {}, moves.map((one) => h("tr", {}, h("td", {}, one.move), h("td", {}, worth(one, seats)),
        h("td", { class: "barcell" }, h("i", { class: "bar", style: { width: `${4 + 96 * share(one)}%` } })),
        one.risk && h("td", { title: riskInWords(one.risk) }, percent(one.risk.share)))))));
  }
}

const fact = (name, value) => h("div", {}, h("dt", {}, name), h("dd", {}, String(value)));
const compactRate = (rate) => (rate >= 1e6 ? `${(rate / 1e6).toFixed(1)} M` : rate >= 1e3 ? `${(rate / 1e3).toFixed(0)} k` : rate.toFixed(0));
const percent = (share) => `${(100 * share).toFixed(1)} %`;
/** The danger that a game is over soon. */
const riskInWords = ({ share, low, high, turns, lines }) =>
  `${Math.round(share * lines)} of ${lines} random continuations are over within ${turns} further turns, played by the network without search; 95 % interval ${percent(low)} to ${percent(high)}`;
/** The view on its own: any position or game to look at. */
export default async function analyse(root) {
  const catalogue = await games();
  const box = h("div", { class: "stack" });
  const pick = h("select", { onchange: () => draw() }, catalogue.games.map((kind) => h("option", { value: kind.name }, title(kind.name))));
  function draw() {
    const kind = catalogue.games.find((one) => one.name === pick.value);
    const rules = gameField(catalogue, kind);
    const text = h("textarea", { spellcheck: "false", placeholder: "Nothing: the start" });
    const found = h("div", {});
    const open = async () => go(`#/game/${await Game.begin({ game: rules.value(), seats: kind.seats.map(() => PERSON) })}?panel=analysis`);
    fill(box, rules.element, field("A position or a file of games", text, `Position: ${kind.positions}. File: ${kind.files}.`), h("div", { class: "row" },
      h("button", { class: "main", type: "button", onclick: () => trying(() => (text.value.trim() ? bring(rules.value(), text.value, found) : open())) }, "Open the board")), found);
  }
  draw();
  fill(root, h("h1", {}, "Analyse a position or a game"),
    h("p", { class: "lead" }, "Every legal move’s value on the board, depth and nodes while the search thinks, two agents side by side, and a graph of the whole game with its mistakes. Any game that you play can be analysed, too: open its Analysis tab."),
    h("div", { class: "card stack narrow" }, field("Game", pick), box));
}

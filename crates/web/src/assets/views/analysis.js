// What a search says of the position on the board, while it thinks, and of the whole game.

import { count, fill, h, field, trying } from "../dom.js";
import { ask, Game, games, stream } from "../api.js";
import { compact, valueChart } from "../chart.js";
import { go } from "../links.js";
import { agentField, gameField, PERSON } from "./controls.js";
import { bring } from "./exchange.js";
import { showReasons } from "./reasons.js";
import { title } from "../games/index.js";

const PROVEN = 5e8;

/** How much a move gives away, in the game's points, before it is worth a word. */
const GRADES = { othello: [2, 6, 12], checkers: [0.4, 0.9, 1.8], cantgoback: [25, 80, 200] };
/** Who looks beside the adviser, one after another. */
const OTHERS = {
  othello: ["pvs:eval=corners", "alphabeta:depth=2,eval=discs", "mcts:time=1s"], checkers: ["pvs:eval=material", "better_h", "mcts:time=1s"],
  cantgoback: ["mcts:time=1s", "light_ab", "simple"], 2048: ["expectimax:depth=2", "star1:depth=3,eval=empties", "greedy"],
};
const WORDS = [["", ""], ["?!", "dubious"], ["?", "a mistake"], ["??", "a blunder"]];

export function analysisPanel(context, kind) {
  const { game } = context;
  const looks = h("div", { class: "looks" });
  const graph = h("div", { class: "stack tight" });
  const advisers = [new Adviser(context, kind, kind.adviser, { changed: () => colour(), chosen: () => run() })];
  let on = false;
  let shownFor = null;

  const ms = h("select", { value: "4000", onchange: () => run() }, [["1 s", 1000], ["4 s", 4000], ["15 s", 15000], ["60 s", 60000]].map(([name, value]) => h("option", { value }, name)));
  const toggle = h("button", { type: "button", class: "main", "aria-pressed": "false", "data-do": "analyse", onclick: () => set(!on) }, "Analyse");
  const another = h("button", { type: "button", onclick: () => {
    const spec = OTHERS[kind.name]?.[advisers.length - 1];
    const adviser = new Adviser(context, kind, spec, { chosen: () => run(), gone: () => {
      advisers.splice(advisers.indexOf(adviser), 1)[0].leave();
      lay();
    } });
    advisers.push(adviser);
    lay();
    if (on) adviser.look(Number(ms.value));
  } }, "Add an agent");
  const review = h("button", { type: "button", "data-do": "review", onclick: () => look() }, "Look over the game");
  const why = h("button", { type: "button", "data-do": "explain", onclick: () => trying(explain) }, "Explain");
  const reasons = h("div", {});

  function lay() {
    fill(looks, advisers.map((adviser) => adviser.element));
    looks.classList.toggle("two", advisers.length > 1);
    another.disabled = advisers.length > (OTHERS[kind.name]?.length ?? 0);
  }

  function set(value) {
    on = value;
    toggle.setAttribute("aria-pressed", String(on));
    toggle.textContent = on ? "Stop" : "Analyse";
    toggle.classList.toggle("main", !on);
    if (on) run();
    else {
      advisers.forEach((adviser) => adviser.stop());
      clear();
    }
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
    context.refresh();
  }

  /** The first agent's values stand on the board. */
  function colour() {
    const values = advisers[0].moves;
    if (!on || !values) return;
    const best = Math.max(...values.map((one) => one.value));
    const grades = GRADES[kind.name] ?? [best * 0.01, best * 0.05, best * 0.1].map(Math.abs);
    context.values = new Map(values.map((one, rank) => {
      const loss = best - one.value;
      const tone = loss <= 1e-9 ? "best" : loss <= grades[0] ? "fair" : loss <= grades[1] ? "poor" : "bad";
      // Of large values only what a move gives away is short enough to be told apart.
      const text = best >= 10000 && loss > 0 && Math.abs(one.value) < PROVEN ? `−${compact(loss)}` : short(one);
      return [one.move, { text, tone, rank }];
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

  let reviewing;
  function look() {
    reviewing?.close();
    const points = [];
    const bar = h("progress", { max: game.plies.length + 1, value: 0, "aria-label": "Positions looked at" });
    fill(graph, bar);
    const query = new URLSearchParams({ agent: advisers[0].spec() });
    let grader = "";
    reviewing = stream(`/api/play/${game.id}/review?${query}`, (message) => {
      if (message.error) {
        fill(graph, h("p", { class: "bad" }, message.error));
        return;
      }
      grader = message.agent ?? grader;
      if (message.value !== undefined) points.push(message);
      if (bar.isConnected) bar.value = message.ply ?? bar.value;
      if (message.done) finish(points, grader);
    });
  }

  let reviewed = null;
  function finish(points, grader) {
    reviewed = { points, grader, plies: game.plies.map((ply) => ply.m).join(" ") };
    const grades = GRADES[kind.name];
    const marks = new Map();
    const list = [];
    for (let i = 0; grades && i + 1 < points.length; i++) {
      const [now, next] = [points[i], points[i + 1]];
      if (now.seat === undefined || next.ply - now.ply > 2) continue;
      const played = game.plies[now.ply]?.m;
      const gain = (one) => (Math.abs(one) > PROVEN ? Math.sign(one) * 60 * grades[0] : one);
      const loss = (now.seat === 0 ? 1 : -1) * (gain(now.value) - gain(next.value));
      const grade = played === now.best ? 0 : grades.filter((least) => loss >= least).length;
      if (!grade) continue;
      const [sign, word] = WORDS[grade];
      const name = game.state.seats[now.seat].name;
      const mark = { sign, tone: ["", "poor", "bad", "worst"][grade], say: `${word}: gives away ${compact(loss)}; ${now.best} was better` };
      marks.set(now.ply, mark);
      list.push(h("li", {}, h("button", { type: "button", class: "linkish", onclick: () => context.step(now.ply) }, `${name}: ${played}${sign}`), ` ${mark.say}`));
    }
    context.marks = marks;
    reviewed.marks = marks;
    reviewed.list = list;
    draw();
    context.refresh();
  }

  function draw() {
    if (!reviewed) return;
    fill(graph,
      valueChart(reviewed.points.map((point) => ({ ply: point.ply, value: point.value, say: point.text })), {
        marks: reviewed.marks, at: context.ply(), total: game.plies.length, step: (ply) => context.step(ply), names: game.state.seats.map((seat) => seat.name),
      }),
      reviewed.list.length ? h("details", { open: reviewed.list.length < 9 }, h("summary", {}, `${reviewed.list.length} mistake${reviewed.list.length > 1 ? "s" : ""}`), h("ul", { class: "mistakes" }, reviewed.list))
        : h("p", { class: "soft" }, kind.name === "2048" ? "" : "No mistake that this agent sees."),
      h("small", {}, `by ${reviewed.grader}`));
  }

  const element = h("div", { class: "stack" },
    h("div", { class: "row" }, toggle, h("label", { class: "inline" }, "for ", ms), another, review, why), looks, graph, reasons);
  lay();

  return {
    element,
    shown: () => {},
    leave: () => {
      reviewing?.close();
      advisers.forEach((adviser) => adviser.stop());
    },
    update: () => {
      const position = game.position(context.choice());
      if (on && position !== shownFor) run();
      if (explained !== null && position !== explained) {
        explained = null;
        fill(reasons);
      }
      if (reviewed && reviewed.plies !== game.plies.map((ply) => ply.m).join(" ")) {
        reviewed = null;
        context.marks = null;
        fill(graph);
      }
      if (reviewed && reviewed.at !== context.ply()) {
        reviewed.at = context.ply();
        draw();
      }
    },
  };
}

/** One agent that looks at the position. */
class Adviser {
  /** `changed` hears of new values, `chosen` of another agent, `gone` that it is wanted no longer: the first one stays. */
  constructor(context, kind, spec, { changed = () => {}, chosen, gone = null }) {
    Object.assign(this, { context, changed, moves: null });
    this.field = agentField(kind, "Agent", spec, { extra: [...new Set([kind.adviser, spec])].map((one) => [one === kind.adviser ? `Adviser · ${one}` : one, one]) });
    this.facts = h("dl", { class: "facts" });
    this.line = h("p", { class: "line mono" });
    this.table = h("div", { class: "values" });
    this.element = h("section", { class: "look", "aria-label": "Analysis" }, this.field.element,
      gone && h("button", { type: "button", class: "linkish", onclick: gone }, "Remove this agent"), this.facts, this.line, this.table);
    this.field.element.addEventListener("change", () => {
      this.stop();
      chosen();
    });
  }

  spec() {
    return this.field.value();
  }

  stop() {
    this.source?.close();
    this.source = null;
  }

  leave() {
    this.stop();
    this.element.remove();
  }

  look(ms) {
    this.stop();
    this.moves = null;
    fill(this.table);
    const query = new URLSearchParams({ agent: this.spec(), ply: this.context.choice(), ms });
    this.tell({ begun: true });
    this.source = stream(`/api/play/${this.context.game.id}/analyse?${query}`, (message) => this.tell(message));
  }

  tell(message) {
    if (message.error) {
      fill(this.facts, h("p", { class: "bad whole" }, message.error));
      fill(this.line);
    } else if (message.begun) {
      fill(this.facts, fact("depth", "…"), fact("value", "…"), fact("nodes", "…"), fact("speed", "…"));
      fill(this.line, "…");
    } else if (message.depth !== undefined) {
      fill(this.facts, fact("depth", message.depth), fact("value", plain(message.text)), fact("nodes", count(message.nodes)), fact("speed", `${compactRate(message.nodes / Math.max(1e-6, message.elapsed_s))}/s`));
      fill(this.line, message.line.slice(0, 14).join(" "));
    } else if (message.moves) {
      this.moves = message.moves;
      this.showMoves();
      this.changed();
    }
    this.element.classList.toggle("busy", !message.done && !message.error);
  }

  showMoves() {
    const values = this.moves.map((one) => one.value).filter((value) => Math.abs(value) < PROVEN);
    const [low, high] = [Math.min(...values), Math.max(...values)];
    const first = this.moves[0];
    fill(this.table, h("table", {}, h("caption", { class: "vh" }, "What each move is worth"), h("thead", {}, h("tr", {}, ["move", first?.expected_score == null ? "value" : "final score", "", "depth", ...(first?.risk ? ["risk"] : [])].map((name, i) => (i === 2 ? h("td", {}) : h("th", { scope: "col" }, name))))),
      h("tbody", {}, this.moves.slice(0, 20).map((one) => {
        const share = Math.abs(one.value) > PROVEN ? (one.value > 0 ? 1 : 0) : (one.value - low) / (high - low || 1);
        return h("tr", {}, h("td", {}, one.move), h("td", {}, plain(one.text)), h("td", { class: "barcell" }, h("i", { class: "bar", style: { width: `${4 + 96 * share}%` } })), h("td", {}, one.depth), one.risk && h("td", { title: riskInWords(one.risk) }, percent(one.risk.share)));
      }))));
  }
}

const fact = (name, value) => h("div", {}, h("dt", {}, name), h("dd", {}, String(value)));
const compactRate = (rate) => (rate >= 1e6 ? `${(rate / 1e6).toFixed(1)} M` : rate >= 1e3 ? `${(rate / 1e3).toFixed(0)} k` : rate.toFixed(0));
const percent = (share) => `${(100 * share).toFixed(1)} %`;
/** The danger that a game is over soon. */
const riskInWords = ({ share, low, high, turns, lines }) =>
  `${Math.round(share * lines)} of ${lines} random continuations are over within ${turns} further turns, played by the network without search; 95 % interval ${percent(low)} to ${percent(high)}`;
/** Without a sign where there is nothing to sign. */
const plain = (text) => text.replace(/^[-+](?=0\.00$)/, "").replace("-", "−");
/** A value as short as a square is wide. */
const short = (one) => {
  if (Math.abs(one.value) > PROVEN) return one.value > 0 ? "wins" : "loses";
  const value = one.value;
  const text = Math.abs(value) >= 10000 ? `${(value / 1000).toFixed(0)}k` : Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(Math.abs(value) >= 10 ? 0 : 1);
  return value > 0 ? `+${text}` : text.replace("-", "−");
};

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

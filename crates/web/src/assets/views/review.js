// A whole game looked over: its graph, its mistakes, and the same as a table. What was found is kept with the game.

import { count, fill, h } from "../dom.js";
import { stream } from "../api.js";
import { valueChart } from "../chart.js";
import { worth } from "../worth.js";

/** How bad a move is, by its mark: its colour, and the word for it. */
const WORDS = { "?!": ["poor", "dubious"], "?": ["bad", "a mistake"], "??": ["worst", "a blunder"] };
/** Reviews that this browser keeps, the newest. */
const MOST = 40;
const KEPT = "review:";
/** Earlier ones hold no marks. */
const KEY = `${KEPT}2:`;

/** A number that differs where the first moves of two games do. */
function fingerprint(plies, most) {
  let hash = 2166136261;
  for (let i = 0; i < most; i++) {
    for (const char of `${plies[i].m} `) hash = Math.imul(hash ^ char.charCodeAt(0), 16777619);
  }
  return hash >>> 0;
}

/** What this browser has kept of a game. */
function kept(id) {
  try {
    return JSON.parse(localStorage.getItem(KEY + id));
  } catch {
    return null;
  }
}

function keep(id, review) {
  try {
    localStorage.setItem(KEY + id, JSON.stringify(review));
    const age = (key) => JSON.parse(localStorage.getItem(key)).kept;
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(KEPT)).sort((a, b) => age(b) - age(a));
    for (const key of keys.slice(MOST)) localStorage.removeItem(key);
  } catch {
    // Without storage it lasts as long as the page.
  }
}

/** `spec` tells which agent looks. */
export function reviewPanel(context, kind, spec) {
  const { game } = context;
  const seats = () => game.state.seats.map((seat) => seat.name);
  const graph = h("div", {});
  const lists = h("div", { class: "stack tight" });
  const reach = h("span", { role: "status" });
  const rest = h("p", { class: "soft rest", hidden: true }, reach, " ", h("button", { type: "button", class: "linkish", "data-do": "review-rest", onclick: () => look(reviewed) }, "Go on to the end"));
  const element = h("div", { class: "stack tight" }, graph, rest, lists);
  let reviewed = null;
  let source = null;
  let drawnAt = null;
  /** The last ply of those that were looked over, as it was when they were compared. */
  let compared = null;

  /** Looks the game over; goes on from where `before` ended, if that is given. */
  function look(before = null) {
    source?.close();
    drop();
    const from = before?.plies ?? 0;
    const bar = h("progress", { max: game.plies.length + 1, value: from, "aria-label": "Positions looked at" });
    fill(graph, bar);
    const points = before?.points.filter((point) => point.ply < from) ?? [];
    const looked = { points, plies: game.plies.length, hash: fingerprint(game.plies, game.plies.length), open: before?.open ?? null };
    const query = new URLSearchParams({ agent: before?.agent ?? spec(), from, plies: looked.plies });
    source = stream(`/api/play/${game.id}/review?${query}`, (message) => {
      if (message.error) {
        fill(graph, h("p", { class: "bad" }, message.error));
        return;
      }
      if (message.agent) Object.assign(looked, { agent: message.agent, unit: message.unit, graded: message.graded });
      if (message.value !== undefined) looked.points.push(message);
      bar.value = message.ply ?? bar.value;
      if (message.done) {
        keep(game.id, { ...looked, kept: Date.now() });
        show(looked);
        context.refresh();
      }
    });
  }

  /** Forgets what no longer is the game on the board. */
  function drop() {
    reviewed = null;
    context.marks = null;
    fill(graph);
    fill(lists);
    rest.hidden = true;
  }

  /** What has been played since is not looked over by itself. */
  function showReach() {
    rest.hidden = !reviewed || reviewed.plies >= game.plies.length;
    if (!rest.hidden) reach.textContent = `Looked over up to move ${count(context.moves(reviewed.plies))} of ${count(context.moves())}.`;
  }

  const holds = (review) => review.plies <= game.plies.length && fingerprint(game.plies, review.plies) === review.hash;

  /** The moves that the server marked. */
  function mistakes({ points }) {
    const marked = points.filter((point) => WORDS[point.mark]);
    return new Map(marked.map(({ ply, seat, mark, cost, best }) => {
      const [tone, word] = WORDS[mark];
      return [ply, { seat, sign: mark, tone, say: `${word}: ${cost}; ${best} was better` }];
    }));
  }

  function show(review) {
    reviewed = review;
    compared = game.plies[review.plies - 1] ?? null;
    context.marks = mistakes(review);
    const jump = (ply, text, label) => h("button", { type: "button", class: "linkish", "aria-label": label, onclick: () => context.step(ply) }, text);
    const list = [...context.marks].map(([ply, mark]) =>
      h("li", {}, jump(ply, `${context.round(ply)}. ${seats()[mark.seat]}: ${game.plies[ply].m}${mark.sign}`), ` ${mark.say}`));
    const rows = review.points.map((point) => h("tr", {}, h("td", {}, jump(point.ply, String(context.moves(point.ply)), `Show the position after move ${context.moves(point.ply)}`)), h("td", {}, game.plies[point.ply]?.m ?? "the end"),
      h("td", {}, worth(point, seats())), h("td", {}, point.best ?? "")));
    const signed = seats().length > 1 ? ` for ${seats()[0]}` : "";
    const table = h("table", {}, h("caption", { class: "vh" }, `Every position that was looked at, in ${review.unit}${signed}`),
      h("thead", {}, h("tr", {}, ["move", "played", `value${signed}`, "best"].map((name) => h("th", { scope: "col" }, name)))), h("tbody", {}, rows));
    const folded = h("details", { open: review.open ?? list.length < 9 }, h("summary", {}, `${list.length} mistake${list.length === 1 ? "" : "s"}`), h("ul", { class: "mistakes" }, list));
    folded.addEventListener("toggle", () => {
      if (folded.open === (review.open ?? list.length < 9)) return;
      review.open = folded.open;
      keep(game.id, { ...review, kept: Date.now() });
    });
    fill(lists, list.length ? folded : review.graded && h("p", { class: "soft" }, "No mistake that this agent sees."),
      h("details", {}, h("summary", {}, "All values as a table"), h("div", { class: "scroll values", tabindex: 0, role: "group", "aria-label": "All values" }, table)),
      h("small", {}, `by ${review.agent}`));
    draw();
  }

  function draw() {
    drawnAt = `${context.ply()} ${game.plies.length}`;
    showReach();
    const points = reviewed.points.map((point) => ({ ply: point.ply, value: point.value, say: worth(point, seats()) }));
    fill(graph, valueChart(points, {
      marks: context.marks, at: context.ply(), total: game.plies.length, end: `move ${count(context.moves())}`, step: (ply) => context.step(ply), names: seats(), unit: reviewed.unit,
    }));
  }

  const old = kept(game.id);
  if (old && holds(old)) show(old);

  return {
    element,
    look,
    leave: () => source?.close(),
    update: () => {
      if (!reviewed) return;
      if ((game.plies[reviewed.plies - 1] ?? null) !== compared) {
        if (!holds(reviewed)) {
          drop();
          return;
        }
        compared = game.plies[reviewed.plies - 1] ?? null;
      }
      if (drawnAt !== `${context.ply()} ${game.plies.length}`) draw();
    },
  };
}

// The moves of a game in its own notation, and stepping through them.

import { count, fill, h, icon } from "../dom.js";
import { whoPlayed } from "./exchange.js";

/** More than these rows at a time nobody reads; the slider reaches all of them. */
const WINDOW = 160;
/** Milliseconds between two drawings of the list: agents may make hundreds of moves meanwhile. */
const EVERY = 120;

export function movesPanel(context) {
  const { game } = context;
  const list = h("ol", { class: "moves", "aria-label": "Moves" });
  const range = h("input", { type: "range", min: 0, value: 0, step: 1, "aria-label": "Step through the game", oninput: () => {
    const ply = Number(range.value);
    context.step(ply < now() ? context.before(ply + 1) : ply);
  } });
  const button = (label, sign, onclick) => h("button", { type: "button", class: "quiet icon", "aria-label": label, title: label, onclick }, icon(sign));
  const now = () => context.ply();
  const stepper = h("div", { class: "stepper" },
    button("To the start", "start", () => context.step(0)), button("One back", "back", () => context.back()), range,
    button("One on", "on", () => context.on()), button("To the end", "end", () => context.step(Infinity)));
  list.addEventListener("keydown", (event) => {
    const steps = { ArrowLeft: ["back"], ArrowRight: ["on"], ArrowUp: ["back", "back"], ArrowDown: ["on", "on"] }[event.key];
    if (!steps) return;
    event.preventDefault();
    for (const step of steps) context[step]();
    list.querySelector("[aria-current]")?.focus();
  });
  const known = h("p", { class: "soft who-played" });
  const element = h("div", { class: "stack tight" }, known, list);

  // Long games grow by some plies a frame: what is known of the others is kept.
  let turns = [];
  let read = [];
  function readTurns() {
    const { plies } = game;
    if (plies.length < read.length || (read.length && plies[read.length - 1] !== read.at(-1))) [turns, read] = [[], []];
    for (let i = read.length; i < plies.length; i++) {
      const ply = plies[i];
      read.push(ply);
      if (ply.s !== null) turns.push({ ply, i, luck: 0, round: (turns.at(-1)?.round ?? 0) + (ply.s === 0 || !turns.length) });
      else if (turns.length) turns.at(-1).luck += 1;
    }
  }

  let drawn = "";
  let drawnAt = -EVERY;
  let later = null;
  function update() {
    const total = game.plies.length;
    range.min = context.first();
    range.max = total;
    range.value = now();
    range.setAttribute("aria-valuetext", `after ${context.moves(now())} of ${context.moves()} moves`);
    const line = whoPlayed(game.state.tags, game.state.seats.map((seat) => seat.name));
    known.hidden = !line;
    if (known.textContent !== line) known.textContent = line;
    readTurns();
    let from = Math.max(0, turns.length - WINDOW);
    const current = turns.findLastIndex((turn) => turn.i < now());
    if (current >= 0 && current < from) from = Math.max(0, current - WINDOW / 2);
    const shown = turns.slice(from, from + WINDOW);
    const marks = context.marks ?? new Map();
    const key = JSON.stringify([from, total, current, game.plies.at(-1)?.m, [...marks.keys()]]);
    if (key === drawn) return;
    const wait = EVERY - (performance.now() - drawnAt);
    if (wait > 0) {
      later ??= setTimeout(() => {
        later = null;
        update();
      }, wait);
      return;
    }
    drawnAt = performance.now();
    drawn = key;
    const two = game.state.seats.length === 2;
    const rows = [];
    if (from > 0) rows.push(h("li", { class: "more" }, `… ${from} moves before`));
    for (const [n, turn] of shown.entries()) {
      const on = from + n === current;
      const mark = marks.get(turn.i);
      const { s, m, v, d, n: nodes } = turn.ply;
      rows.push(h("li", { class: two ? `s${s}` : "" },
        !two || s === 0 ? h("span", { class: "no", "aria-hidden": "true" }, `${two ? turn.round : from + n + 1}.`) : null,
        h("button", {
          type: "button", class: `move${mark ? ` ${mark.tone}` : ""}`, "aria-current": on ? "step" : null, tabindex: on || (current < 0 && n === 0) ? 0 : -1,
          "aria-label": `${game.state.seats[s]?.name ?? ""} ${m}${mark ? `, ${mark.say}` : ""}`,
          title: v ? `expects ${v[0]} for ${game.state.seats[s].name} · depth ${d} · ${count(nodes)} nodes` : mark?.say ?? "", onclick: () => context.step(turn.i + 1 + turn.luck),
        }, m, mark && h("b", { "aria-hidden": "true" }, mark.sign))));
    }
    if (!rows.length) rows.push(h("li", { class: "more" }, "No move yet."));
    const held = list.contains(document.activeElement);
    fill(list, rows);
    const active = list.querySelector("[aria-current]");
    if (held) (active ?? list.querySelector(".move"))?.focus({ preventScroll: true });
    scroll();
  }

  /** The move that is looked at comes into sight; of a list that is not shown nothing can be scrolled. */
  function scroll() {
    const active = list.querySelector("[aria-current]");
    if (active) list.scrollTop = active.offsetTop - list.clientHeight / 2;
    else list.scrollTop = now() <= context.first() ? 0 : list.scrollHeight;
  }
  return { element, stepper, update, shown: scroll };
}

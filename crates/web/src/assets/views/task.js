// The task of a lesson beside its board: what is to be reached, and what the last move has kept of it.

import { fill, h, once } from "../dom.js";
import { ask } from "../api.js";
import { isProven, points } from "../worth.js";
import { asked, begin } from "./lessons.js";

const NAMES = { 1: "win", 0: "draw", [-1]: "loss" };
const moves = (n) => `${n} more move${n === 1 ? "" : "s"}`;
/** The mover's moves among so many plies, of which the first is the mover's. */
const own = (plies) => Math.ceil(plies / 2);

export function taskPanel(table, kind) {
  const { game, context } = table;
  const at = kind.lessons.findIndex((one) => one.name === game.state.lesson);
  const lesson = kind.lessons[at];
  if (!lesson) return { element: null };
  const said = h("p", { class: "verdict", role: "status", "aria-live": "polite" });
  const back = h("button", { type: "button", "data-do": "back", onclick: () => table.takeBack() }, "Take it back");
  const show = h("button", { type: "button", "data-do": "better", onclick: once(better) }, "Show a better move");
  const slip = h("div", { class: "row", hidden: true }, back, show);
  const next = kind.lessons[at + 1];
  const element = h("section", { class: "card stack tight task", "aria-label": "Lesson" },
    h("h2", {}, lesson.name), h("p", { class: "cap" }, h("strong", {}, `${asked(lesson, kind)}.`)), h("p", {}, lesson.about), said, slip,
    h("details", {}, h("summary", {}, "Where it is from"), h("p", {}, lesson.source)),
    h("div", { class: "row" }, h("a", { class: "button", href: "#/lessons" }, "All lessons"),
      next && h("button", { type: "button", "data-do": "next", onclick: () => begin(kind, next) }, `Next: ${next.name}`)));

  let known = null;
  let best = null;
  function say(text, tone = "", slipped = false) {
    said.textContent = text;
    said.className = `verdict ${tone}`;
    slip.hidden = !slipped;
  }

  async function better() {
    const mv = best;
    await table.takeBack();
    context.hints = [mv];
    context.refresh();
  }

  /** Judges the last move of the one who learns, or tells what there is to be found. */
  async function judge(ply, played) {
    const turn = known;
    say(played ? `${played} …` : "…");
    const proof = await ask(`/api/play/${game.id}/proof?ply=${ply}`).catch((error) => ({ error: error.message }));
    if (turn !== known) return;
    if (proof.error) say(proof.error, "bad");
    else if (played) told(proof.moves, played);
    else say(open(proof.moves));
  }

  function told(all, played) {
    const one = all.find((other) => other.move === played);
    [{ move: best }] = all;
    if (one?.value == null) {
      say(`What ${played} is worth is not proven here.`);
      return;
    }
    const [was, now] = [Math.sign(all[0].value), Math.sign(one.value)];
    if (now < was) say(`${played} gives the ${NAMES[was]} away: it is a ${NAMES[now]} now.`, "bad", true);
    else say(`${played} keeps the ${NAMES[now]}${distance(all[0], one)}.`, now < 0 ? "" : "good");
  }

  return {
    element,
    update() {
      const ply = game.plies.findLastIndex((one) => one.s === lesson.seat);
      const played = game.plies[ply]?.m;
      const key = JSON.stringify([ply, played, game.position(Math.max(0, ply))]);
      if (key === known) return;
      known = key;
      judge(Math.max(0, ply), played);
    },
  };
}

/** How far the end is after a move, and by how much another is quicker. */
function distance(best, one) {
  if (one.value === 0) return "";
  if (!isProven(one.value)) return one.value === best.value ? `: ${points(one.value, true)} at the end` : `, but ${best.move} leads to ${points(best.value, true)} instead of ${points(one.value, true)}`;
  const left = own(one.plies) - 1;
  if (one.value < 0) return "";
  if (left === 0) return " and ends the game";
  const longer = own(one.plies) - own(best.plies);
  return `: ${moves(left)} to the end against the best defence${longer > 0 ? `, with ${best.move} ${longer} fewer` : ""}`;
}

/** What there is to be found in a position. */
function open(all) {
  if (all[0].value == null) return "What the moves are worth is not proven here.";
  const good = all.filter((one) => one.value !== null && Math.sign(one.value) === Math.sign(all[0].value));
  const name = NAMES[Math.sign(all[0].value)];
  const quick = all[0].plies && all[0].value > 0 ? `; the quickest way takes ${own(all[0].plies)} moves` : "";
  return `${good.length} of ${all.length} moves ${good.length === 1 ? "keeps" : "keep"} the ${name}${quick}.`;
}

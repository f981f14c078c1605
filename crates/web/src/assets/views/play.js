// A game: the board, who sits at it, and everything that can be done.

import { fill, h, tabs } from "../dom.js";
import { Game, games } from "../api.js";
import { picture, title } from "../games/index.js";
import { PERSON } from "./controls.js";
import { movesPanel } from "./moves.js";
import { exchangePanel } from "./exchange.js";
import { analysisPanel } from "./analysis.js";
import { Table } from "./table.js";
import { taskPanel } from "./task.js";

export default async function play(root, [id], query) {
  const game = await new Game(id).load();
  const catalogue = await games();
  const usual = catalogue.games.find((one) => one.name === game.state.game.split(":")[0]);
  // Who advises and who is quick is a matter of the variant that is played.
  const { adviser, partner } = game.state;
  const kind = { ...usual, adviser, partner };
  const rules = picture(game.state.game);
  const view = game.state.lesson ? "lessons" : query.get("panel") === "analysis" ? "analyse" : "play";
  const table = new Table(game, kind, rules, view);
  const context = table.context;

  const moves = movesPanel(context);
  const analysis = analysisPanel(context, kind);
  const exchange = exchangePanel(context, kind);
  const task = taskPanel(table, kind);
  table.parts = [moves, analysis, exchange, task];
  const side = tabs("About this game", [["Moves", moves.element, () => moves.shown()], ["Analysis", analysis.element], ["Share & edit", exchange.element]], query.get("panel") === "analysis" ? 1 : 0);

  const boardside = h("section", { class: "boardside", "aria-label": "Board" }, table.top, table.board.element, table.bottom, moves.stepper);
  fill(root, h("h1", { class: "vh" }, title(game.state.game)),
    h("div", { class: "table" },
      boardside,
      h("aside", { class: "stack side" }, task.element, h("div", { class: "card stack tight" }, table.status, table.ways, table.buttons, table.hint.line, table.agents, keys(rules)), h("div", { class: "card" }, side.element))));

  table.board.flip(Boolean(rules.firstAbove) && game.state.seats[0].agent === PERSON && game.state.seats[1].agent !== PERSON);
  game.watchers.add(() => table.update());
  table.update();
  // How wide a board may be depends on how high it is.
  boardside.style.setProperty("--shape", table.board.element.style.getPropertyValue("--shape") || "1");
  game.follow();
  requestAnimationFrame(() => moves.shown());
  document.addEventListener("keydown", table.onkey);
  const ticking = setInterval(() => table.tick(), 250);
  return () => {
    clearInterval(ticking);
    document.removeEventListener("keydown", table.onkey);
    table.leave();
    analysis.leave?.();
    game.leave();
  };
}

/** What the keys do. */
const KEYS = {
  ways: [["Arrows, w a s d", "move"], ["Tab", "to the board, its squares and the buttons"]],
  squares: [["Arrows, w a s d", "over the board"], ["Enter", "pick up, put down, place"], ["Escape", "put back"]],
  text: [["Tab", "from move to move"], ["Enter", "play it"]],
};
function keys(rules) {
  const lines = KEYS[rules.mode];
  return h("details", {}, h("summary", {}, "Keys"), h("dl", { class: "keys" }, lines.map(([key, what]) => [h("dt", {}, key), h("dd", {}, what)])));
}

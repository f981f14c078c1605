// Taking games out and putting games in: links, notation, files, and a position of one's own.

import { fill, h, field, note, trying } from "../dom.js";
import { ask, Game } from "../api.js";
import { go, newGameLink } from "../links.js";
import { editor } from "./editor.js";
import { PERSON } from "./controls.js";

export function exchangePanel(context, kind) {
  const { game } = context;
  const position = h("textarea", { readonly: true, rows: 2, class: "short", "aria-label": "Position" });
  const copy = (what, text) => h("button", { type: "button", onclick: () => trying(async () => {
    await clip(text());
    note(`${what} copied`);
  }) }, `Copy ${what.toLowerCase()}`);
  const link = () => {
    const { state } = game;
    const at = context.ply();
    const start = at === 0 && !state.set ? undefined : game.position();
    const request = { game: state.game, seats: state.seats.map((seat) => seat.agent), position: at === game.plies.length ? start : game.position(at), clock: state.clock, seed: state.seed };
    return `${location.origin}/${newGameLink(request)}`;
  };
  const text = h("textarea", { spellcheck: "false", placeholder: `A file of games (${kind.files}), or a position` });
  const file = h("input", { type: "file", "aria-label": "A file of games", onchange: async () => {
    if (file.files[0]) text.value = await file.files[0].text();
  } });
  const found = h("div", { class: "stack tight" });
  const editing = h("div", {});

  const element = h("div", { class: "stack" },
    field("The position on the board", position),
    h("div", { class: "row" }, copy("Position", () => position.value), copy("Link", link)),
    h("div", { class: "row" },
      h("button", { type: "button", onclick: () => trying(async () => save(await ask(`/api/play/${game.id}/file`))) }, "Save the game"),
      kind.name === "cantgoback" && h("button", { type: "button", onclick: () => save({ name: "board.csv", text: boardCsv(game.position(context.ply())) }) }, "Save the board (csv)"),
      context.rules.palette && h("button", { type: "button", "data-do": "edit", onclick: () => { editing.hidden = false; fill(editing, editor(game.state.game, game.position(context.ply()), game.state.seats.map((seat) => seat.agent), game.state.seats.map((seat) => seat.name))); editing.scrollIntoView({ block: "nearest" }); } }, "Edit the position")),
    editing,
    h("h3", {}, "Bring one in"),
    text, file,
    h("div", { class: "row" }, h("button", { type: "button", class: "main", "data-do": "import", onclick: () => trying(() => bring(game.state.game, text.value, found)) }, "Read it")),
    found);

  return { element, update: () => { position.value = game.position(context.ply()); } };
}

/** Copies text; where the browser has no clipboard for this page, by way of a selection. */
async function clip(text) {
  if (navigator.clipboard?.writeText) {
    await navigator.clipboard.writeText(text);
    return;
  }
  throw new Error(`the browser lets nobody copy here: ${text}`);
}

function save({ name, text }) {
  const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

/** The rows of a board as a file of the course has them. */
const boardCsv = (position) => `${position.replace(/\s[a-z]+=.*$/, "").split("/").map((row) => row.trim().split(/\s+/).join(",")).join("\n")}\n`;

/** Reads a text as a board, a position or a file of games, whichever it is. */
export async function bring(spec, given, found) {
  const text = given.trim();
  if (!text) throw new Error("There is nothing to read yet: paste a text or choose a file.");
  const name = spec.split(":")[0];
  const begin = async (request) => go(`#/game/${await Game.begin(request)}`);
  const people = name === "2048" ? [PERSON] : [PERSON, PERSON];
  const board = name === "cantgoback" && /^[-\d\s,\t]+$/.test(text);
  if (board) {
    const rows = text.split(/\n/).map((row) => row.trim().split(/[\s,]+/).join(" ")).filter(Boolean).join("/");
    await begin({ game: `cantgoback:board="${rows}"`, seats: people });
    return;
  }
  let position = null;
  try {
    position = await ask("/api/position", { game: spec, position: text });
  } catch {
    // Then it is a file of games; what is wrong with that is told.
  }
  if (position) {
    await begin({ game: spec, seats: people, position: text });
    return;
  }
  const { games } = await ask("/api/import", { game: spec, text });
  const open = (one) => trying(() => begin({ game: spec, seats: people, position: one.start, moves: one.moves, paused: true }));
  if (games.length === 1 && !games[0].error) {
    await open(games[0]);
    return;
  }
  fill(found, h("p", {}, `${games.length} game${games.length > 1 ? "s" : ""}:`), h("ul", { class: "recent" }, games.map((one) => h("li", {},
    h("button", { type: "button", class: "recent-game", onclick: () => open(one) },
      h("strong", {}, `Game ${one.number}`), h("span", {}, `${one.moves.length} plies, ${one.result}`), one.error && h("small", { class: "bad" }, one.error))))));
}

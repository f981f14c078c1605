// Taking games out and putting games in: links, notation, files, and a position of one's own.

import { fill, h, field, note, trying } from "../dom.js";
import { ask, Game, games } from "../api.js";
import { picture } from "../games/index.js";
import { go, newGameLink } from "../links.js";
import { editor } from "./editor.js";
import { PERSON } from "./controls.js";

/** Letters of an address that every browser and nearly every mail takes. */
const LONGEST_LINK = 16_000;

export function exchangePanel(context, kind) {
  const { game } = context;
  const position = h("textarea", { readonly: true, rows: 2, class: "short", "aria-label": "Position" });
  const copy = (what, text) => h("button", { type: "button", onclick: () => trying(async () => {
    const [copied, more] = [text()].flat();
    await clip(copied);
    note(`${what} copied${more ?? ""}`);
  }) }, `Copy ${what.toLowerCase()}`);
  /** Everything up to the position on the board; of a very long game the position alone. */
  const link = () => {
    const { state } = game;
    const at = context.ply();
    const seats = state.seats.map((seat) => seat.agent);
    const whole = at === game.plies.length;
    const next = whole ? state.turn : game.plies[at].s;
    const request = {
      game: state.game, seats, lesson: state.lesson, position: state.set ? state.start : undefined, moves: game.plies.slice(0, at).map((ply) => ply.m), clock: state.clock, seed: state.seed,
      // What is opened is what was shown, until somebody lets the agents go on.
      paused: next !== null && seats[next] !== PERSON, ended: whole ? state.ended : undefined, tags: whole ? state.tags : state.tags.filter(([name]) => name !== "Result"),
    };
    const address = `${location.origin}/${newGameLink(request)}`;
    if (address.length <= LONGEST_LINK) return address;
    return [`${location.origin}/${newGameLink({ ...request, lesson: null, position: game.position(at), moves: [] })}`, ": the position alone, for the moves are too many for a link; “Save the game” has them all"];
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
      context.rules.boardFile && h("button", { type: "button", onclick: () => save(context.rules.boardFile(game.position(context.ply()))) }, "Save the board (csv)"),
      context.rules.palette && h("button", { type: "button", "data-do": "edit", onclick: () => { editing.hidden = false; fill(editing, editor(game.state.game, game.position(context.ply()), game.state.seats.map((seat) => seat.agent), game.state.seats.map((seat) => seat.name), context.board.flipped)); editing.scrollIntoView({ block: "nearest" }); } }, "Edit the position")),
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

/** Reads a text as a board, a position or a file of games, whichever it is. */
export async function bring(spec, given, found) {
  // What was read before is not what is read now.
  fill(found);
  const text = given.trim();
  if (!text) throw new Error("There is nothing to read yet: paste a text or choose a file.");
  const name = spec.split(":")[0];
  const begin = async (request) => go(`#/game/${await Game.begin(request)}`);
  const names = await seatNames(name);
  const people = names.map(() => PERSON);
  const rules = picture(name);
  const board = rules.boardOf?.(text);
  if (board) {
    await begin({ game: `${name}:${rules.option}="${board}"`, seats: people });
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
  const { games: read } = await ask("/api/import", { game: spec, text });
  const open = (one) => trying(() => begin({ game: spec, seats: people, position: one.start, moves: one.moves, tags: one.tags, paused: true }));
  if (read.length === 1 && !read[0].error) {
    await open(read[0]);
    return;
  }
  const list = h("ul", { class: "recent" });
  const more = h("p", { class: "soft", role: "status" });
  const about = (one) => [h("strong", {}, `Game ${one.number}`), h("span", {}, whoPlayed(one.tags, names)), h("span", {}, `${one.moves.length} ${one.moves.length === 1 ? "ply" : "plies"}, ${one.result}`), one.error && h("small", { class: "bad" }, one.error)];
  const draw = () => {
    const words = seek.value.toLowerCase().split(/\s+/).filter(Boolean);
    const fit = read.filter((one) => words.every((word) => `game ${one.number} ${one.result} ${one.error ?? ""} ${one.tags.map((tag) => tag[1]).join(" ")}`.toLowerCase().includes(word)));
    fill(list, fit.slice(0, LISTED).map((one) => h("li", {}, h("button", { type: "button", class: "recent-game", onclick: () => open(one) }, about(one)))));
    fill(more, fit.length > LISTED ? `The first ${LISTED} of ${fit.length} that fit.` : fit.length < read.length && `${fit.length} fit.`);
  };
  const seek = h("input", { type: "search", placeholder: "A name, a year, a result", oninput: draw });
  const broken = read.filter((one) => one.error).length;
  fill(found, h("p", {}, `${read.length} game${read.length > 1 ? "s" : ""}${broken ? `, ${broken} with a fault: ${broken > 1 ? "they open" : "it opens"} up to there` : ""}:`),
    read.length > 12 && field("Only games with", seek), list, more);
  draw();
}

/** Games of a file that are listed at a time. */
const LISTED = 60;

const seatNames = async (name) => (await games()).games.find((kind) => kind.name === name).seats;

/** Who played, where and when, in one line; empty where nobody knows. */
export function whoPlayed(tags, seats) {
  const value = (name) => tags.find((tag) => tag[0].toLowerCase() === name.toLowerCase() && /[^?.\s]/.test(tag[1]))?.[1];
  const players = seats.map(value);
  // Whoever reads "1-0" must know whose the 1 is.
  const known = players.some(Boolean) ? [players.map((player, seat) => `${seats[seat]}: ${player ?? "?"}`).join(" – ")] : [];
  return [...known, ...["Event", "Site", "Date", "Round", "Result"].map(value).filter(Boolean)].join(" · ");
}

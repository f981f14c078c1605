// The first view: one click and a game has begun; everything else is below.

import { count, fill, h, field, once, trying } from "../dom.js";
import { ask, games, Game } from "../api.js";
import { thumbnail } from "../board.js";
import { books, picture, title } from "../games/index.js";
import { go } from "../links.js";
import { agentField, gameField, PERSON, strongest } from "./controls.js";

export default async function setup(root) {
  const catalogue = await games();
  const form = h("section", { class: "card stack", id: "custom", hidden: true, "aria-label": "A game with choices" });
  const recent = h("section", { class: "stack", "aria-labelledby": "recent" });
  const begin = once(async (request) => go(`#/game/${await Game.begin(request)}`));

  const cards = catalogue.games.map((kind) => {
    const book = picture(kind.name);
    const seats = kind.seats.length === 1 ? [PERSON] : [PERSON, ...kind.seats.slice(1).map(() => strongest(kind))];
    return h("article", { class: "card game-card" },
      book.sample && thumbnail(book, book.sample, "", book.sampleTrails),
      h("h2", {}, title(kind.name)),
      h("p", { class: "soft" }, book.blurb ?? kind.about),
      h("div", { class: "row" },
        h("button", { class: "main", type: "button", onclick: () => begin({ game: kind.name, seats }) }, "Play"),
        h("button", { type: "button", "aria-label": `${title(kind.name)}: choose seats, rules and clock`, onclick: () => choose(kind) }, "Choose …")));
  });

  function choose(kind) {
    const rules = gameField(catalogue, kind);
    const seats = kind.seats.map((name, i) =>
      agentField(kind, kind.seats.length === 1 ? "Player" : `${name[0].toUpperCase()}${name.slice(1)}${i === 0 ? " (begins)" : ""}`, i === 0 ? PERSON : strongest(kind), { person: true }));
    const clock = h("select", {}, [["No clock", ""], ["1 minute", "game=60s"], ["3 minutes + 2 s a move", "game=180s,increment=2s"], ["10 minutes", "game=600s"], ["10 s a move", "move=10s"]].map(([name, value]) => h("option", { value }, name)));
    const position = h("textarea", { spellcheck: "false", placeholder: "The usual start" });
    const seed = h("input", { type: "number", min: 0, placeholder: "drawn" });
    const start = h("button", { class: "main", type: "submit" }, "Begin");
    fill(form, h("form", { class: "stack", onsubmit: (event) => {
      event.preventDefault();
      begin({
        game: rules.value(), seats: seats.map((seat) => seat.value()), clock: clock.value || undefined,
        position: position.value.trim() || undefined, seed: seed.value ? Number(seed.value) : undefined,
      });
    } },
    h("h2", {}, `${title(kind.name)}, your way`),
    rules.element,
    h("div", { class: "grid2" }, seats.map((seat) => seat.element)),
    h("div", { class: "grid2" }, field("Clock", clock), field("Seed of all luck", seed)),
    h("details", {}, h("summary", {}, "Start from a position"), field("Position", position, kind.positions)),
    h("div", { class: "row" }, start, h("button", { type: "button", onclick: () => { form.hidden = true; } }, "Close"))));
    form.hidden = false;
    form.scrollIntoView({ block: "nearest" });
    form.querySelector("select, input").focus();
  }

  const beginnings = h("p", { class: "soft beginnings" }, "Or ",
    books.filter((book) => book.beginning).map(({ beginning: [text, request] }) => [h("button", { type: "button", class: "linkish", onclick: () => begin(request) }, text), ", "]), "see ",
    h("a", { href: "#/tree/alphabeta" }, "alpha-beta in five minutes"), ", or ",
    h("a", { href: "#/lab" }, "play a published experiment again"), ".");

  fill(root,
    h("h1", {}, "Play against a search"),
    h("p", { class: "lead" }, "Pick a board: you begin, a strong agent answers. Every game can be taken back, analysed and looked into."),
    h("div", { class: "game-cards" }, cards), form, beginnings, recent);
  trying(async () => list(recent, (await ask("/api/play")).games.slice(0, 6)));
}

function ago(seconds) {
  for (const [size, unit] of [[86400, "day"], [3600, "hour"], [60, "minute"]]) {
    const n = Math.floor(seconds / size);
    if (n >= 1) return `${n} ${unit}${n > 1 ? "s" : ""} ago`;
  }
  return "just now";
}

function list(section, all) {
  if (!all.length) return;
  fill(section, h("h2", { id: "recent" }, "Go on with"), h("ul", { class: "recent" }, all.map((game) => h("li", {},
    h("a", { class: "recent-game", href: `#/game/${game.id}` },
      h("strong", {}, title(game.game)), h("span", {}, game.seats.map((seat) => (seat === PERSON ? "You" : seat)).join(" – ")),
      h("small", {}, `${count(game.moves)} move${game.moves === 1 ? "" : "s"} · ${ago(game.touched_s)}${game.ended ? " · ended" : ""}`))))));
}

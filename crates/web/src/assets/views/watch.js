// Agents against agents, and a tournament as it goes on.

import { count, fill, h, field, once } from "../dom.js";
import { ask, Game, games, listen } from "../api.js";
import { thumbnail } from "../board.js";
import { intervalBar } from "../chart.js";
import { books, picture, title } from "../games/index.js";
import { go } from "../links.js";
import { agentField, gameField, levels, paceField } from "./controls.js";

export default async function watch(root) {
  const catalogue = await games();
  const begin = once(async (request) => go(`#/game/${await Game.begin(request)}`));
  const box = h("div", { class: "stack" });
  const pick = h("select", { onchange: () => draw() }, catalogue.games.map((kind) => h("option", { value: kind.name }, title(kind.name))));

  function draw() {
    const kind = catalogue.games.find((one) => one.name === pick.value);
    const rules = gameField(catalogue, kind);
    const known = levels(kind);
    const seats = kind.seats.map((name, i) => agentField(kind, name, (i === 0 ? known.at(-1) : known[1] ?? known[0])[1]));
    const pace = paceField(picture(kind.name).pace ?? 500);
    fill(box, rules.element, h("div", { class: "grid2" }, seats.map((seat) => seat.element)), pace.element,
      h("div", { class: "row" }, h("button", { type: "button", class: "main", "data-do": "watch", onclick: () => begin({ game: rules.value(), seats: seats.map((seat) => seat.value()), pace: pace.value() }) }, "Watch them")));
  }
  draw();

  const quick = books.flatMap((book) => book.watch ?? []).sort(([, , a = 0], [, , b = 0]) => a - b);
  const live = h("section", { class: "stack live", "aria-label": "Live tournament" });
  const told = await ask("/api/tournament");
  // Whoever serves a store wants to see it first.
  fill(root,
    h("h1", {}, "Watch agents play"), told.store && live,
    h("div", { class: "watch-grid" },
      h("section", { class: "card stack", "aria-label": "Choose a game" }, field("Game", pick), box),
      h("section", { class: "stack tight", "aria-label": "Ready to watch" }, h("h2", {}, "With one click"),
        quick.map(([name, request]) => h("button", { type: "button", class: "wide", onclick: () => begin(request) }, name)))),
    !told.store && live);
  show(live, told);
  if (!told.store) return undefined;
  const source = listen("/api/tournament/events", (now) => {
    // What somebody has opened stays open.
    const open = [...live.querySelectorAll("details")].map((one) => one.open);
    show(live, now);
    live.querySelectorAll("details").forEach((one, i) => { one.open = open[i] ?? false; });
  });
  return () => source.close();
}

function show(live, told) {
  if (!told.store) {
    fill(live, h("h2", {}, "A live tournament"), h("p", { class: "soft" }, "Start the page with ", h("code", {}, "plywise serve --store FILE"), " and a tournament that writes to that file is shown here while it goes on."));
    return;
  }
  const all = told.experiments ?? [];
  fill(live, h("h2", {}, "Tournaments in ", h("code", {}, told.store)),
    told.error && h("p", { class: "bad" }, told.error),
    !all.length && !told.error && h("p", { class: "soft" }, "No experiment yet."),
    all.toReversed().map(experiment));
}

function experiment(one) {
  const done = one.finished >= one.wanted;
  const rated = one.agents.some((agent) => agent.elo !== null);
  const scores = one.agents.flatMap((agent) => [agent.score_low, agent.score_high]);
  const range = one.seats === 1 || Math.max(...scores) > 1.01 ? [0, Math.max(...scores)] : [0, 1];
  // Whoever lost or won every game has no rating, but a place.
  const rank = (agent) => (!rated ? 0 : agent.elo ?? { above: 1e9, between: 0, below: -1e9 }[agent.unrated] ?? -2e9);
  const percent = (value) => (range[1] > 1 ? count(value) : `${(100 * value).toFixed(1)} %`);
  const order = one.agents.map((agent, i) => [agent, i]).sort(([a], [b]) => rank(b) - rank(a) || b.mean_score - a.mean_score);
  return h("article", { class: "card stack tight tournament" },
    h("div", { class: "row spread" }, h("h3", {}, title(one.game), one.game.includes(":") && [" ", h("code", {}, one.game)]), h("span", { class: "soft" }, `${count(one.finished)} of ${count(one.wanted)} games${done ? "" : " · under way"}`)),
    h("progress", { max: one.wanted, value: one.finished, "aria-label": "Games played" }),
    h("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": `Table of ${one.game}` }, h("table", {}, h("thead", {}, h("tr", {}, ["agent", "games", "won", "drawn", "lost", "score", "95 % interval", "", rated && "Elo", rated && "±"].filter((name) => name !== false).map((name) => (name ? h("th", { scope: "col" }, name) : h("td", {}))))),
      h("tbody", {}, order.map(([agent]) => h("tr", {},
        h("td", {}, agent.agent), h("td", {}, count(agent.games)), h("td", {}, count(agent.wins)), h("td", {}, count(agent.draws)), h("td", {}, count(agent.losses)),
        agent.games ? [h("td", {}, percent(agent.mean_score)), h("td", {}, agent.score_low === null ? "too few games" : `${percent(agent.score_low)} … ${percent(agent.score_high)}`), h("td", {}, agent.score_low !== null && intervalBar(agent.score_low, agent.mean_score, agent.score_high, range))]
          : [h("td", {}, "–"), h("td", {}, "–"), h("td", {})],
        rated && h("td", {}, agent.elo === null ? agent.unrated ?? "–" : signed(agent.elo)), rated && h("td", {}, agent.elo_high === null || agent.elo === null ? "–" : count((agent.elo_high - agent.elo_low) / 2))))))),
    underway(one), latest(one));
}

/** The boards of the games that are being played. */
function underway(one) {
  if (!one.underway?.length) return null;
  const rules = picture(one.game);
  return h("ul", { class: "underway" }, one.underway.slice(0, 6).map((game) => h("li", {},
    thumbnail(rules, game.position, `Game ${game.unit + 1} after ${game.ply} plies`, one.start && rules.trailsSince?.(one.start, game.position)),
    h("small", {}, `Game ${game.unit + 1}, ply ${game.ply}: ${game.last}`), h("small", {}, game.agents.map((agent) => one.agents[agent]?.agent ?? "?").join(" – ")))));
}

function latest(one) {
  if (!one.latest?.length) return null;
  const name = (i) => one.agents[i]?.agent ?? "?";
  return h("details", {}, h("summary", {}, "Games that have just ended"), h("ul", { class: "mistakes" }, one.latest.map((game) => h("li", {},
    `Game ${game.unit + 1}: ${game.agents.map((agent, seat) => `${name(agent)} ${signed(game.payoffs[seat])}`).join(" · ")} after ${game.plies} plies`))));
}

const signed = (value) => (value > 0 ? `+${count(value)}` : count(value).replace("-", "−"));

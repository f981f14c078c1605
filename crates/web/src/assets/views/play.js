// A game: the board, who sits at it, and everything that can be done.

import { fill, h, note, tabs, trying } from "../dom.js";
import { ask, Game, games } from "../api.js";
import { Board } from "../board.js";
import { picture, title } from "../games/index.js";
import { go } from "../links.js";
import { agentField, paceField, PERSON } from "./controls.js";
import { movesPanel } from "./moves.js";
import { exchangePanel } from "./exchange.js";
import { analysisPanel } from "./analysis.js";

const WAYS = { ArrowUp: "up", ArrowRight: "right", ArrowDown: "down", ArrowLeft: "left", w: "up", d: "right", s: "down", a: "left" };

export default async function play(root, [id], query) {
  const game = await new Game(id).load();
  const catalogue = await games();
  const kind = catalogue.games.find((one) => one.name === game.state.game.split(":")[0]);
  const rules = picture(game.state.game);
  const people = () => game.state.seats.filter((seat) => seat.agent === PERSON).length;
  const table = new Table(game, kind, rules);
  const context = table.context;

  const moves = movesPanel(context);
  const analysis = analysisPanel(context, kind);
  const exchange = exchangePanel(context, kind);
  table.parts = [moves, analysis, exchange];
  const side = tabs("About this game", [["Moves", moves.element], ["Analysis", analysis.element, () => analysis.shown?.()], ["Share & edit", exchange.element]], query.get("panel") === "analysis" ? 1 : 0);

  fill(root, h("h1", { class: "vh" }, title(game.state.game)),
    h("div", { class: "table" },
      h("section", { class: "boardside", "aria-label": "Board" }, table.top, table.board.element, table.bottom, moves.stepper),
      h("aside", { class: "stack side" }, h("div", { class: "card stack tight" }, table.status, table.ways, table.buttons, table.agents, keys(rules)), h("div", { class: "card" }, side.element))));

  table.board.flip(kind.name === "checkers" && game.state.seats[0].agent === PERSON && game.state.seats[1].agent !== PERSON);
  game.watchers.add(() => table.update());
  table.update();
  game.follow();
  document.addEventListener("keydown", table.onkey);
  const ticking = setInterval(() => table.tick(), 250);
  if (people() && table.live() && game.state.person) table.board.squares?.[0]?.focus({ preventScroll: true });
  return () => {
    clearInterval(ticking);
    document.removeEventListener("keydown", table.onkey);
    analysis.leave?.();
    game.leave();
  };
}

/** What the keys do. */
function keys(rules) {
  const lines = rules.mode === "ways"
    ? [["Arrows, w a s d", "move"], ["Tab", "to the board, its squares and the buttons"]]
    : [["Arrows, w a s d", "over the board"], ["Enter", "pick up, put down, place"], ["Escape", "put back"]];
  return h("details", {}, h("summary", {}, "Keys"), h("dl", { class: "keys" }, lines.map(([key, what]) => [h("dt", {}, key), h("dd", {}, what)])));
}

class Table {
  constructor(game, kind, rules) {
    Object.assign(this, { game, kind, rules, at: null, shown: null, parts: [] });
    this.board = new Board(rules, {
      label: `${title(game.state.game)} board`, onmove: (texts) => this.choose(texts), onway: (way) => this.slide(way),
    });
    this.context = {
      game, rules, board: this.board, ply: () => this.ply(), step: (ply) => this.step(ply), refresh: () => this.update(), values: null, hints: [], marks: null,
      choice: () => this.choice(this.ply()), back: () => this.step(this.choiceBefore(this.ply())), on: () => this.step(this.choice(this.ply() + 1)),
    };
    this.onkey = (event) => this.key(event);
    this.build();
  }

  live() {
    return this.at === null;
  }

  ply() {
    return this.at ?? this.game.plies.length;
  }

  /** The next ply from here on at which somebody chooses: what waits for the dice is looked at once they have fallen. */
  choice(ply) {
    const { plies } = this.game;
    while (ply < plies.length && plies[ply].s === null) ply += 1;
    return ply;
  }

  choiceBefore(ply) {
    const { plies } = this.game;
    do ply -= 1; while (ply > 0 && plies[ply].s === null);
    return ply;
  }

  build() {
    const button = (text, name, onclick, attributes = {}) => h("button", { type: "button", onclick: () => trying(onclick), ...attributes, "data-do": name }, text);
    this.undo = button("Undo", "undo", () => this.game.act("undo").then(() => this.step(Infinity)));
    this.hint = button("Hint", "hint", () => this.giveHint());
    this.resign = button("Resign", "resign", () => this.game.act("resign"));
    this.flip = button("Flip", "flip", async () => this.board.flip(!this.board.flipped) ?? this.names(), { "aria-label": "Flip the board" });
    this.again = button("New", "again", () => this.newGame(), { "aria-label": "New game", title: "New game" });
    this.pause = button("Pause", "pause", () => this.game.act("change", { paused: !this.game.state.paused }));
    this.status = h("p", { class: "status", role: "status", "aria-live": "polite" });
    this.buttons = h("div", { class: "row" }, this.undo, this.hint, this.pause, this.kind.name !== "2048" && this.flip, this.resign, this.again);
    this.pace = paceField(this.game.state.pace ?? 350, (pace) => trying(() => this.game.act("change", { pace })));
    this.seating = h("details", {}, h("summary", {}, "Change who plays"));
    this.seating.addEventListener("toggle", () => this.seating.open && this.fillSeating());
    this.agents = h("div", { class: "stack tight" }, this.pace.element, this.seating);
    [this.top, this.bottom] = [h("div", { class: "seatbar" }), h("div", { class: "seatbar" })];
    this.ways = h("div", { class: "ways", role: "group", "aria-label": "Slide" },
      [["up", "↑"], ["left", "←"], ["down", "↓"], ["right", "→"]].map(([way, text]) =>
        h("button", { type: "button", class: `way ${way}`, "aria-label": way, onclick: () => this.slide(way) }, text)));
    this.ways.hidden = this.rules.mode !== "ways";
  }

  fillSeating() {
    const fields = this.game.state.seats.map((seat) => agentField(this.kind, seat.name, seat.agent, { person: true }));
    const apply = h("button", { type: "button", onclick: () => trying(async () => {
      await this.game.act("change", { seats: fields.map((one) => one.value()) });
      this.seating.open = false;
    }) }, "Seat them");
    fill(this.seating, this.seating.firstElementChild, h("div", { class: "stack tight" }, fields.map((one) => one.element), apply));
  }

  step(ply) {
    const total = this.game.plies.length;
    this.at = ply >= total ? null : Math.max(0, ply);
    this.context.hints = [];
    this.update();
  }

  mine() {
    return this.live() && this.game.state.person && !this.game.state.over;
  }

  choose(texts) {
    if (!this.mine()) return;
    if (texts.length === 1) {
      this.play(texts[0]);
      return;
    }
    const dialog = h("dialog", { "aria-label": "Which way?" }, h("h2", {}, "Which way?"), h("div", { class: "row" },
      texts.map((text) => h("button", { type: "button", onclick: () => { dialog.close(); this.play(text); } }, text))));
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
  }

  slide(way) {
    if (this.mine() && this.game.state.moves.includes(way)) this.play(way);
  }

  play(text) {
    this.context.hints = [];
    return trying(() => this.game.move(text));
  }

  async giveHint() {
    this.hint.disabled = true;
    const ply = this.game.plies.length;
    try {
      const thought = await ask(`/api/play/${this.game.id}/hint`, {});
      if (this.game.plies.length !== ply) return;
      this.context.hints = [thought.best];
      note(`Hint: ${thought.best} (${thought.text}, depth ${thought.depth})`);
      this.shown = null;
      this.update();
    } finally {
      this.hint.disabled = false;
    }
  }

  async newGame() {
    const { game, seats, clock, pace } = this.game.state;
    const request = { game, seats: seats.map((seat) => seat.agent), pace: pace ?? undefined };
    if (clock) request.clock = clock;
    if (this.game.state.set) request.position = this.game.state.start;
    go(`#/game/${await Game.begin(request)}`);
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    const way = WAYS[event.key] ?? WAYS[event.key.toLowerCase?.()];
    const focused = document.activeElement;
    const slides = this.rules.mode === "ways" && !focused.closest("input, select, textarea, [role=tablist], .moves, .editor");
    const free = [document.body, document.getElementById("main")].includes(focused);
    if (!way || !(free || slides)) return;
    event.preventDefault();
    if (slides) this.slide(way);
    else this.board.squares?.[this.board.focused]?.focus();
  }

  update() {
    const { state } = this.game;
    const ply = this.ply();
    const position = this.game.position(ply);
    // What has been taken back and played otherwise since then leads nowhere from the board.
    const forward = this.shown !== null && ply > this.shown.ply && this.game.position(this.shown.ply) === this.shown.position;
    const steps = forward ? this.game.plies.slice(this.shown.ply, ply) : [];
    const move = ply > 0 ? this.lastTurn(ply) : null;
    const last = move ? this.rules.last(move.m, this.rules.read(move.before), this.rules.read(move.p)) : [];
    const key = JSON.stringify([position, ply, this.mine(), state.moves, this.context.hints, this.context.valuesKey]);
    if (key !== this.key_) {
      this.key_ = key;
      this.board.picked = null;
      this.board.show({
        position, steps, last,
        legal: this.mine() ? state.moves : [], values: this.context.values, hints: this.context.hints,
        trails: this.rules.trails?.(Array.from({ length: ply + 1 }, (_, i) => this.game.position(i))),
      });
      this.shown = { ply, position };
    }
    this.names();
    this.tell();
    for (const part of this.parts) part.update?.();
  }

  /** The last ply of a seat up to here, with the position before it. */
  lastTurn(ply) {
    for (let i = ply - 1; i >= 0; i--) {
      if (this.game.plies[i].s !== null) return { ...this.game.plies[i], before: this.game.position(i) };
    }
    return null;
  }

  names() {
    const { state } = this.game;
    const shown = this.board.state;
    const bar = (seat) => {
      const { name, agent } = state.seats[seat];
      const turn = state.turn === seat && !state.over;
      const clock = state.clocks ? h("span", { class: "clock", "data-seat": seat }, this.time(seat)) : null;
      return [
        state.seats.length > 1 && h("i", { class: `dot ${this.rules.kind?.(seat, shown.course) ?? this.rules.seats[seat]}` }),
        h("span", { class: "who" }, h("b", {}, state.seats.length > 1 ? name : "Score"), " ", h("small", {}, state.seats.length > 1 ? (agent === PERSON ? "person" : agent) : "")),
        turn && state.seats.length > 1 && !state.person && !state.paused && h("span", { class: "thinks" }, "thinks"),
        clock,
        state.seats.length === 1 && h("span", { class: "soft rate" }, this.rate()),
        h("span", { class: "points", "aria-label": `${name}: ${this.rules.score(shown, seat)}` }, this.rules.score(shown, seat)),
      ];
    };
    // Without a turn of the board the first seat sits below; in checkers, whose standard picture is other, above.
    const firstAbove = this.board.flipped !== (this.kind.name === "checkers");
    const [top, bottom] = state.seats.length === 1 ? [null, 0] : firstAbove ? [0, 1] : [1, 0];
    for (const [element, seat] of [[this.top, top], [this.bottom, bottom]]) {
      element.hidden = seat === null;
      if (seat === null) continue;
      fill(element, bar(seat));
      element.classList.toggle("active", state.turn === seat && !state.over);
    }
  }

  /** How many moves a second the agent makes, over the last two. */
  rate() {
    const now = performance.now();
    const turns = this.game.plies.length;
    this.seen_ = [...(this.seen_ ?? []), [now, turns]].filter(([at]) => now - at < 2000);
    const [[since, from]] = this.seen_;
    if (this.game.state.person || this.game.state.over || this.game.state.paused || now - since < 500) return "";
    // A move of the player's and one of the dice are two plies.
    return `${Math.round((500 * (turns - from)) / (now - since))} moves a second`;
  }

  time(seat) {
    const { state } = this.game;
    const running = state.turn === seat && !state.over && !(state.paused && !state.person);
    const left = Math.max(0, state.clocks[seat] - (running ? performance.now() - this.heard : 0));
    const seconds = Math.ceil(left / 100) / 10;
    return seconds < 20 ? seconds.toFixed(1) : `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
  }

  tick() {
    if (!this.game.state.clocks) return;
    for (const clock of document.querySelectorAll(".clock")) clock.textContent = this.time(Number(clock.dataset.seat));
  }

  tell() {
    const { state } = this.game;
    if (state !== this.told) {
      this.told = state;
      this.heard = performance.now();
    }
    const agents = state.seats.some((seat) => seat.agent !== PERSON);
    const person = state.seats.some((seat) => seat.agent === PERSON);
    const name = state.turn === null ? "" : state.seats[state.turn].name;
    let line;
    if (!this.game.online) line = "The connection is lost; trying again …";
    else if (state.failure) line = `${name} cannot go on: ${state.failure}`;
    else if (!this.live()) line = `After ${this.ply()} of ${this.game.plies.length} plies.`;
    else if (state.over) line = `${state.result}.`;
    else if (state.paused && !state.person) line = state.seats.length > 1 ? `Paused. ${name[0].toUpperCase()}${name.slice(1)} is to move.` : "Paused.";
    else if (state.person) line = state.seats.length > 1 ? `${name} to move${person && agents ? ": your turn" : ""}.` : "Your turn: slide the tiles.";
    else line = state.seats.length > 1 ? `${name} thinks …` : "The agent plays.";
    const text = line[0].toUpperCase() + line.slice(1);
    if (this.status.textContent !== text) this.status.textContent = text;
    this.status.classList.toggle("over", state.over && this.live());
    this.undo.disabled = !this.game.plies.some((ply) => ply.s !== null);
    this.hint.disabled = !this.mine();
    this.hint.hidden = !person;
    this.resign.hidden = !person || state.over;
    this.pause.hidden = !agents || state.over || (person && !state.paused && state.seats.length > 1);
    this.pause.textContent = state.paused ? "Go on" : "Pause";
    this.pace.element.hidden = !agents;
    this.ways.hidden = this.rules.mode !== "ways" || !person;
    for (const way of this.ways.children) way.disabled = !this.mine() || !state.moves.includes(way.getAttribute("aria-label"));
  }
}

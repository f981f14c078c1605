// Who sits at the board, whose turn it is, and what can be done: moves, undo, hints, clocks.

import { choose, fill, h, note, once, trying } from "../dom.js";
import { Game } from "../api.js";
import { boardOf } from "../board.js";
import { title } from "../games/index.js";
import { go } from "../links.js";
import { place } from "../place.js";
import { agentField, paceField, PERSON } from "./controls.js";
import { Hint } from "./hint.js";

const WAYS = { ArrowUp: "up", ArrowRight: "right", ArrowDown: "down", ArrowLeft: "left", w: "up", d: "right", s: "down", a: "left" };
const capital = (text) => text[0].toUpperCase() + text.slice(1);

export class Table {
  /** `view` is the one of the navigation by which a person comes here. */
  constructor(game, kind, rules, view) {
    Object.assign(this, { game, kind, rules, view, at: null, shown: null, parts: [], sending: false, waiting: [], ahead: null });
    this.board = boardOf(rules, {
      label: `${title(game.state.game)} board`, onmove: (texts) => this.choose(texts), onway: (way, held) => this.slide(way, held),
      onidle: () => this.why() && note(this.why()),
    });
    this.context = {
      game, rules, board: this.board, ply: () => this.ply(), step: (ply) => this.step(ply), refresh: () => this.update(), values: null, hints: [], marks: null,
      choice: () => this.choice(this.ply()), first: () => this.choice(0), before: (ply) => this.choiceBefore(ply), moves: (ply) => this.moves(ply), round: (ply) => this.round(ply),
      back: () => this.step(this.choiceBefore(this.ply())), on: () => this.step(this.ply() + 1),
    };
    this.onkey = (event) => this.key(event);
    this.hint = new Hint(this.context, kind);
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

  /** The one before; the first is the start as people know it. */
  choiceBefore(ply) {
    const { plies } = this.game;
    const first = this.choice(0);
    do ply -= 1; while (ply > first && plies[ply].s === null);
    return Math.max(first, ply);
  }

  /** The number that the list of moves gives a ply's move. */
  round(ply) {
    const { plies, state } = this.game;
    if (state.seats.length === 1) return this.moves(ply + 1);
    const first = plies.find((one) => one.s !== null)?.s;
    return plies.slice(0, ply + 1).filter((one) => one.s === 0).length + (first === 0 ? 0 : 1);
  }

  /** Moves up to a ply: what the dice did is not one. */
  moves(ply) {
    return this.game.plies.slice(0, ply).filter((one) => one.s !== null).length;
  }

  build() {
    const button = (text, name, onclick, attributes = {}) => h("button", { type: "button", onclick: once(onclick), ...attributes, "data-do": name }, text);
    this.undo = h("button", { type: "button", "data-do": "undo", onclick: () => this.takeBack() }, "Undo");
    this.resign = button("Resign", "resign", () => this.giveUp());
    this.flip = button("Flip", "flip", async () => this.board.flip(!this.board.flipped) ?? this.names(), { "aria-label": "Flip the board" });
    this.again = button("New", "again", () => this.newGame(), { "aria-label": "New game", title: "New game" });
    this.pause = button("Pause", "pause", () => this.game.act("change", { paused: !this.game.state.paused }));
    this.status = h("p", { class: "status", role: "status", "aria-live": "polite" });
    this.buttons = h("div", { class: "row" }, this.undo, this.hint.button, this.pause, this.board.flips && this.flip, this.resign, this.again);
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
    const at = this.choice(Math.max(0, ply));
    this.at = at >= this.game.plies.length ? null : at;
    this.context.hints = [];
    this.update();
  }

  mine() {
    return this.live() && this.game.state.person && !this.game.state.over;
  }

  /** A move on the board. What was chosen in a position that is known before its move is answered waits for that; in one that is gone, it is nothing. */
  async choose(texts, ply = this.game.plies.length) {
    if (this.sending) {
      this.waiting.push(() => this.choose(texts, ply));
      return;
    }
    if (!this.mine() || ply !== this.game.plies.length) return;
    let [text] = texts;
    if (texts.length > 1) {
      this.asking = choose("Which way?", texts.map((one) => [one, one]));
      text = await this.asking.answer;
    }
    if (text !== undefined && this.mine() && ply === this.game.plies.length) this.play(text);
  }

  /** One step of a whole board, by key, button or swipe. A key that is held down does not run ahead of the game. */
  slide(way, held = false) {
    if (this.sending) {
      if (!held) this.waiting.push(() => this.slide(way));
    } else if (this.mine() && this.game.state.moves.includes(way)) this.play(way);
    else if (!this.live() && !held && this.why()) note(this.why());
  }

  play(text) {
    const p = this.rules.after?.(this.game.position(), text);
    this.ahead = p ? { ply: this.game.plies.length + 1, m: text, p } : null;
    return this.send(() => this.game.move(text));
  }

  takeBack() {
    if (this.sending) this.waiting.push(() => this.takeBack());
    else if (!this.undo.disabled) return this.send(() => this.game.act("undo").then(() => this.step(Infinity)));
    return undefined;
  }

  /** One thing goes to the server at a time; what a person asks for meanwhile waits for the answer. */
  async send(action) {
    this.sending = true;
    this.hint.clear();
    if (this.ahead) this.update();
    const done = await trying(() => action().then(() => true));
    this.sending = false;
    this.ahead = null;
    if (!done) this.waiting = [];
    if (this.left) return;
    this.update();
    while (!this.sending && this.waiting.length) this.waiting.shift()();
  }

  async giveUp() {
    this.asking = choose("Give this game up?", [["Play on", false], ["Resign", true]]);
    if (await this.asking.answer) await this.send(() => this.game.act("resign"));
  }

  leave() {
    this.left = true;
    this.waiting = [];
    this.hint.stop();
  }

  async newGame() {
    const { game, seats, clock, pace, lesson } = this.game.state;
    const request = { game, seats: seats.map((seat) => seat.agent), pace: pace ?? undefined, lesson: lesson ?? undefined };
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
    if (slides) this.slide(way, event.repeat);
    else this.board.squares?.[this.board.focused]?.focus();
  }

  update() {
    const { state } = this.game;
    // The ply that was looked at may have been taken back.
    if (this.at !== null && this.at >= this.game.plies.length) this.at = null;
    if (this.heardOf !== state) this.hear(state);
    this.hint.update(this.mine(), state.seats.some((seat) => seat.agent === PERSON));
    this.draw();
    this.names();
    this.tell();
    for (const part of this.parts) part.update?.();
  }

  /** A new state has come. */
  hear(state) {
    this.heardOf = state;
    this.heard = performance.now();
    // What is asked of a person is asked about this position.
    const turn = `${this.game.plies.length} ${state.turn}`;
    if (turn !== this.turn_) this.asking?.close();
    this.turn_ = turn;
  }

  /** The board: the position that is looked at, or what the server is going to say of the move under way. */
  draw() {
    const { state, plies } = this.game;
    const ahead = this.live() && this.ahead?.ply === plies.length + 1 ? this.ahead : null;
    const ply = ahead?.ply ?? this.ply();
    const position = ahead?.p ?? this.game.position(ply);
    const key = JSON.stringify([position, ply, this.mine(), state.moves, this.context.hints, this.context.valuesKey]);
    if (key === this.key_) return;
    this.key_ = key;
    // What has been taken back and played otherwise since then leads nowhere from the board.
    const forward = this.shown !== null && ply > this.shown.ply && this.game.position(this.shown.ply) === this.shown.position;
    const steps = forward ? [...plies.slice(this.shown.ply, ply), ahead].filter(Boolean) : [];
    const move = this.lastTurn(this.ply());
    this.board.picked = null;
    this.board.show({
      position, steps,
      last: move ? this.rules.last(move.m, this.rules.read(move.before), this.rules.read(move.p)) : [],
      legal: this.mine() && !ahead ? state.moves : [], values: ahead ? null : this.context.values, hints: this.context.hints,
      trails: this.rules.trails?.(Array.from({ length: this.ply() + 1 }, (_, i) => this.game.position(i))),
    });
    this.shown = { ply, position };
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
    const mover = this.live() ? (state.over ? null : state.turn) : this.game.plies[this.ply()].s;
    const bar = (seat) => {
      const { name, agent } = state.seats[seat];
      const turn = mover === seat && this.live();
      const points = this.rules.score(shown, seat);
      const clock = state.clocks ? h("span", { class: `clock${state.over && state.clocks[seat] === 0 ? " out" : ""}`, "data-seat": seat }, this.time(seat)) : null;
      return [
        state.seats.length > 1 && this.rules.seats[seat] && h("i", { class: `dot ${this.rules.kind?.(seat, shown.course) ?? this.rules.seats[seat]}` }),
        h("span", { class: "who" }, h("b", {}, state.seats.length > 1 ? name : "Score"), " ", h("small", {}, state.seats.length > 1 ? (agent === PERSON ? "person" : agent) : "")),
        turn && state.seats.length > 1 && !state.person && !state.paused && h("span", { class: "thinks" }, "thinks"),
        clock,
        state.seats.length === 1 && h("span", { class: "soft rate" }, this.rate()),
        points && [h("span", { class: "vh" }, `${name} has `), h("span", { class: "points" }, points)],
      ];
    };
    // Without a turn of the board the first seat sits below; where the standard picture is other, above.
    const firstAbove = this.board.flipped !== Boolean(this.rules.firstAbove);
    const [top, bottom] = state.seats.length === 1 ? [null, 0] : firstAbove ? [0, 1] : [1, 0];
    for (const [element, seat] of [[this.top, top], [this.bottom, bottom]]) {
      element.hidden = seat === null;
      if (seat === null) continue;
      fill(element, bar(seat));
      element.classList.toggle("active", mover === seat);
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

  /** What the rules ask of the person to move, besides a move. */
  demand() {
    return this.rules.demand?.(this.game.state.moves) ?? "";
  }

  /** Why nothing comes of what a person does at the board, where that can be told. */
  why() {
    if (this.mine()) return this.demand();
    return !this.live() && this.game.state.person ? "“To the end” leads back to the game: it is your turn." : "";
  }

  /** What has happened since a person chose last: an agent's move, and passes that nobody chose. */
  news() {
    const { plies, state } = this.game;
    const said = [];
    let last = plies.length - 1;
    for (; last >= 0 && this.rules.pass !== undefined && plies[last].m === this.rules.pass; last--) said.unshift(`${state.seats[plies[last].s].name} cannot move and passes`);
    const mover = state.seats[plies[last]?.s];
    if (state.seats.length > 1 && mover && mover.agent !== PERSON) said.unshift(`${mover.name} played ${plies[last].m}`);
    return said.map((one) => `${capital(one)}. `).join("");
  }

  line() {
    const { state } = this.game;
    const two = state.seats.length > 1;
    const name = state.turn === null ? "" : state.seats[state.turn].name;
    if (!this.game.online) return "The connection is lost; trying again …";
    if (state.failure) return state.person ? `${capital(state.failure)}.` : `${name} cannot go on: ${state.failure}`;
    if (!this.live()) {
      const move = this.lastTurn(this.ply());
      const all = this.moves();
      const [of, what] = [`${all} move${all === 1 ? "" : "s"}`, move && `${two ? `${state.seats[move.s].name} ` : ""}${move.m}`];
      return `${what ? `After ${this.moves(this.ply())} of ${of}: ${what}` : `The start, before ${of}`}. ${this.why()}`.trimEnd();
    }
    if (state.over) return `${state.result}${state.winner === null || / wins/.test(state.result) ? "" : `: ${state.seats[state.winner].name} wins`}.`;
    if (state.held_up) return `${capital(name)} waits: ${state.held_up}`;
    if (!state.person) return state.paused ? (two ? `Paused. ${capital(name)} is to move.` : "Paused.") : two ? `${name} thinks …` : "The agent plays.";
    if (!two) return "Your turn: slide the tiles.";
    const yours = state.seats.some((seat) => seat.agent !== PERSON) ? ": your turn" : "";
    return [this.news() + capital(name), ` to move${yours}. `, this.demand()].join("").trimEnd();
  }

  tell() {
    const { state } = this.game;
    const agents = state.seats.some((seat) => seat.agent !== PERSON);
    const person = state.seats.some((seat) => seat.agent === PERSON);
    const text = capital(this.line());
    if (this.status.textContent !== text) this.status.textContent = text;
    this.status.classList.toggle("over", state.over && this.live());
    const sign = state.over ? "Over · " : state.person && agents ? "Your turn · " : "";
    place(`${sign}${title(state.game)}: ${state.seats.map((seat) => seat.agent).join(" – ")}`, person ? this.view : "watch");
    // Time and giving up are final where people play each other; against an agent it is practice.
    const final = Boolean(state.ended) && state.seats.filter((seat) => seat.agent === PERSON).length !== 1;
    // A pass was nobody's choice.
    this.undo.disabled = final || (!state.ended && !this.game.plies.some((ply) => ply.s !== null && ply.m !== this.rules.pass));
    this.undo.title = final ? "The game is over" : state.ended ? "Play on, for practice" : "";
    this.resign.hidden = !person || state.over;
    this.pause.hidden = !agents || state.over || (person && !state.paused && state.seats.length > 1);
    this.pause.textContent = state.paused ? "Go on" : "Pause";
    this.pace.element.hidden = !agents;
    this.ways.hidden = this.rules.mode !== "ways" || !person;
    for (const way of this.ways.children) way.disabled = !this.mine() || !state.moves.includes(way.getAttribute("aria-label"));
  }
}

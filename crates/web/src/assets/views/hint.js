// A hint: what a quick agent would play, at once, and then what the adviser finds, better and better.

import { h } from "../dom.js";
import { stream } from "../api.js";
import { isResult, worth } from "../worth.js";

/** Milliseconds that the adviser may think. */
const TIME = 2500;

export class Hint {
  constructor(context, kind) {
    Object.assign(this, { context, kind, sources: [] });
    this.button = h("button", { type: "button", "data-do": "hint", onclick: () => (this.sources.length ? this.stop() : this.begin()) }, "Hint");
    this.line = h("p", { class: "soft advice", role: "status", "aria-live": "polite", hidden: true });
  }

  begin() {
    const { game } = this.context;
    this.clear();
    this.context.refresh();
    this.asked = game.plies.length;
    const look = (agent, heard) => {
      const source = stream(`/api/play/${game.id}/analyse?${new URLSearchParams({ agent, ply: this.asked, ms: TIME })}`, heard);
      this.sources.push(source);
      return source;
    };
    // An adviser may have to load what it has learned; until it speaks, somebody quick does.
    const quick = this.kind.partner === this.kind.adviser ? null : look(this.kind.partner, (message) => this.hear(message, false));
    look(this.kind.adviser, (message) => {
      if (best(message)) quick?.close();
      this.hear(message, true);
    });
    this.say("Hint: thinking …");
    this.busy();
  }

  hear(message, adviser) {
    const found = best(message);
    if (found) this.say(`Hint: ${found.move}${adviser ? ` (${this.worth(found)}, depth ${found.depth})` : ", at first sight"}`, found.move);
    if (!adviser || !message.done) return;
    if (message.error && !this.context.hints.length) this.say(`No hint: ${message.error}`);
    this.stop();
  }

  worth(found) {
    const seats = this.context.game.state.seats.map((seat) => seat.name);
    return `${worth(found, seats)}${seats.length > 1 && !isResult(found, seats) ? ` for ${seats[0]}` : ""}`;
  }

  /** What is said anew only where there is something new: the move, not each depth. */
  say(text, move) {
    this.line.hidden = false;
    this.last = text;
    if (!move || this.context.hints[0] !== move) this.line.textContent = text;
    if (!move || this.context.hints[0] === move) return;
    this.context.hints = [move];
    this.context.refresh();
  }

  busy() {
    const on = this.sources.length > 0;
    this.button.setAttribute("aria-busy", String(on));
    this.button.classList.toggle("busy", on);
    this.button.textContent = on ? "Thinking …" : "Hint";
    if (!on && this.last) this.line.textContent = this.last;
  }

  /** Ends the search; what it has found stays until the next move. */
  stop() {
    for (const source of this.sources) source.close();
    this.sources = [];
    this.busy();
  }

  clear() {
    this.stop();
    this.last = "";
    this.line.hidden = true;
    this.line.textContent = "";
    this.context.hints = [];
  }

  /** `mine`: whether a person is to move in the position that is shown; `person`: whether one plays at all. */
  update(mine, person) {
    if (this.asked !== undefined && this.asked !== this.context.ply()) {
      this.asked = undefined;
      this.clear();
    }
    this.button.disabled = !mine;
    this.button.hidden = !person;
  }
}

/** The best move that a message knows of, with its value and depth. */
function best({ best, value, text, exact, depth }) {
  return best && { move: best, value, text, exact, depth };
}

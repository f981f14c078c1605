// The board of a game without pictures: the position's own text, and a button for every legal move.

import { fill, h } from "./dom.js";

/** Just the text. */
export const textPicture = (state) => h("pre", { class: "position", tabindex: 0 }, state.lines.join("\n"));

/** Stands where a drawn board would, and is told the same. */
export class TextBoard {
  constructor(rules, { label, onmove = () => {} } = {}) {
    Object.assign(this, { rules, onmove, flipped: false, flips: false, state: null });
    this.picture = h("div", { role: "group", "aria-label": label });
    this.list = h("ul", { class: "choices", "aria-label": "Legal moves" });
    this.element = h("div", { class: "textboard stack tight" }, this.picture, this.list);
  }

  show({ position, legal = [], values = null, hints = [] }) {
    this.state = this.rules.read(position);
    fill(this.picture, textPicture(this.state));
    const had = this.list.contains(document.activeElement);
    fill(this.list, legal.map((text) => h("li", {}, h("button", {
      type: "button", class: hints.includes(text) ? "main" : "", onclick: () => this.onmove([text]),
    }, text, values?.has(text) && [" ", h("small", {}, values.get(text).text)]))));
    if (had) this.list.querySelector("button")?.focus();
  }

  flip() {}
}

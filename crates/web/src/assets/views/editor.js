// A position of one's own, square by square.

import { fill, h, field, trying } from "../dom.js";
import { ask, Game } from "../api.js";
import { Board } from "../board.js";
import { picture } from "../games/index.js";
import { go, readSpec, writeSpec } from "../links.js";

/** `flipped`: as the board that is played on. */
export function editor(game, position, seats, names, flipped = false) {
  const named = (label) => label.replace(/\{(\d)\}/, (_, seat) => names[seat]);
  const rules = picture(game);
  let state = rules.read(position);
  let kind = rules.palette[0][0];
  const { worths, most } = rules;
  const worth = worths && h("input", { type: "number", min: worths.min, max: worths.max, value: worths.usual, "aria-label": worths.about });
  const message = h("p", { class: "soft", role: "status", "aria-live": "polite" });
  const board = new Board(rules, { label: "Board to edit", onsquare: (at) => put(at) });
  board.flipped = flipped;

  const palette = h("div", { class: "choice wrap", role: "group", "aria-label": "What a click puts on the board" }, rules.palette.map(([one, label]) =>
    h("button", { type: "button", "aria-pressed": String(one === kind), onclick: (event) => {
      kind = one;
      for (const button of palette.children) button.setAttribute("aria-pressed", String(button === event.currentTarget));
    } }, named(label))));
  const turn = rules.turns && !rules.option && h("select", { value: String(state.turn), onchange: () => { state.turn = Number(turn.value); check(); } }, rules.turns.map((label, i) => h("option", { value: String(i) }, named(label))));
  const size = most && ["rows", "cols"].map((key) => h("input", { type: "number", min: 1, max: most, value: state[key], onchange: (event) => resize(key, Number(event.target.value)) }));

  function put(at) {
    state.pieces = state.pieces.filter((piece) => piece.at !== at);
    if (rules.edit) {
      rules.edit(kind, at, state, Number(worth?.value) || worths?.usual);
    } else if (kind !== null && (rules.playable?.(at, state) ?? true)) {
      state.pieces.push(rules.put?.(kind, at, state) ?? { key: `e${at}`, at, kind });
    }
    show();
  }

  function resize(key, value) {
    const size = Math.max(1, Math.min(most, value || 1));
    const old = state;
    const cols = key === "cols" ? size : old.cols;
    const rows = key === "rows" ? size : old.rows;
    const move = (at) => (at % old.cols < cols && Math.floor(at / old.cols) < rows ? Math.floor(at / old.cols) * cols + (at % old.cols) : null);
    state = { ...old, rows, cols, closed: new Set([...old.closed].map(move).filter((at) => at !== null)),
      pieces: old.pieces.map((piece) => ({ ...piece, at: move(piece.at) })).filter((piece) => piece.at !== null) };
    show();
  }

  const written = () => rules.write(state);
  /** Where a board is an option of the game, its size may be another. */
  const request = () => {
    if (!rules.option) return { game, position: written() };
    const { name, options } = readSpec(game);
    return { game: writeSpec(name, { ...options, [rules.option]: written() }) };
  };

  function show() {
    board.state = null;
    board.show({ position: written() });
    // What the text does not hold, such as whose turn it is, stays.
    board.state.turn = state.turn;
    check();
  }

  async function check() {
    const { game: asked, position: text } = request();
    try {
      const answer = text === undefined ? await ask("/api/position", { game: asked, position: written() }) : await ask("/api/position", { game: asked, position: text });
      fill(message, answer.over ? "The game is over in this position." : `This can be played: ${answer.moves.length} legal move${answer.moves.length === 1 ? "" : "s"}.`);
      start.disabled = false;
    } catch (error) {
      fill(message, error.message);
      start.disabled = true;
    }
  }

  const start = h("button", { type: "button", class: "main", "data-do": "begin", onclick: () => trying(async () => go(`#/game/${await Game.begin({ ...request(), seats })}`)) }, "Play from here");
  const element = h("div", { class: "stack editor" }, h("h3", {}, "Edit the position"), palette,
    size && h("div", { class: "grid3" }, field("Rows", size[0]), field("Columns", size[1]), worth && field(worths.label, worth)),
    board.element, turn && field("To move", turn), message,
    h("div", { class: "row" }, start,
      h("button", { type: "button", onclick: () => { state.pieces = []; state.closed?.clear(); show(); } }, "Clear"),
      h("button", { type: "button", onclick: () => { element.parentElement.hidden = true; } }, "Close")));
  show();
  return element;
}

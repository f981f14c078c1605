// Choosing games, options and agents.

import { fill, h } from "../dom.js";
import { picture } from "../games/index.js";
import { readSpec, writeSpec } from "../links.js";

export const PERSON = "person";

/** Agents by how well they play, for those who do not want to spell them out. */
export const levels = (kind) => picture(kind.name).levels ?? [["A partner", kind.partner]];
export const strongest = (kind) => levels(kind).at(-1)[1];

let ids = 0;

/** Who sits there: a person, a level, or any agent by name. `value()` tells. */
export function agentField(kind, label, value, { person = false, extra = [] } = {}) {
  const presets = (kind.presets ?? []).map((preset) => [preset.name, preset.name]);
  const ready = [...extra, ...levels(kind), ...presets];
  const known = ready.some(([, spec]) => spec === value) || (person && value === PERSON);
  const list = `agents${++ids}`;
  const other = h("input", { type: "text", value: known ? strongest(kind) : value ?? "", list, spellcheck: "false", autocomplete: "off", "aria-label": `${label}: agent by name` });
  const names = h("datalist", { id: list }, kind.agents.map((agent) => h("option", { value: agent.name }, agent.about)));
  const select = h("select", { value: known ? value : "other", onchange: () => toggle() },
    person && h("option", { value: PERSON }, "You, or another person"),
    ready.map(([name, spec]) => h("option", { value: spec, title: spec }, name)),
    h("option", { value: "other" }, "Any agent, by name …"));
  const about = h("small", {});
  const more = h("div", { class: "stack tight" }, other, about, names);
  const tell = () => {
    const { name } = readSpec(other.value);
    const agent = kind.agents.find((one) => one.name === name);
    fill(about, agent ? `${agent.about}. Options: ${agent.options.map((option) => option.key).join(", ") || "none"}.` : `One of ${kind.agents.map((one) => one.name).join(", ")}.`);
  };
  const toggle = () => {
    more.hidden = select.value !== "other";
    select.title = more.hidden && select.value !== PERSON ? select.value : "";
    tell();
  };
  other.addEventListener("input", tell);
  toggle();
  const element = h("div", { class: "stack tight" }, h("label", { class: "field" }, h("span", {}, label), select), more);
  return { element, select, value: () => (select.value === "other" ? other.value.trim() : select.value) };
}

/** The options of a game. `value()` is its whole name. */
export function gameField(catalogue, kind, given = {}) {
  const inputs = kind.options.map((option) => {
    const choices = option.choices ? [...option.choices] : /^[\w|]+$/.test(option.values) && option.values.includes("|") ? option.values.split("|") : null;
    const value = given[option.key] ?? "";
    if (option.choices && value && !choices.includes(value)) choices.unshift(value);
    const control = choices
      ? h("select", { value: value || option.default }, choices.map((choice) => h("option", { value: choice }, choice.includes("/") ? "drawn by hand" : choice)))
      : h("input", { type: "text", value, placeholder: option.default, spellcheck: "false" });
    return { option, control, element: h("label", { class: "field" }, h("span", {}, option.key.replaceAll("_", " ")), control, h("small", {}, option.about)) };
  });
  const plain = inputs.slice(0, 2).map((input) => input.element);
  const rest = inputs.slice(2).map((input) => input.element);
  const element = h("div", { class: "stack" }, plain.length > 0 && h("div", { class: "grid2" }, plain),
    rest.length > 0 && h("details", {}, h("summary", {}, "More rules"), h("div", { class: "grid2" }, rest)));
  const value = () => {
    const options = {};
    for (const { option, control } of inputs) {
      if (control.value && control.value !== option.default) options[option.key] = control.value;
    }
    return writeSpec(kind.name, options);
  };
  return { element, value };
}

/** A list of choices as buttons of which one is pressed. */
export function choice(label, options, value, onchange) {
  const buttons = options.map(([name, one]) => h("button", { type: "button", "aria-pressed": String(one === value), onclick: () => choose(one) }, name));
  const choose = (one) => {
    buttons.forEach((button, i) => button.setAttribute("aria-pressed", String(options[i][1] === one)));
    onchange(one);
  };
  return h("div", { class: "choice", role: "group", "aria-label": label }, buttons);
}

/** Milliseconds per move, on a scale that is fine where moves are quick. */
export const PACES = [0, 20, 60, 120, 250, 350, 500, 800, 1200, 2000, 4000];
export function paceField(ms, onchange) {
  const words = (value) => (value === 0 ? "as fast as it thinks" : `${value >= 1000 ? `${value / 1000} s` : `${value} ms`} a move`);
  const at = PACES.findIndex((pace) => pace >= ms);
  const out = h("output", {}, words(ms));
  const range = h("input", {
    type: "range", min: 0, max: PACES.length - 1, step: 1, value: at < 0 ? PACES.length - 1 : at, "aria-label": "Pace",
    oninput: () => { out.textContent = words(PACES[range.value]); range.setAttribute("aria-valuetext", out.textContent); },
    onchange: () => onchange?.(PACES[range.value]),
  });
  range.setAttribute("aria-valuetext", out.textContent);
  return { element: h("div", { class: "pace" }, h("span", { "aria-hidden": "true" }, "Pace"), range, out), value: () => PACES[range.value] };
}

// Elements without markup: every text goes in as text, so nothing needs escaping.

const SVG = "http://www.w3.org/2000/svg";

function build(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "style") for (const [key, one] of Object.entries(value)) element.style.setProperty(key, one);
    else if (name === "value" && "value" in element) element.value = value;
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children.flat(4)) {
    if (child === undefined || child === null || child === false) continue;
    element.append(child);
  }
  return element;
}

/** An HTML element: `h("p", { class: "x", onclick }, "text", child)`. */
export function h(tag, attributes, ...children) {
  const element = document.createElement(tag);
  // Options must be there before a value can choose one of them.
  if (tag === "select" && attributes?.value !== undefined) {
    const { value, ...rest } = attributes;
    build(element, rest, children);
    element.value = value;
    return element;
  }
  return build(element, attributes, children);
}

/** An SVG element. */
export const svg = (tag, attributes, ...children) => build(document.createElementNS(SVG, tag), attributes, children);

/** Puts other children into an element. */
export function fill(element, ...children) {
  element.replaceChildren(...children.flat(4).filter((child) => child !== undefined && child !== null && child !== false));
  return element;
}

/** Shows one line for a while; screen readers say it. */
export function note(line, kind = "") {
  const box = document.getElementById("notes");
  const item = h("p", { class: `note ${kind}` }, line);
  fill(box, item);
  clearTimeout(note.timer);
  note.timer = setTimeout(() => item.remove(), kind === "bad" ? 9000 : 4000);
}

/** Says for as long as it lasts that the server does not answer. */
export function offline(lost) {
  const line = document.getElementById("offline");
  line.hidden = !lost;
  fill(line, lost && "The connection is lost; trying again …");
}

let views = 0;
/** Another view comes: the notes and the questions of the one before end with it, those that were still to come, too. */
export function leaving() {
  views += 1;
  fill(document.getElementById("notes"));
  for (const dialog of document.querySelectorAll("dialog")) dialog.close();
}

/** Runs something that may fail, and says why if it does, unless the view that wanted it is gone. */
export async function trying(action) {
  const view = views;
  try {
    return await action();
  } catch (error) {
    if (error.name !== "AbortError" && view === views) note(error.message, "bad");
    return undefined;
  }
}

/** An action that is not begun again while it runs: whoever clicks twice wants it once. */
export function once(action) {
  let running = null;
  return (...given) => (running ??= trying(() => action(...given)).finally(() => { running = null; }));
}

/** Asks which of some answers it shall be, each `[text, value]`. `answer` resolves to a value, or to undefined. */
export function choose(question, answers) {
  let value;
  const dialog = h("dialog", { "aria-label": question }, h("h2", {}, question), h("div", { class: "row" },
    answers.map(([text, one]) => h("button", { type: "button", onclick: () => { value = one; dialog.close(); } }, text))));
  const answer = new Promise((resolve) => dialog.addEventListener("close", () => {
    dialog.remove();
    resolve(value);
  }));
  document.body.append(dialog);
  dialog.showModal();
  return { answer, close: () => dialog.close() };
}

export const count = (number) => Math.round(number).toLocaleString("en-GB");

/** Whether nothing should move by itself. */
export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

const ICONS = {
  start: "M4 4h3v16H4zM20 4v16L8 12z", back: "M17 4v16L6 12z", on: "M7 4v16l11-8z", end: "M17 4h3v16h-3zM4 4v16l12-8z", pause: "M6 4h4v16H6zM14 4h4v16h-4z",
};
/** A picture for a button, which needs a name beside it. */
export const icon = (name) => svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true", class: "sign" }, svg("path", { d: ICONS[name] }));

/** A labelled control. */
export const field = (label, control, hint) =>
  h("label", { class: "field" }, h("span", {}, label), control, hint && h("small", {}, hint));

/** Tabs over panels; `panels` are `[name, element]`. Arrow keys go from tab to tab. */
export function tabs(label, panels, chosen = 0) {
  const id = `t${++tabs.count}`;
  const list = h("div", { class: "tabs", role: "tablist", "aria-label": label });
  const buttons = panels.map(([name, panel], i) => {
    panel.id = `${id}p${i}`;
    panel.setAttribute("role", "tabpanel");
    panel.setAttribute("aria-labelledby", `${id}b${i}`);
    return h("button", { role: "tab", type: "button", id: `${id}b${i}`, "aria-controls": panel.id, onclick: () => choose(i) }, name);
  });
  const choose = (i, focus) => {
    buttons.forEach((button, n) => {
      button.setAttribute("aria-selected", String(n === i));
      button.tabIndex = n === i ? 0 : -1;
      panels[n][1].hidden = n !== i;
    });
    if (focus) buttons[i].focus();
    panels[i][2]?.();
  };
  list.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const now = buttons.indexOf(document.activeElement);
    choose((now + step + buttons.length) % buttons.length, true);
  });
  list.append(...buttons);
  choose(chosen);
  return { element: h("div", { class: "tabbed" }, list, panels.map((panel) => panel[1])), choose };
}
tabs.count = 0;

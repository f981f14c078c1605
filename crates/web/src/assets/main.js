// Which view stands in the page.

import { fill, h, note, trying } from "./dom.js";
import { Game } from "./api.js";
import { go, requestOf, route } from "./links.js";

const VIEWS = {
  play: () => import("./views/setup.js"),
  game: () => import("./views/play.js"),
  watch: () => import("./views/watch.js"),
  analyse: () => import("./views/analysis.js"),
  tree: () => import("./views/tree.js"),
  lab: () => import("./views/lab.js"),
};
const TITLES = { play: "Play", game: "Game", watch: "Watch", analyse: "Analyse", tree: "Look inside", lab: "Lab" };

let leave = null;
let shown = 0;

async function show() {
  const turn = ++shown;
  const { view, rest, query } = route();
  const main = document.getElementById("main");
  if (view === "new") {
    const id = await trying(() => Game.begin(requestOf(query)));
    location.replace(id ? `#/game/${id}` : "#/");
    return;
  }
  const name = VIEWS[view] ? view : "play";
  const module = await trying(VIEWS[name]);
  if (turn !== shown || !module) return;
  leave?.();
  leave = null;
  const root = h("div", { class: `view ${name}` });
  const left = await trying(() => module.default(root, rest, query));
  if (turn !== shown) {
    left?.();
    return;
  }
  leave = left ?? null;
  fill(main, root);
  document.title = `${TITLES[name]} · plywise`;
  const active = name === "game" ? "play" : name;
  for (const link of document.querySelectorAll("header nav a")) {
    if (link.dataset.view === active) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  if (show.before) main.focus({ preventScroll: true });
  show.before = true;
  scrollTo(0, 0);
}

function theme(choice) {
  if (choice) document.documentElement.dataset.theme = choice;
}

function toggleTheme() {
  const now = document.documentElement.dataset.theme
    ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  const next = now === "dark" ? "light" : "dark";
  theme(next);
  try {
    localStorage.setItem("theme", next);
  } catch {
    // Without storage the choice holds until the page is left.
  }
}

try {
  theme(localStorage.getItem("theme"));
} catch {
  // As above.
}
document.getElementById("theme").addEventListener("click", toggleTheme);
document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault();
  document.getElementById("main").focus();
});
addEventListener("hashchange", show);
addEventListener("unhandledrejection", (event) => note(event.reason?.message ?? "something went wrong", "bad"));
if (!location.hash) history.replaceState(null, "", "#/");
show();

export { go };

// Which view stands in the page.

import { fill, h, leaving, note } from "./dom.js";
import { admit, ask, Game, games, SILENT } from "./api.js";
import { go, requestOf, route } from "./links.js";
import { place } from "./place.js";

const VIEWS = {
  play: () => import("./views/setup.js"),
  new: async () => ({ default: begun }),
  game: () => import("./views/play.js"),
  watch: () => import("./views/watch.js"),
  lessons: () => import("./views/lessons.js"),
  analyse: () => import("./views/analysis.js"),
  tree: () => import("./views/tree.js"),
  lab: () => import("./views/lab.js"),
  nowhere: async () => ({ default: nowhere }),
};
const TITLES = { play: "Play", new: "New game", game: "Game", watch: "Watch", lessons: "Lessons", analyse: "Analyse", tree: "Look inside", lab: "Lab", nowhere: "No such view" };

let leave = null;
let shown = 0;

/** An address that is none of the page's: where one may have wanted to go. */
function nowhere(root) {
  fill(root, h("section", { class: "card stack narrow" }, h("h1", {}, "There is no such view"), h("p", {}, h("code", {}, location.hash), " leads nowhere. These lead on:"),
    h("div", { class: "row" }, Object.entries(TITLES).filter(([name]) => document.querySelector(`nav [data-view="${name}"]`)).map(([name, text]) => h("a", { class: "button", href: `#/${name}` }, text)))));
}

/** No view but a link: the game that it tells of is begun, and takes its place. */
async function begun(root, rest, query) {
  location.replace(`#/game/${await Game.begin(requestOf(query))}`);
}

async function show() {
  admit();
  const turn = ++shown;
  const { view, rest, query } = route();
  const main = document.getElementById("main");
  const name = Object.hasOwn(VIEWS, view) && (view !== "game" || rest[0]) ? view : "nowhere";
  const root = h("div", { class: `view ${name}` });
  let left;
  try {
    const module = await VIEWS[name]().catch(() => Promise.reject(new Error(SILENT)));
    if (turn !== shown) return;
    leave?.();
    leave = null;
    leaving();
    place(TITLES[name], name);
    left = await module.default(root, rest, query);
  } catch (error) {
    if (turn === shown) {
      place("Not shown", name);
      fill(root, failure(error));
    }
  }
  if (turn !== shown) {
    left?.();
    return;
  }
  leave = left ?? null;
  fill(main, root);
  if (show.before) main.focus({ preventScroll: true });
  show.before = true;
  scrollTo(0, 0);
}

/** Once more. A browser may remember that a module did not come: where the server answers again, the page begins anew. */
async function again() {
  const back = await ask("/api/games").then(() => true, () => false);
  if (back) location.reload();
  else show();
}

/** What stands where a view should stand. */
const failure = (error) => h("section", { class: "card stack narrow" }, h("h1", {}, "This cannot be shown"), h("p", { class: "bad", role: "alert" }, error.message),
  h("div", { class: "row" }, h("button", { type: "button", class: "main", onclick: again }, "Try again"), h("a", { class: "button", href: "#/" }, "To the start")));

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
// Nearly every view asks for the games: the answer is on its way while the view's own code comes.
games().catch(() => {});
await show();
// The other views come while nothing else is to be done; then each is there at once.
(globalThis.requestIdleCallback ?? setTimeout)(() => Object.values(VIEWS).forEach((load) => load().catch(() => {})));

export { go };

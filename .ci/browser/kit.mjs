// The server and the browser that all tests share, the list of tests, and how a test plays.

import { browser as launch, Server, until } from "./harness.mjs";

export const server = await new Server().start();
export const browser = await launch();
export const tests = [];
/** Adds a test; it is given a page of its own. */
export const test = (name, body) => tests.push({ name, body });

export const plies = (page) => page.locator(".stepper input").first().getAttribute("max").then(Number);
export const over = (page) => page.locator(".status.over").count().then(Boolean);
export const settled = (page) => until(page, () => document.querySelector(".status.over") || document.querySelector(".squares button.can, .way:not(:disabled)"));
/** Does what brings another view, and waits for that: the one before may look like it. */
export const another = async (page, act, part = "") => {
  await page.evaluate(() => document.querySelector(".view")?.setAttribute("data-before", ""));
  await act();
  await page.waitForSelector(`.view:not([data-before]) ${part}`);
};
export const visit = (page, hash) => another(page, () => (page.url() === server.url + hash ? page.reload() : page.goto(server.url + hash)));
/** Opens a game with these seats. */
export const game = async (page, request) => {
  const id = await server.begin({ pace: 0, seed: 3, ...request });
  await visit(page, `#/game/${id}`);
  await page.waitForSelector(".status");
  return id;
};

/** Holds back requests: `reached` resolves when one has come, `open` lets them go on until `shut`. */
export async function gate(page, what) {
  let [reach, opened] = [];
  const door = {
    shut() {
      door.reached = new Promise((resolve) => { reach = resolve; });
      opened = new Promise((resolve) => { door.open = resolve; });
    },
  };
  door.shut();
  await page.route(what, async (route) => {
    reach();
    await opened;
    await route.fallback().catch(() => {});
  });
  return door;
}

/** Asks the server without the page. */
export const api = (path, body) => server.ask(path, body);

/** Plays to the end; `move` makes one move of the person's. */
export async function playOut(page, move, most = 2000) {
  for (let turn = 0; turn < most; turn++) {
    await settled(page);
    if (await over(page)) return turn;
    const before = await plies(page);
    await move(turn);
    await until(page, (n) => Number(document.querySelector(".stepper input").max) > n || document.querySelector(".status.over"), before);
  }
  throw new Error("the game does not end");
}

/** Squares that can be clicked, by what they say. */
export const can = (page, say) => page.locator(`.squares button.can[aria-label*="${say}"]`);
export async function clickMove(page, turn) {
  const pieces = page.locator('.squares button.can[aria-label*="can move"]:not([aria-label*="you can"])');
  if (await pieces.count()) await pieces.nth(turn % (await pieces.count())).click();
  const targets = can(page, "you can move here");
  await targets.nth(turn % (await targets.count())).click();
  const dialog = page.locator("dialog[open] button");
  if (await dialog.count()) await dialog.first().click();
}
/** The same by keys alone: over the board with arrows and letters, then Enter. */
export async function keyTo(page, wanted) {
  const places = await page.evaluate((selector) => {
    const all = [...document.querySelectorAll(".squares button")];
    const wide = Math.sqrt(all.length);
    const place = (element) => [Math.floor(all.indexOf(element) / wide), all.indexOf(element) % wide];
    return [place(document.activeElement), place(document.querySelector(selector))];
  }, wanted);
  const [[row, col], [toRow, toCol]] = places;
  for (let i = 0; i < Math.abs(toRow - row); i++) await page.keyboard.press(toRow > row ? "ArrowDown" : "w");
  for (let i = 0; i < Math.abs(toCol - col); i++) await page.keyboard.press(toCol > col ? "d" : "ArrowLeft");
  await page.keyboard.press("Enter");
}
export async function keyMove(page) {
  if (!(await page.locator(".squares button:focus").count())) await page.locator('.squares button[tabindex="0"]').focus();
  if (await can(page, "can move").count()) await keyTo(page, '.squares button.can[aria-label*="can move"]:not([aria-label*="you can"])');
  await keyTo(page, '.squares button.can[aria-label*="you can move here"]');
  if (await page.locator("dialog[open]").count()) await page.keyboard.press("Enter");
}

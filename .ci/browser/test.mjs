// The page as people use it. Each test has a page of its own; names given as arguments select some.

import { accessible, browser as launch, check, fits, open, Server, shot, until } from "./harness.mjs";

const server = await new Server().start();
const browser = await launch();
const tests = [];
const test = (name, body) => tests.push({ name, body });

const plies = (page) => page.locator(".stepper input").first().getAttribute("max").then(Number);
const over = (page) => page.locator(".status.over").count().then(Boolean);
const settled = (page) => until(page, () => document.querySelector(".status.over") || document.querySelector(".squares button.can, .way:not(:disabled)"));
const visit = async (page, hash) => {
  await page.goto(server.url + hash);
  await page.waitForSelector(".view");
};
/** Opens a game with these seats. */
const game = async (page, request) => {
  const id = await server.begin({ pace: 0, seed: 3, ...request });
  await visit(page, `#/game/${id}`);
  await page.waitForSelector(".status");
  return id;
};

/** Plays to the end; `move` makes one move of the person's. */
async function playOut(page, move, most = 2000) {
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
const can = (page, say) => page.locator(`.squares button.can[aria-label*="${say}"]`);
async function clickMove(page, turn) {
  const pieces = page.locator('.squares button.can[aria-label*="can move"]:not([aria-label*="you can"])');
  if (await pieces.count()) await pieces.nth(turn % (await pieces.count())).click();
  const targets = can(page, "you can move here");
  await targets.nth(turn % (await targets.count())).click();
  const dialog = page.locator("dialog[open] button");
  if (await dialog.count()) await dialog.first().click();
}
/** The same by keys alone: over the board with arrows and letters, then Enter. */
async function keyTo(page, wanted) {
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
async function keyMove(page) {
  if (!(await page.locator(".squares button:focus").count())) await page.locator('.squares button[tabindex="0"]').focus();
  if (await can(page, "can move").count()) await keyTo(page, '.squares button.can[aria-label*="can move"]:not([aria-label*="you can"])');
  await keyTo(page, '.squares button.can[aria-label*="you can move here"]');
  if (await page.locator("dialog[open]").count()) await page.keyboard.press("Enter");
}

test("one click begins a game against a strong agent", async (page) => {
  await visit(page, "#/");
  await page.locator(".game-card").first().getByRole("button", { name: "Play" }).click();
  await page.waitForSelector(".squares button.can");
  await page.getByRole("button", { name: /^d3/ }).click();
  await until(page, () => Number(document.querySelector(".stepper input").max) === 2);
  await shot(page, "play-othello");
});

test("othello by clicks", async (page) => {
  await game(page, { game: "othello:size=6", seats: ["person", "greedy"] });
  check((await playOut(page, (turn) => clickMove(page, turn))) > 8, "a game is longer");
  check(/wins|draw/.test(await page.locator(".status").textContent()), "the result is told");
  await shot(page, "over-othello");
});
test("othello by keys", async (page) => {
  await game(page, { game: "othello:size=4", seats: ["person", "random"] });
  await playOut(page, () => keyMove(page));
});
test("checkers by clicks", async (page) => {
  await game(page, { game: "checkers", seats: ["person", "alphabeta:depth=5"] });
  await playOut(page, (turn) => clickMove(page, turn));
  await shot(page, "over-checkers");
});
test("checkers by keys, on a board that is turned round", async (page) => {
  await game(page, { game: "checkers", seats: ["alphabeta:depth=5", "person"], position: "W:W21,22,23,24,K30:B1,2,3,K10,K11" });
  await page.locator("[data-do=flip]").click();
  await page.locator('.squares button[tabindex="0"]').focus();
  await playOut(page, () => keyMove(page));
});
test("can't go back by clicks", async (page) => {
  await game(page, { game: "cantgoback", seats: ["person", "simple"] });
  check((await playOut(page, (turn) => clickMove(page, turn))) > 3, "a game is longer");
  await shot(page, "over-cantgoback");
});
test("can't go back by keys", async (page) => {
  await game(page, { game: "cantgoback:board=q2", seats: ["person", "random"] });
  const keys = ["w", "ArrowRight", "s", "ArrowLeft"];
  await playOut(page, async () => {
    const way = await page.locator(".way:not(:disabled)").first().getAttribute("aria-label");
    await page.keyboard.press(keys[["up", "right", "down", "left"].indexOf(way)]);
  });
});
test("2048 by keys, by buttons and by swiping", async (page) => {
  await game(page, { game: "2048", seats: ["person"] });
  const keys = { up: "ArrowUp", right: "d", down: "ArrowDown", left: "a" };
  const box = await page.locator(".squares").boundingBox();
  const centre = [box.x + box.width / 2, box.y + box.height / 2];
  const swipe = { up: [0, -90], right: [90, 0], down: [0, 90], left: [-90, 0] };
  await playOut(page, async (turn) => {
    const way = await page.locator(".way:not(:disabled)").nth(0).getAttribute("aria-label");
    if (turn % 25 === 5) await page.locator(".way:not(:disabled)").first().click();
    else if (turn % 25 === 9) {
      await page.mouse.move(...centre);
      await page.mouse.down();
      await page.mouse.move(centre[0] + swipe[way][0], centre[1] + swipe[way][1], { steps: 3 });
      await page.mouse.up();
    } else await page.keyboard.press(keys[way]);
  });
  await shot(page, "over-2048");
});

test("dragging, hint, undo, stepping, resigning", async (page) => {
  await game(page, { game: "checkers", seats: ["person", "random"] });
  await page.waitForSelector(".squares button.can");
  await page.locator('[data-name="11"]').dragTo(page.locator('[data-name="15"]'));
  await until(page, () => Number(document.querySelector(".stepper input").max) === 2);
  await settled(page);
  await page.locator("[data-do=hint]").click();
  await page.waitForSelector(".hint");
  await shot(page, "hint");
  await page.getByRole("button", { name: "One back" }).click();
  check(/After 1 of 2/.test(await page.locator(".status").textContent()), "an earlier position is shown");
  await page.getByRole("button", { name: "To the end" }).click();
  await page.locator("[data-do=undo]").click();
  await until(page, () => Number(document.querySelector(".stepper input").max) === 0);
  await page.locator("[data-do=resign]").click();
  await page.waitForSelector(".status.over");
});

test("a file of games is read", async (page) => {
  await game(page, { game: "checkers", seats: ["person", "person"] });
  await page.getByRole("tab", { name: "Share & edit" }).click();
  await page.locator('textarea[placeholder^="A file"]').fill('[Event "test"]\n[Result "*"]\n1. 11-15 23-19 2. 8-11 22-17 3. 4-8 *');
  await page.locator("[data-do=import]").click();
  await until(page, () => document.querySelector(".stepper input")?.max === "5");
  await page.getByRole("tab", { name: "Moves" }).click();
  check((await page.locator(".moves").textContent()).includes("23-19"), "the moves are listed");
  await page.getByRole("tab", { name: "Share & edit" }).click();
  await page.locator('textarea[placeholder^="A file"]').fill("1. 11-15 99-1 *");
  await page.locator("[data-do=import]").click();
  await page.waitForSelector(".note.bad, small.bad");
});

test("a position is edited and played", async (page) => {
  await game(page, { game: "othello:size=4", seats: ["person", "person"] });
  await page.getByRole("tab", { name: "Share & edit" }).click();
  await page.locator("[data-do=edit]").click();
  await page.locator(".editor").getByRole("button", { name: "White", exact: true }).click();
  await page.locator('.editor [data-name="a1"]').click();
  await until(page, () => /can be played/.test(document.querySelector(".editor").textContent));
  await shot(page, "editor");
  const before = page.url();
  await page.locator("[data-do=begin]").click();
  await page.waitForURL((url) => url.href !== before);
  await page.waitForSelector('.boardside [data-name="a1"][aria-label*="white disc"]');
});

test("a board of one's own is drawn", async (page) => {
  await game(page, { game: "cantgoback:board=q2", seats: ["person", "person"] });
  await page.getByRole("tab", { name: "Share & edit" }).click();
  await page.locator("[data-do=edit]").click();
  await page.getByLabel("Columns").fill("6");
  await page.getByLabel("Columns").press("Tab");
  await page.locator(".editor").getByRole("button", { name: "Fruit" }).click();
  await page.locator('.editor [data-name="f1"]').click();
  await until(page, () => /can be played/.test(document.querySelector(".editor").textContent));
  const before = page.url();
  await page.locator("[data-do=begin]").click();
  await page.waitForURL((url) => url.href !== before);
  await page.waitForSelector('.boardside [data-name="f1"][aria-label*="fruit"]');
});

test("an analysis is followed", async (page) => {
  await game(page, { game: "othello", seats: ["person", "person"], moves: ["d3", "c5", "d6", "e3", "f4"] });
  await page.getByRole("tab", { name: "Analysis" }).click();
  await page.locator("[data-do=analyse]").click();
  await page.waitForSelector(".chip.best");
  await until(page, () => Number(document.querySelector(".facts dd").textContent) >= 4);
  await page.locator("[data-do=review]").click();
  await page.waitForSelector(".chart");
  await shot(page, "analysis");
  await page.getByRole("button", { name: "Add an agent" }).click();
  await until(page, () => document.querySelectorAll(".look .values table").length === 2, null, 15000);
  await shot(page, "analysis-two");
  await page.setViewportSize({ width: 390, height: 844 });
  await fits(page, "two agents on a phone");
  await shot(page, "analysis-two-narrow");
  await page.getByRole("button", { name: "Stop" }).click();
});

test("the thoughts on 2048 are followed depth by depth", async (page) => {
  await game(page, { game: "2048", seats: ["person"], seed: 3 });
  await page.getByRole("tab", { name: "Analysis" }).click();
  await page.evaluate(() => {
    const depths = new Set();
    const facts = document.querySelector(".facts");
    new MutationObserver(() => depths.add(facts.querySelector("dd")?.textContent)).observe(facts, { childList: true });
    globalThis.depths = depths;
  });
  await page.locator("label.inline select").selectOption("15000");
  await page.locator("[data-do=analyse]").click();
  // The first depths may come and go between two frames.
  await until(page, () => [...globalThis.depths].filter((depth) => Number(depth) > 0).length >= 3);
  await page.waitForSelector(".chip.best");
  await page.getByRole("button", { name: "Stop" }).click();
  // Half a move back the dice would be to fall: stepping passes over that.
  await page.locator(".way:not(:disabled)").first().click();
  await until(page, () => Number(document.querySelector(".stepper input").max) === 4);
  await page.getByRole("button", { name: "One back" }).click();
  check(/After 2 of 4/.test(await page.locator(".status").textContent()), "a whole move is taken back");
});

test("values are taken apart", async (page) => {
  const terms = { othello: "corners (a1)", checkers: "men's advance", cantgoback: "cells reached first", 2048: "points of sliding" };
  for (const [kind, term] of Object.entries(terms)) {
    await page.goto("about:blank");
    await game(page, { game: kind, seats: kind === "2048" ? ["person"] : ["person", "person"], seed: 3 });
    await page.getByRole("tab", { name: "Analysis" }).click();
    await page.locator("[data-do=explain]").click();
    await page.locator(".reasons").getByText(term).first().waitFor();
    const [adds, value] = await page.evaluate(() => {
      const number = (cell) => Number(cell.textContent.replaceAll(",", "").replace("−", "-"));
      const rows = [...document.querySelectorAll(".reasons tbody tr")];
      return [rows.slice(0, -1).reduce((sum, row) => sum + number(row.cells[row.cells.length - 2]), 0), number(rows.at(-1).cells[1])];
    });
    check(Math.abs(adds - value) < 0.5, `${kind}: ${adds} and ${value}`);
    await shot(page, `explain-${kind}`);
    await fits(page, `explain-${kind}`);
    await accessible(page, `explain ${kind}`);
  }
});

test("walls are no trails", async (page) => {
  await game(page, { game: "cantgoback", seats: ["person", "person"], seed: 4 });
  check((await page.locator(".square.trail").count()) === 0, "nobody has gone yet");
  const walls = await page.locator(".square.closed").count();
  for (const [n, key] of ["ArrowLeft", "d", "ArrowDown"].entries()) {
    await page.keyboard.press(key);
    await until(page, (played) => Number(document.querySelector(".stepper input").max) === played, n + 1);
  }
  await until(page, () => document.querySelectorAll(".boardside .square.trail").length === 3);
  check((await page.locator(".square.closed").count()) === walls, "the walls are those of the start");
  check((await page.locator('.squares [aria-label*="left by player 1"]').count()) === 2, "two steps of player 1");
  await page.getByRole("button", { name: "To the start" }).click();
  check((await page.locator(".square.trail").count()) === 0, "at the start there is no trail");
});

test("a view that cannot come says so, and comes later", async (page) => {
  await visit(page, "#/lab");
  await page.waitForSelector(".experiment");
  await server.kill();
  await page.locator("#offline:not([hidden])").waitFor();
  await page.getByRole("link", { name: "Watch" }).click();
  await page.getByText("This cannot be shown").waitFor();
  await accessible(page, "a view that failed");
  await server.start();
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("heading", { name: "Watch agents play" }).waitFor();
});

test("an experiment is run, and its report read", async (page) => {
  await visit(page, "#/lab");
  await page.getByRole("button", { name: "Run, quick size: three-players" }).click();
  await page.getByRole("link", { name: "Its report" }).click({ timeout: 60000 });
  await page.frameLocator("iframe").getByRole("heading", { name: "Claims" }).waitFor();
  await shot(page, "report");
  await accessible(page, "lab");
});

test("a tree is stepped through", async (page) => {
  await visit(page, "#/tree/alphabeta");
  await page.waitForSelector(".tree");
  for (let i = 0; i < 4; i++) await page.locator("[data-do=next]").click();
  check(/^Cut:/.test(await page.locator(".say").textContent()), "the fifth stop is a cut");
  check((await page.locator("path.cause").count()) === 1, "the sibling is pointed at");
  await shot(page, "tree-cut");
  await page.getByRole("button", { name: "One step on" }).click();
  await page.getByRole("button", { name: "To the end" }).click();
  check(/15 positions instead of 25/.test(await page.locator(".say").textContent()), "the counts are told");
  await page.getByLabel("Moment of the search").focus();
  await page.keyboard.press("ArrowLeft");
  check(!/^Done/.test(await page.locator(".say").textContent()), "keys step, too");
  for (const lesson of ["horizon", "star", "order"]) {
    await visit(page, `#/tree/${lesson}`);
    await page.waitForSelector(`.lessons a[aria-current][href$="${lesson}"]`);
    await page.waitForSelector(".tree");
    while (await page.locator("[data-do=next]:not(:disabled)").count()) await page.locator("[data-do=next]").click();
    check(/^Done/.test(await page.locator(".say").textContent()), `${lesson} ends`);
    await shot(page, `tree-${lesson}`);
  }
  await page.getByText("Any position, any search").click();
  await page.locator("[data-do=grow]").click();
  await until(page, () => /othello:size=6|Othello/.test(document.querySelector(".main-tree h2")?.textContent ?? ""));
});

test("agents are watched", async (page) => {
  await visit(page, "#/watch");
  await shot(page, "watch");
  await page.getByRole("button", { name: /champion/ }).click();
  await until(page, () => Number(document.querySelector(".stepper input")?.max) > 200);
  await page.locator("[data-do=pause]").click();
  await until(page, () => /Paused/.test(document.querySelector(".status").textContent));
  await shot(page, "champion");
});

test("a link begins the same game", async (page) => {
  const position = "---------------------------OX------XO--------------------------- X";
  await visit(page, `#/new?${new URLSearchParams([["game", "othello"], ["seat", "person"], ["seat", "greedy"], ["position", position]])}`);
  await page.waitForURL(/#\/game\//);
  await page.waitForSelector(".squares button.can");
  check((await page.locator(".boardside").textContent()).includes("greedy"), "the agent of the link sits there");
});

test("the server is killed in the middle of a game", async (page) => {
  await game(page, { game: "othello", seats: ["person", "greedy"] });
  await settled(page);
  await clickMove(page, 0);
  await until(page, () => Number(document.querySelector(".stepper input").max) === 2);
  await settled(page);
  await server.kill();
  await until(page, () => /connection is lost/.test(document.querySelector(".status").textContent));
  await server.start();
  await until(page, () => /your turn/.test(document.querySelector(".status").textContent));
  check((await plies(page)) === 2, "the game is where it was");
  await clickMove(page, 1);
  await until(page, () => Number(document.querySelector(".stepper input").max) === 4);
});

const VIEWS = { play: "#/", watch: "#/watch", analyse: "#/analyse", tree: "#/tree/alphabeta", lab: "#/lab" };
for (const [scheme, width] of [["light", 1280], ["dark", 1280], ["light", 390], ["dark", 390]]) {
  test(`every view, ${scheme}, ${width} wide`, async (page) => {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
    await page.setViewportSize({ width, height: width < 500 ? 844 : 860 });
    const hashes = Object.entries(VIEWS);
    for (const kind of ["othello", "checkers", "cantgoback", "2048"]) {
      const seats = kind === "2048" ? ["person"] : ["person", "greedy"];
      hashes.push([kind, `#/game/${await server.begin({ game: kind, seats: kind === "cantgoback" ? ["person", "simple"] : seats, seed: 3 })}`]);
    }
    for (const [name, hash] of hashes) {
      await visit(page, hash);
      await page.waitForSelector(name === "tree" ? ".tree" : name in VIEWS ? "h1" : ".status");
      await page.waitForTimeout(80);
      await shot(page, `${scheme}-${width}-${name}`);
      await fits(page, name);
      await accessible(page, `${name}, ${scheme}, ${width}`);
    }
  });
}

let failed = 0;
const wanted = process.argv.slice(2);
for (const { name, body } of tests) {
  if (wanted.length && !wanted.some((part) => name.includes(part))) continue;
  const page = await open(browser, server);
  page.setDefaultTimeout(15000);
  const begun = Date.now();
  try {
    await body(page);
    check(page.faults.length === 0, page.faults.join("; "));
    console.log(`ok   ${name} (${((Date.now() - begun) / 1000).toFixed(1)} s)`);
  } catch (error) {
    failed += 1;
    console.log(`FAIL ${name}: ${error.message}`);
    await shot(page, `failed-${name.replace(/\W+/g, "-")}`).catch(() => {});
  }
  await page.context().close();
}
await browser.close();
await server.end();
console.log(failed ? `${failed} failed` : "all passed");
process.exit(failed ? 1 : 0);

// An analysis that agrees with itself, and the review of a whole game: graph, mistakes, what is kept.

import { accessible, check, fits, open, shot, until } from "./harness.mjs";
import { browser, game, plies, server, test, visit } from "./kit.mjs";

const tab = (page, name) => page.getByRole("tab", { name }).click();
const GAMES = [
  { game: "othello", seats: ["person", "person"], moves: ["d3"] },
  { game: "checkers", seats: ["person", "person"], moves: ["11-15"] },
  { game: "cantgoback", seats: ["person", "person"] },
  { game: "2048", seats: ["person"] },
];

/** Notes at every change what header, line, table and board say at that moment. */
const watchAnalysis = (page) => page.evaluate(() => {
  globalThis.seen = [];
  const look = () => {
    const text = (selector) => document.querySelector(selector)?.textContent ?? null;
    const facts = [...document.querySelectorAll(".look .facts dd")].map((dd) => dd.textContent);
    const row = document.querySelector(".look .values tbody tr");
    globalThis.seen.push({
      depth: facts[0], value: facts[1], move: row?.cells[0].textContent ?? null, best: row?.cells[1].textContent ?? null,
      caption: text(".look .values caption"), line: text(".look .line"), chip: text(".chip.best"), chips: [...document.querySelectorAll(".chip text")].map((one) => one.textContent),
      rows: [...document.querySelectorAll(".look .values tbody tr")].map((one) => one.cells[1].textContent),
    });
  };
  new MutationObserver(look).observe(document.querySelector(".table"), { subtree: true, childList: true, characterData: true });
});

for (const request of GAMES) {
  test(`header, line, table and board agree at any moment: ${request.game}`, async (page) => {
    await game(page, request);
    await tab(page, "Analysis");
    await watchAnalysis(page);
    await page.locator("label.inline select").selectOption("15000");
    await page.locator("[data-do=analyse]").click();
    await until(page, () => new Set(globalThis.seen.filter((one) => one.move).map((one) => one.depth)).size >= 2);
    await page.waitForSelector(".chip.best");
    await shot(page, `agrees-${request.game}`);
    const seen = await page.evaluate(() => globalThis.seen);
    check(seen.some((one) => one.chip), "values stand on the board");
    for (const one of seen) {
      const what = JSON.stringify(one);
      if (one.move === null) {
        check(one.chip === null && !/\d/.test(one.value ?? ""), `no row, no value: ${what}`);
        continue;
      }
      check(one.value === one.best, `the header's value is the best row's: ${what}`);
      check(one.line.split(" ")[0] === one.move, `the line begins with the best move: ${what}`);
      check(one.caption.endsWith(`depth ${one.depth}`), `one depth: ${what}`);
      check(one.chip === one.best, `the best chip is the best row: ${what}`);
      check(one.chips.every((chip) => one.rows.includes(chip)), `one quantity on the board and in the table: ${what}`);
      check(![...one.chips, ...one.rows, one.value].some((text) => /^[-−+]0([.,]0+)?$/.test(text)), `nothing has no sign: ${what}`);
    }
    check(/^Values in /.test(await page.locator(".sign-of").textContent()), "unit and sign are told");
    check((await page.locator(".sign-of").count()) === 1, "once");
    await page.setViewportSize({ width: 320, height: 700 });
    await fits(page, `analysis of ${request.game} on 320 px`);
    await page.locator("[data-do=analyse]").click();
  });
}

test("what was found for one position is not shown beside another", async (page) => {
  await game(page, GAMES[0]);
  await tab(page, "Analysis");
  await page.locator("label.inline select").selectOption("1000");
  await page.locator("[data-do=analyse]").click();
  await page.waitForSelector(".chip.best");
  await page.locator("[data-do=analyse]").click();
  check((await page.locator(".look .values tbody tr").count()) === 3, "the values stay while the position does");
  await page.getByRole("button", { name: "One back" }).click();
  await until(page, () => document.querySelectorAll(".look .values tbody tr, .look .facts dd, .chip").length === 0);
});

test("two agents' bars are as long as their values say", async (page) => {
  await game(page, GAMES[0]);
  await tab(page, "Analysis");
  await page.locator("[data-do=analyse]").click();
  await page.getByRole("button", { name: "Add an agent" }).click();
  await until(page, () => document.querySelectorAll(".look .values table").length === 2);
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 860 });
    const bars = await page.evaluate(() => [...document.querySelectorAll(".look .values tbody tr:first-child .bar")].map((bar) => bar.getBoundingClientRect().width));
    check(bars.length === 2 && bars.every((bar) => bar > 40), `${width}: ${bars}`);
    await fits(page, `two agents, ${width}`);
  }
});

/** A won game of each kind to its end, and what the first seat's name is. */
const FINISHED = [
  ["othello:size=4", ["alphabeta:depth=60,eval=weighted", "random"]],
  ["checkers", ["alphabeta:depth=6", "random"]],
  ["cantgoback:board=q2", ["alphabeta:depth=6", "random"]],
  ["2048", ["random"]],
];
for (const [kind, seats] of FINISHED) {
  test(`the graph keeps one unit to the end, and is kept: ${kind}`, async (page) => {
    const id = await game(page, { game: kind, seats });
    await page.waitForSelector(".status.over");
    await tab(page, "Analysis");
    await page.locator("[data-do=review]").click();
    await page.waitForSelector(".chart");
    await shot(page, `graph-${kind.split(":")[0]}`);
    const unit = await page.locator(".chart .unit").textContent();
    check(/discs|men|points/.test(unit) && (kind === "2048" || /for \S/.test(unit)), `the axis is named: ${unit}`);
    await page.getByText("All values as a table").click();
    const rows = await page.locator(".side .scroll.values tbody tr").evaluateAll((all) => all.map((row) => [...row.cells].map((cell) => cell.textContent)));
    check(rows.length > 3, "every position has a row");
    const [last, before] = [rows.at(-1), rows.at(-2)];
    if (kind.startsWith("othello")) {
      const discs = (colour) => page.locator(`.boardside [aria-label*="${colour} disc"]`).count();
      const more = (await discs("black")) - (await discs("white"));
      check(more !== 0 && Number(last[2].replace("−", "-")) === more, `the end is what stands on the board: ${last} and ${more}`);
    }
    if (kind === "checkers") {
      check(/wins|^0/.test(last[2]), `the end is a result: ${last}`);
      if (/wins/.test(before[2])) check(before[2].split(" wins")[0] === last[2].split(" wins")[0], `${before} and ${last}`);
    }
    await accessible(page, `graph of ${kind}`);
    const curve = await page.locator(".chart .curve").getAttribute("d");
    await page.reload();
    await page.waitForSelector(".status");
    await tab(page, "Analysis");
    check((await page.locator(".chart .curve").getAttribute("d")) === curve, "the review is there after a reload");
    await page.setViewportSize({ width: 320, height: 700 });
    await fits(page, `graph of ${kind} on 320 px`);
    check(id.length > 0, "");
  });
}

test("the list of mistakes stays open while one steps through it, and is kept", async (page) => {
  const random = await server.begin({ game: "othello", seats: ["random", "random"], seed: 5 });
  let played = [];
  while (played.length < 20) played = (await (await fetch(`${server.url}api/play/${random}`)).json()).plies;
  const moves = played.slice(0, 20).map((ply) => ply.m);
  const id = await game(page, { game: "othello", seats: ["person", "person"], moves });
  await tab(page, "Analysis");
  await page.locator("[data-do=review]").click();
  await page.waitForSelector(".mistakes", { state: "attached" });
  const folded = page.locator("details:has(.mistakes)");
  if ((await folded.getAttribute("open")) === null) await folded.locator("summary").click();
  const buttons = page.locator(".mistakes button");
  const count = await buttons.count();
  check(count >= 1, "a mistake was found");
  const said = await page.locator("ul.mistakes").textContent();
  for (let i = 0; i < Math.min(count, 3); i++) {
    await buttons.nth(i).click();
    check((await folded.getAttribute("open")) !== null, "it stays open");
    check(await buttons.nth(i).evaluate((button) => button === document.activeElement), "and the place is kept");
    check(/After \d+ of 20/.test(await page.locator(".status").textContent()), "the position is shown");
  }
  await page.reload();
  await page.waitForSelector(".status");
  check((await page.locator(".move.poor, .move.bad, .move.worst").count()) === count, "the marks are there after a reload");
  await tab(page, "Analysis");
  check((await page.locator("ul.mistakes").textContent()) === said, "and so is the list");
  check((await folded.getAttribute("open")) !== null, "open as it was left");
  // A move more does not take it away; another move in place of one that was judged does.
  await page.locator(".squares button.can").first().click();
  await until(page, () => Number(document.querySelector(".stepper input").max) >= 21);
  check((await page.locator("ul.mistakes").count()) === 1, "the game goes on, the review stays");
  for (let i = 0; i < 2; i++) await page.locator("[data-do=undo]").click();
  await until(page, () => document.querySelectorAll("ul.mistakes, .chart").length === 0);
  check((await plies(page)) < 20 && id.length > 0, "moves were taken back");
  await visit(page, "#/");
});

test("a review of a game that goes on says how far it came, and goes on, too", async (page) => {
  const id = await game(page, { game: "othello", seats: ["person", "person"], moves: ["d3", "c5", "d6", "e3"] });
  await tab(page, "Analysis");
  await page.locator("[data-do=review]").click();
  await page.waitForSelector(".chart");
  check(await page.locator(".rest").isHidden(), "all of it was looked over");
  const plays = ["f4", "c6", "f5", "c3"];
  for (const [n, move] of plays.entries()) {
    await page.locator(`[data-name="${move}"]`).click();
    await until(page, (n) => Number(document.querySelector(".stepper input").max) === n, 5 + n);
    check(/^Looked over up to move 4 of \d\. Go on to the end$/.test(await page.locator(".rest").textContent()) && (await page.locator(".rest").textContent()).includes(`of ${5 + n}.`), await page.locator(".rest").textContent());
  }
  await page.reload();
  await page.waitForSelector(".status");
  await tab(page, "Analysis");
  await page.locator(".rest").getByText("Looked over up to move 4 of 8.").waitFor();
  const asked = [];
  page.on("request", (request) => { if (request.url().includes("/review?")) asked.push(new URL(request.url()).searchParams.get("from")); });
  await page.locator("[data-do=review-rest]").click();
  await until(page, () => document.querySelectorAll(".side .scroll.values tbody tr").length === 9);
  check(await page.locator(".rest").isHidden(), "now all of it");
  check(String(asked) === "4", `what was known is not looked at again: ${asked}`);
  const rows = await page.locator(".side .scroll.values tbody tr").evaluateAll((all) => all.map((row) => row.cells[0].textContent));
  check(String(rows) === "0,1,2,3,4,5,6,7,8", `${rows}`);
  check(id.length > 0, "");
});

test("an analysis that waits for others says so", async (page) => {
  const id = await game(page, GAMES[0]);
  // Every thread is taken by somebody else's searches.
  const other = await open(browser, server);
  await visit(other, "#/lab");
  await other.evaluate((id) => {
    globalThis.held = Array.from({ length: 12 }, () => new EventSource(`/api/play/${id}/analyse?agent=${encodeURIComponent("mcts:iterations=1000000000000")}&ms=60000`));
  }, id);
  await page.waitForTimeout(1500);
  await tab(page, "Analysis");
  await page.locator("[data-do=analyse]").click();
  await until(page, () => /^Waits until one of the searches/.test(document.querySelector(".sign-of").textContent));
  await other.context().close();
  await until(page, () => /^Values in /.test(document.querySelector(".sign-of").textContent));
  await page.waitForSelector(".chip.best");
});

test("what a slide is worth covers no tile", async (page) => {
  await game(page, { game: "2048", seats: ["person"], position: "2 4 8 2/16 64 32 4/256 128 64 8/2048 512 16 0 score=24000" });
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 860 });
    await tab(page, "Analysis");
    if (width === 1280) await page.locator("[data-do=analyse]").click();
    await page.waitForSelector(".chip.best");
    await shot(page, `slides-${width}`);
    const over = await page.evaluate(() => {
      const box = (one) => one.getBoundingClientRect();
      const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
      const tiles = [...document.querySelectorAll(".boardside .tile")].map(box);
      const chips = [...document.querySelectorAll(".boardside .chip rect")].map(box);
      const board = box(document.querySelector(".boardside .board"));
      const inside = chips.every((one) => one.left >= board.left - 1 && one.right <= board.right + 1 && one.top >= board.top - 1 && one.bottom <= board.bottom + 1);
      return { tiles: tiles.length, chips: chips.length, over: chips.filter((chip) => tiles.some((tile) => meet(chip, tile))).length, inside };
    });
    check(over.tiles === 15 && over.chips >= 2 && over.over === 0 && over.inside, `${width}: ${JSON.stringify(over)}`);
  }
});

test("an analysis says that it has ended, and its values can go from the board", async (page) => {
  await game(page, GAMES[0]);
  await tab(page, "Analysis");
  await page.locator("label.inline select").selectOption("1000");
  const button = page.locator("[data-do=analyse]");
  await button.click();
  check((await button.textContent()) === "Stop", "it runs");
  await until(page, () => document.querySelector("[data-do=analyse]").textContent === "Hide");
  check(/The search has ended\.$/.test(await page.locator(".sign-of").textContent()), "it says so");
  check((await page.locator(".chip").count()) > 0, "its values stand on the board");
  await button.click();
  check((await page.locator(".chip").count()) === 0 && (await button.textContent()) === "Analyse", "and can go");
});

test("board and move are in sight of whoever reads a list", async (page) => {
  const id = await game(page, { game: "checkers", seats: ["random", "random"], seed: 5 });
  await page.waitForSelector(".status.over");
  const inSight = (selector) => page.evaluate((selector) => {
    const [one, list] = [document.querySelector(selector), document.querySelector(".moves")].map((element) => element.getBoundingClientRect());
    return one.top >= list.top - 1 && one.bottom <= list.bottom + 1;
  }, selector);
  await page.reload();
  await page.waitForSelector(".moves [aria-current]");
  await until(page, () => document.querySelector(".moves").scrollTop > 0);
  check(await inSight(".moves [aria-current]"), "the last move is in sight after a reload");
  await tab(page, "Analysis");
  await page.getByRole("button", { name: "To the start" }).click();
  await page.getByRole("button", { name: "One on" }).click();
  await tab(page, "Moves");
  await page.waitForSelector(".moves [aria-current]");
  check(await inSight(".moves [aria-current]"), "so is one that was stepped to meanwhile");
  await page.setViewportSize({ width: 1280, height: 800 });
  await tab(page, "Analysis");
  await page.locator("[data-do=review]").click();
  await page.waitForSelector(".mistakes", { state: "attached" });
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  const [top, bottom] = await page.locator(".boardside .board").evaluate((board) => [board.getBoundingClientRect().top, board.getBoundingClientRect().bottom]);
  check(top >= 0 && bottom <= 800, `the board lies from ${top} to ${bottom}`);
  check(/^\d+\. (White|Black): /.test(await page.locator(".mistakes li").first().textContent()), "mistakes have the numbers of the list");
  check(id.length > 0, "");
});

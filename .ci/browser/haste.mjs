// People who are quicker than the server, and servers that are slower than people.

import { check, until } from "./harness.mjs";
import { another, api, game, gate, server, test, visit } from "./kit.mjs";
import { agrees, position, stands, told } from "./squares.mjs";

/** Everything that was ever noted on this page. */
const notes = (page) => page.evaluate(() => {
  globalThis.noted = [];
  new MutationObserver((all) => all.forEach((one) => one.addedNodes.forEach((node) => globalThis.noted.push(node.textContent)))).observe(document.getElementById("notes"), { childList: true });
});

/** Answers to `what` come late by so many milliseconds. */
const late = (page, what, ms) => page.route(`**/api/play/*/${what}`, async (route) => {
  await new Promise((resolve) => setTimeout(resolve, ms));
  await route.continue().catch(() => {});
});

for (const [name, request, ways] of [
  ["2048", { game: "2048", seats: ["person"], seed: 5 }, ["ArrowLeft", "s", "ArrowRight", "ArrowDown", "a", "w"]],
  ["can't go back, both sides by one hand", { game: "cantgoback", seats: ["person", "person"], seed: 4 }, ["ArrowLeft", "d", "s", "ArrowUp", "a", "ArrowDown"]],
]) {
  test(`${name}: forty quick keys are all answered`, async (page) => {
    const id = await game(page, request);
    await notes(page);
    await late(page, "move", 40);
    const keys = Array.from({ length: 40 }, (_, i) => ways[(i * i + i) % ways.length]);
    // What keys come to when each waits for the answer to the one before.
    const slow = await server.begin(request);
    const way = (key) => ({ ArrowLeft: "left", a: "left", ArrowRight: "right", d: "right", ArrowUp: "up", w: "up" })[key] ?? "down";
    let wanted = await told(slow);
    for (const key of keys) if (wanted.moves.includes(way(key))) wanted = await api(`play/${slow}/move`, { move: way(key), known: 0 });
    for (const key of keys) await page.keyboard.press(key);
    const plies = wanted.plies.length;
    check(plies > 7, `enough of them are moves: ${plies}`);
    await until(page, (n) => Number(document.querySelector(".stepper input").max) >= n, plies);
    await page.waitForTimeout(300);
    check(String((await told(id)).plies.map((ply) => ply.m)) === String(wanted.plies.map((ply) => ply.m)), "the same moves in the same order");
    await agrees(page, id, "after all keys", plies);
    const noted = await page.evaluate(() => globalThis.noted);
    check(noted.length === 0, `noted: ${noted}`);
  });
}

test("2048: a slide is drawn before the server answers", async (page) => {
  const id = await game(page, { game: "2048", seats: ["person"], seed: 5 });
  const twin = await server.begin({ game: "2048", seats: ["person"], seed: 5 });
  const door = await gate(page, "**/api/play/*/move");
  for (const [key, way] of [["ArrowLeft", "left"], ["ArrowUp", "up"], ["ArrowRight", "right"], ["ArrowDown", "down"], ["ArrowLeft", "left"], ["ArrowUp", "up"]]) {
    const before = (await told(id)).plies.length;
    if (!(await told(id)).moves.includes(way)) continue;
    door.shut();
    await page.keyboard.press(key);
    const wanted = await api(`play/${twin}/move`, { move: way, known: 0 });
    await door.reached;
    await stands(page, position(wanted, before + 1), `${way} before the dice`);
    check((await told(id)).plies.length === before, "the server has not heard of it yet");
    const points = /score=(\d+)/.exec(wanted.plies.at(-1).p)?.[1] ?? "0";
    check((await page.locator(".points").last().textContent()) === points, "and its points are counted");
    door.open();
    await until(page, (n) => Number(document.querySelector(".stepper input").max) === n, wanted.plies.length);
    await agrees(page, id, "the dice have fallen");
  }
});

test("2048: a slide that the server refuses is taken off the board again", async (page) => {
  const id = await game(page, { game: "2048", seats: ["person"], seed: 5 });
  await page.route("**/api/play/*/move", (route) => route.abort());
  const { moves } = await told(id);
  await page.locator(`.way.${moves[0]}`).click();
  await page.locator(".note.bad").waitFor();
  await agrees(page, id, "refused");
});

test("moves and what is taken back wait for each other", async (page) => {
  const id = await game(page, { game: "2048", seats: ["person"], seed: 5 });
  await notes(page);
  await late(page, "{move,undo}", 60);
  const wishes = ["left", "up", "right", "left", "up", "right", "undo", "undo", "undo", "down", "left"];
  // What they come to when each waits for the answer to the one before.
  const slow = await server.begin({ game: "2048", seats: ["person"], seed: 5 });
  let wanted = await told(slow);
  for (const wish of wishes) {
    if (wish === "undo") wanted = await api(`play/${slow}/undo`, {});
    else if (wanted.moves.includes(wish)) wanted = await api(`play/${slow}/move`, { move: wish });
  }
  for (const wish of wishes) {
    if (wish === "undo") await page.locator("[data-do=undo]").click();
    else await page.keyboard.press(`Arrow${wish[0].toUpperCase()}${wish.slice(1)}`);
  }
  const moves = (state) => String(state.plies.map((ply) => ply.m));
  for (let tries = 0; tries < 200 && moves(await told(id)) !== moves(wanted); tries++) await page.waitForTimeout(100);
  check(moves(await told(id)) === moves(wanted), `${moves(await told(id))} for ${moves(wanted)}`);
  await until(page, (n) => Number(document.querySelector(".stepper input").max) === n, wanted.plies.length);
  await page.waitForTimeout(300);
  await agrees(page, id, "in the end", wanted.plies.length);
  check((await page.evaluate(() => globalThis.noted)).length === 0, "nothing is noted");
});

test("a move that is chosen before the one before is answered waits for the answer", async (page) => {
  const id = await game(page, { game: "othello", seats: ["person", "person"] });
  await notes(page);
  let open;
  const opened = new Promise((resolve) => { open = resolve; });
  await page.route("**/api/play/*/move", async (route) => {
    const response = await route.fetch();
    await opened;
    await route.fulfill({ response });
  }, { times: 1 });
  await page.locator('[data-name="d3"]').click();
  // The position is there before the answer is.
  await until(page, () => document.querySelector('[data-name="c3"].can'));
  await page.locator('[data-name="c3"]').click();
  open();
  await until(page, () => document.querySelector(".stepper input").max === "2");
  await agrees(page, id, "both moves", 2);
  check((await page.evaluate(() => globalThis.noted)).length === 0, "nothing is noted");
});

test("two clicks are one wish", async (page) => {
  await visit(page, "#/");
  const before = new Set((await api("play")).games.map((one) => one.id));
  const button = page.locator(".game-card").nth(1).getByRole("button", { name: "Play" });
  await page.route("**/api/play", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    await route.continue();
  });
  await button.dblclick();
  await page.waitForSelector(".status");
  await page.waitForTimeout(500);
  check((await api("play")).games.filter((one) => !before.has(one.id)).length === 1, "one game is begun");
  // A double click on a square is one move, too.
  const id = page.url().split("/").at(-1);
  const othello = await game(page, { game: "othello", seats: ["person", "person"] });
  check(id !== othello, "another game");
  await notes(page);
  await page.locator('[data-name="d3"]').dblclick();
  await until(page, () => document.querySelector(".stepper input").max === "1");
  check((await page.evaluate(() => globalThis.noted)).length === 0, "nothing is noted");
  await agrees(page, othello, "one disc", 1);
});

test("notes and questions end with their view", async (page) => {
  await game(page, { game: "othello", seats: ["person", "person"] });
  await page.route("**/api/play/*/move", (route) => route.fulfill({ status: 409, contentType: "application/json", body: '{"error":"refused for the test"}' }));
  await page.locator('[data-name="d3"]').click();
  await page.locator(".note.bad").waitFor();
  await another(page, () => page.getByRole("link", { name: "Lab" }).click(), "h1");
  check((await page.locator(".note:visible").count()) === 0, "the note has gone");
  // An answer that comes when the view has gone is nobody's.
  await game(page, { game: "othello", seats: ["person", "person"] });
  await page.unroute("**/api/play/*/move");
  await page.route("**/api/play/*/move", (route) => route.fulfill({ status: 409, contentType: "application/json", body: '{"error":"refused for the test"}' }));
  const { reached, open } = await gate(page, "**/api/play/*/move");
  await page.locator('[data-name="d3"]').click();
  await reached;
  await page.getByRole("link", { name: "Lab" }).click();
  await page.waitForSelector(".view.lab");
  await notes(page);
  open();
  await page.waitForTimeout(300);
  check((await page.evaluate(() => globalThis.noted)).length === 0, "nothing is said in another view");
  // A question.
  await game(page, { game: "othello", seats: ["person", "person"] });
  await page.locator("[data-do=resign]").click();
  await page.getByRole("dialog").waitFor();
  await page.goBack();
  await page.waitForSelector(".view.lab");
  await until(page, () => !document.querySelector("dialog"));
});

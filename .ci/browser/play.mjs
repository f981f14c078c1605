// Whole games by clicks, by keys and by swiping.

import { check, shot, until } from "./harness.mjs";
import { clickMove, game, keyMove, playOut, plies, server, settled, test, visit } from "./kit.mjs";

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
  await page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  await page.waitForSelector(".status.over");
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

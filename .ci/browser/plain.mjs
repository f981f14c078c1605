// A game that has no picture on the page: it is shown as text and can be played all the same.

import { accessible, check, fits, shot, until } from "./harness.mjs";
import { test, visit } from "./kit.mjs";

/** Nim as a server would tell it: who takes the last of ten sticks wins. */
class Nim {
  constructor() {
    this.taken = [];
  }

  left() {
    return 10 - this.taken.reduce((sum, one) => sum + one, 0);
  }

  position(plies) {
    const left = 10 - this.taken.slice(0, plies).reduce((sum, one) => sum + one, 0);
    return `heap ${"|".repeat(left)}/row two/row three to move: ${plies % 2 ? "second" : "first"}`;
  }

  state() {
    const left = this.left();
    const turn = left ? this.taken.length % 2 : null;
    return {
      id: "nim1", game: "nim:heap=10", seats: [{ name: "first", agent: "person" }, { name: "second", agent: "person" }], seed: 1, start: this.position(0), set: false,
      clock: null, clocks: null, pace: null, paused: false, turn, person: left > 0, over: left === 0, result: left ? null : `${["second", "first"][this.taken.length % 2]} wins`, winner: left ? null : 1 - (this.taken.length % 2), payoffs: null,
      moves: [1, 2, 3].filter((one) => one <= left).map((one) => `take-${one}`), thinking: false, failure: null, from: 0,
      plies: this.taken.map((one, i) => ({ m: `take-${one}`, s: i % 2, t: 0, p: this.position(i + 1) })), serial: this.taken.length, viewers: 1, adviser: "random", partner: "random", lesson: null, tags: [], stamp: Date.now() * 1000 + this.taken.length,
    };
  }

  async serve(page) {
    const json = (route, body) => route.fulfill({ contentType: "application/json", body: JSON.stringify(body) });
    await page.route("**/api/games", async (route) => {
      const all = await (await route.fetch()).json();
      all.games.push({ name: "nim", about: "who takes the last stick wins", options: [{ key: "heap", values: "number", default: "10", about: "sticks" }], positions: "heap |||", moves: "take-1", files: "none",
        seats: ["first", "second"], agents: [{ name: "random", about: "any move", options: [] }], partner: "random", adviser: "random", lessons: [] });
      await json(route, all);
    });
    await page.route("**/api/play", async (route) => {
      if (route.request().method() === "POST" && route.request().postDataJSON().game.startsWith("nim")) await json(route, this.state());
      else await route.continue();
    });
    await page.route("**/api/play/nim1**", (route) => json(route, this.state()));
    await page.route("**/api/play/nim1/*", async (route) => {
      const what = route.request().url().split("/").at(-1).split("?")[0];
      if (what === "events") return route.fulfill({ contentType: "text/event-stream", body: `data: ${JSON.stringify(this.state())}\n\n` });
      if (what === "move") this.taken.push(Number(route.request().postDataJSON().move.at(-1)));
      if (what === "undo") this.taken.pop();
      return json(route, this.state());
    });
  }
}

test("a game without a picture is played as text", async (page) => {
  await new Nim().serve(page);
  for (const hash of ["#/", "#/watch", "#/analyse", "#/tree/alphabeta"]) {
    await visit(page, hash);
    await page.waitForSelector("h1");
    check(!(await page.getByText("This cannot be shown").count()), `${hash} is shown`);
    await fits(page, hash);
    if (/watch|analyse/.test(hash)) await page.locator("select:visible").first().selectOption("nim");
  }
  await page.getByText("Any position, any search").click();
  await page.locator("select:visible").first().selectOption("nim");
  await visit(page, "#/");
  check((await page.locator(".game-card").count()) === 6, "it has a card like the others");
  await accessible(page, "five games");
  await shot(page, "plain-start");
  const card = page.locator(".game-card").last();
  await card.getByRole("button", { name: /choose/ }).click();
  await page.getByRole("heading", { name: "nim, your way" }).waitFor();
  await card.getByRole("button", { name: "Play" }).click();
  await page.waitForSelector(".textboard");
  check((await page.locator(".boardside .position").textContent()).startsWith("heap ||||||||||\n"), "the position is written");
  await accessible(page, "a game without a picture");
  const take = (n) => page.locator(".choices").getByRole("button", { name: `take-${n}` }).click();
  const left = (n) => until(page, (n) => document.querySelector(".boardside .position").textContent.split("\n")[0] === `heap ${"|".repeat(n)}`, n);
  await take(3);
  await left(7);
  await page.locator(".choices button").first().focus();
  await page.keyboard.press("Enter");
  await left(6);
  check(await page.evaluate(() => document.activeElement.closest(".choices") !== null), "the keyboard stays with the moves");
  await page.locator("[data-do=undo]").click();
  await left(7);
  await page.getByRole("button", { name: "One back" }).click();
  await left(10);
  check((await page.locator(".choices button").count()) === 0, "nothing is played in the past");
  await page.getByRole("button", { name: "To the end" }).click();
  await shot(page, "plain-game");
  for (const [n, rest] of [[3, 4], [1, 3], [3, 0]]) {
    await take(n);
    await left(rest);
  }
  await page.waitForSelector(".status.over");
  for (const tab of ["Analysis", "Share & edit", "Moves"]) await page.getByRole("tab", { name: tab }).click();
  check((await page.locator("[data-do=flip]").count()) === 0, "there is nothing to turn round");
  await until(page, () => document.querySelectorAll(".move").length === 4);
});

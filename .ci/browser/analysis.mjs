// What a search says of a position and of a whole game.

import { accessible, check, fits, shot, until } from "./harness.mjs";
import { game, server, test, visit } from "./kit.mjs";

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
  await until(page, () => document.querySelectorAll(".look .values table").length === 2);
  await shot(page, "analysis-two");
  await page.setViewportSize({ width: 390, height: 844 });
  await fits(page, "two agents on a phone");
  await shot(page, "analysis-two-narrow");
  await page.locator("[data-do=analyse]").click();
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
  await page.locator("[data-do=analyse]").click();
  // Half a move back the dice would be to fall: stepping passes over that.
  await page.locator(".way:not(:disabled)").first().click();
  await until(page, () => Number(document.querySelector(".stepper input").max) === 4);
  await page.getByRole("button", { name: "One back" }).click();
  check(/^The start, before 1 move\./.test(await page.locator(".status").textContent()), "a whole move is taken back");
});

test("values are taken apart", async (page) => {
  const terms = { othello: "corners, 3x3", checkers: "own man on 12", cantgoback: "cells reached first", 2048: "points of sliding" };
  for (const [kind, term] of Object.entries(terms)) {
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

test("the adviser is the one of the variant that is played", async (page) => {
  const id = await server.begin({ game: "othello:size=6", seats: ["person", "person"], pace: 0 });
  const { adviser, partner } = await server.ask(`play/${id}`);
  // Whoever the game's usual variant would ask is not asked.
  await page.route("**/api/games", async (route) => {
    const all = await (await route.fetch()).json();
    for (const one of all.games) Object.assign(one, { adviser: "usual", partner: "usual" });
    await route.fulfill({ contentType: "application/json", body: JSON.stringify(all) });
  });
  const asked = [];
  page.on("request", (request) => request.url().includes("/analyse?") && asked.push(new URL(request.url()).searchParams.get("agent")));
  await visit(page, `#/game/${id}`);
  await page.locator("[data-do=hint]").click();
  await until(page, () => /Hint: .*depth/.test(document.querySelector(".advice").textContent));
  check(asked.includes(adviser) && asked.every((one) => [adviser, partner].includes(one)), asked.join(", "));
  await page.getByRole("tab", { name: "Analysis" }).click();
  await page.locator("[data-do=analyse]").click();
  await page.waitForSelector(".chip.best");
  check(asked.at(-1) === adviser, asked.join(", "));
});

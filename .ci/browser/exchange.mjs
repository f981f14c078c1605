// Positions and games that come from elsewhere: files, links, boards drawn by hand.

import { check, shot, until } from "./harness.mjs";
import { game, test, visit } from "./kit.mjs";

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
  await page.locator(".editor").getByRole("button", { name: "Fruit", exact: true }).click();
  await page.locator('.editor [data-name="f1"]').click();
  await until(page, () => /can be played/.test(document.querySelector(".editor").textContent));
  const before = page.url();
  await page.locator("[data-do=begin]").click();
  await page.waitForURL((url) => url.href !== before);
  await page.waitForSelector('.boardside [data-name="f1"][aria-label*="fruit"]');
});

test("a link begins the same game", async (page) => {
  const position = "---------------------------OX------XO--------------------------- X";
  await visit(page, `#/new?${new URLSearchParams([["game", "othello"], ["seat", "person"], ["seat", "greedy"], ["position", position]])}`);
  await page.waitForURL(/#\/game\//);
  await page.waitForSelector(".squares button.can");
  check((await page.locator(".boardside").textContent()).includes("greedy"), "the agent of the link sits there");
});

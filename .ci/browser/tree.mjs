// Stepping through a search.

import { check, shot, until } from "./harness.mjs";
import { test, visit } from "./kit.mjs";

test("a tree is stepped through", async (page) => {
  await visit(page, "#/tree/alphabeta");
  await page.waitForSelector("svg.tree");
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
    await page.waitForSelector("svg.tree");
    while (await page.locator("[data-do=next]:not(:disabled)").count()) await page.locator("[data-do=next]").click();
    check(/^Done/.test(await page.locator(".say").textContent()), `${lesson} ends`);
    await shot(page, `tree-${lesson}`);
  }
  await page.getByText("Any position, any search").click();
  await page.locator("[data-do=grow]").click();
  await until(page, () => /othello:size=6|Othello/.test(document.querySelector(".main-tree h2")?.textContent ?? ""));
});

// Lessons: a position is set up, each move is judged, and what was given away can be had back.

import { accessible, check, fits, shot, until } from "./harness.mjs";
import { another, server, settled, test, visit } from "./kit.mjs";

const square = (page, number) => page.locator(`.boardside .squares button[data-name="${number}"]`);
const move = async (page, from, to) => {
  await settled(page);
  await square(page, from).click();
  await square(page, to).click();
};
const said = (page, what) => until(page, (text) => document.querySelector(".verdict")?.textContent.match(text), what);
/** Pieces on the board, as screen readers are told. */
const pieces = (page) => page.locator(".boardside .squares button").evaluateAll((all) => all.map((one) => one.getAttribute("aria-label")).filter((label) => /man|king/.test(label)).map((label) => label.replace(/^(\S+)[,:]? /, "$1 ").replace(/, can .*/, "")));

test("a lesson is played: the win is given away, had back and kept", async (page) => {
  await visit(page, "#/lessons");
  await page.getByRole("heading", { name: "First Position", exact: true }).waitFor();
  await shot(page, "lessons");
  await accessible(page, "lessons");
  await another(page, () => page.getByRole("button", { name: "Play First Position", exact: true }).click(), ".task");
  await said(page, "4 of 6 moves keep the win; the quickest way takes 31 moves");
  const start = await pieces(page);
  check(start.length === 4, start.join("; "));
  await move(page, 19, 24);
  await said(page, "19-24 gives the win away: it is a loss now");
  await settled(page);
  await shot(page, "lesson-slip");
  await accessible(page, "a lesson");
  await page.locator("[data-do=better]").click();
  await until(page, () => document.querySelector(".stepper input").max === "0" && document.querySelector(".board .over .hint"));
  check(String(await pieces(page)) === String(start), "the pieces stand as they stood");
  await shot(page, "lesson-better");
  await move(page, 23, 27);
  await said(page, "23-27 keeps the win: 30 more moves to the end against the best defence");
  check(await page.locator("[data-do=back]").isHidden(), "nothing is to be taken back");
  await page.reload();
  await said(page, "23-27 keeps the win");
  await page.setViewportSize({ width: 390, height: 844 });
  await fits(page, "a lesson on a phone");
  await shot(page, "lesson-narrow");
});

test("a lesson is held to the draw, and is followed by the next", async (page) => {
  const id = await server.begin({ game: "checkers", seats: ["person", "champion:time=1s"], lesson: "First Position, the defence", pace: 0 });
  await visit(page, `#/game/${id}`);
  await said(page, "moves? keeps? the draw");
  await move(page, 28, 32);
  await said(page, "28-32 keeps the draw");
  await another(page, () => page.locator("[data-do=next]").click(), ".task");
  await page.getByRole("heading", { name: "First Position, from the man on" }).waitFor();
});

test("every lesson can be begun, and its task is told in words", async (page) => {
  await visit(page, "#/lessons");
  const tasks = await page.locator(".game-card .cap").allTextContents();
  check(tasks.length > 12 && tasks.every((task) => /^\w+ to play and (win|draw)\.$/.test(task)), tasks.join(" "));
});

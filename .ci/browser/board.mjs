// The pieces on the board, square by square, in all games, whichever way one comes to a position.

import { check, until } from "./harness.mjs";
import { api, game, test } from "./kit.mjs";
import { agrees, drawn, shownPly, told } from "./squares.mjs";

/** Games with moves of every kind: discs that turn, captures and a new king, fruit and trails, tiles that meet. */
const GAMES = {
  othello: { game: "othello", seats: ["person", "person"], moves: "d3 c5 d6 e3 f4 c6 f5 c3 c4 b5".split(" ") },
  checkers: { game: "checkers", seats: ["person", "person"], position: "B:WK3,26,18:B6,15,24", moves: "15x22x31 3-8 24-27 8-3 27-32".split(" ") },
  "can't go back": { game: "cantgoback", seats: ["person", "person"], seed: 4 },
  2048: { game: "2048", seats: ["person"], seed: 3 },
};

/** Opens a game of some plies; those without moves of their own are played by the server's first legal ones. */
async function begun(page, name, least = 8) {
  const id = await game(page, GAMES[name]);
  if (!GAMES[name].moves) await playOn(page, id, least);
  return id;
}
async function playOn(page, id, least) {
  for (let turn = 0; ; turn++) {
    const { plies, moves } = await told(id);
    if (plies.length >= least) break;
    await api(`play/${id}/move`, { move: moves[turn % moves.length] });
  }
  const { plies } = await told(id);
  await until(page, (n) => Number(document.querySelector(".stepper input").max) === n, plies.length);
}

const stop = (page, name) => page.getByRole("button", { name, exact: true }).click();
const slider = (page, ply) => page.getByLabel("Step through the game").evaluate((range, ply) => {
  range.value = ply;
  range.dispatchEvent(new Event("input", { bubbles: true }));
}, ply);

for (const motion of ["reduce", "no-preference"]) {
  for (const name of Object.keys(GAMES)) {
    test(`${name}: the board follows every step, back and on, motion: ${motion}`, async (page) => {
      await page.emulateMedia({ reducedMotion: motion });
      const id = await begun(page, name);
      const total = (await told(id)).plies.length;
      await agrees(page, id, "at the end", total);
      const boards = new Set([String(await drawn(page))]);
      while ((await shownPly(page)) > 0) {
        await stop(page, "One back");
        await agrees(page, id, "one back");
        boards.add(String(await drawn(page)));
      }
      check(boards.size > 3, "the boards differ");
      while ((await shownPly(page)) < total) {
        await stop(page, "One on");
        await agrees(page, id, "one on");
      }
      await stop(page, "To the start");
      await agrees(page, id, "to the start", 0);
      await stop(page, "To the end");
      await agrees(page, id, "to the end", total);

      await page.getByLabel("Step through the game").focus();
      for (const key of ["ArrowLeft", "ArrowLeft", "Home", "ArrowRight", "End", "PageDown"]) {
        await page.keyboard.press(key);
        await agrees(page, id, `the slider's ${key}`);
      }
      for (const ply of [total, 1, total - 1, 0, 3]) {
        await slider(page, Math.max(0, ply));
        await agrees(page, id, "the slider", Math.max(0, ply));
      }

      await stop(page, "To the end");
      const moves = page.locator(".moves .move");
      const all = await moves.count();
      for (const n of [all - 1, 0, all - 2]) {
        await moves.nth(Math.max(0, n)).click();
        await agrees(page, id, "a click in the list");
      }
      for (const key of ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]) {
        await page.keyboard.press(key);
        await agrees(page, id, `the list's ${key}`);
      }
      // There and back before a piece has come to rest.
      await stop(page, "To the end");
      await stop(page, "One back");
      await stop(page, "One on");
      await stop(page, "One back");
      await page.waitForTimeout(500);
      await agrees(page, id, "to and fro");
    });
  }
}

for (const name of Object.keys(GAMES)) {
  test(`${name}: what is taken back is gone from the board`, async (page) => {
    const id = await begun(page, name);
    for (let left = (await told(id)).plies.length; left > 0;) {
      await page.locator("[data-do=undo]").click();
      await until(page, (n) => Number(document.querySelector(".stepper input").max) < n, left);
      await agrees(page, id, "undo");
      left = (await told(id)).plies.length;
      if (await page.locator("[data-do=undo]").isDisabled()) break;
    }
    await playOn(page, id, 4);
    await agrees(page, id, "played again");
    // Taken back and played otherwise before the page hears of either.
    const { moves } = await api(`play/${id}/undo`, {});
    await api(`play/${id}/move`, { move: moves.at(-1) });
    await page.waitForTimeout(300);
    await agrees(page, id, "played otherwise");
  });

  test(`${name}: the board that is turned round or opened again`, async (page) => {
    const id = await begun(page, name);
    await stop(page, "One back");
    const flip = page.locator("[data-do=flip]");
    if (await flip.count()) {
      await flip.click();
      await agrees(page, id, "flipped");
      await stop(page, "To the start");
      await agrees(page, id, "flipped, at the start", 0);
      await stop(page, "To the end");
      await agrees(page, id, "flipped, at the end");
    }
    await page.reload();
    await page.waitForSelector(".status");
    await agrees(page, id, "after a reload");
  });
}

test("a jump to a mistake shows the board of that moment", async (page) => {
  const id = await begun(page, "othello");
  await playOn(page, id, 18);
  await page.getByRole("tab", { name: "Analysis" }).click();
  await page.locator("[data-do=review]").click();
  const mistakes = page.locator(".mistakes button");
  await mistakes.first().waitFor({ state: "attached" });
  const count = await mistakes.count();
  check(count > 1, "there are mistakes to jump to");
  for (const n of [count - 1, 0, 1]) {
    if (!(await mistakes.nth(n).isVisible())) await page.locator("summary", { hasText: "mistake" }).click();
    await mistakes.nth(n).click();
    await agrees(page, id, `mistake ${n}`);
  }
  await page.locator(".chart").click({ position: { x: 120, y: 60 } });
  await agrees(page, id, "a click on the graph");
});

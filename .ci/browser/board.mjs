// The pieces on the board, square by square, in all games, whichever way one comes to a position.

import { check, until } from "./harness.mjs";
import { api, game, test, visit } from "./kit.mjs";
import { agrees, drawn, shownPly, told } from "./squares.mjs";

/** Games with moves of every kind: discs that turn, captures and a new king, fruit and trails, tiles that meet. */
const GAMES = {
  othello: { game: "othello", seats: ["person", "person"], moves: "d3 c5 d6 e3 f4 c6 f5 c3 c4 b5".split(" ") },
  checkers: { game: "checkers", seats: ["person", "person"], position: "B:WK3,26,18:B6,15,24", moves: "15x22x31 3-8 24-27 8-3 27-32".split(" ") },
  "can't go back": { game: "cantgoback", seats: ["person", "person"], seed: 4 },
  2048: { game: "2048", seats: ["person"], seed: 3 },
  "connect four": { game: "connect-four", seats: ["person", "person"], moves: "d d c e b a c c d e".split(" ") },
};

/** The plies at which the dice have fallen: what people see when they step through a game. */
async function whole(id) {
  const { plies } = await told(id);
  return Array.from({ length: plies.length + 1 }, (_, ply) => ply).filter((ply) => plies[ply]?.s !== null);
}

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
      const [start] = await whole(id);
      await agrees(page, id, "at the end", total);
      const boards = new Set([String(await drawn(page))]);
      while ((await shownPly(page)) > start) {
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
      await agrees(page, id, "to the start", start);
      await stop(page, "To the end");
      await agrees(page, id, "to the end", total);

      await page.getByLabel("Step through the game").focus();
      for (const key of ["ArrowLeft", "ArrowLeft", "Home", "ArrowRight", "End", "PageDown"]) {
        await page.keyboard.press(key);
        await agrees(page, id, `the slider's ${key}`);
      }
      for (const ply of [total, 1, total - 1, 0, 3]) {
        await slider(page, ply);
        await agrees(page, id, "the slider");
        check((await whole(id)).includes(await shownPly(page)) && Math.abs((await shownPly(page)) - Math.max(start, ply)) < 2, `the slider, to ${ply}: ${await shownPly(page)}`);
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
      await agrees(page, id, "flipped, at the start", (await whole(id))[0]);
      await stop(page, "To the end");
      await agrees(page, id, "flipped, at the end");
    }
    await page.reload();
    await page.waitForSelector(".status");
    await agrees(page, id, "after a reload");
  });
}

test("connect four: a stone for every move, none for a move that is taken back", async (page) => {
  const id = await game(page, { game: "connect-four", seats: ["person", "person"] });
  const stones = () => page.locator(".boardside .board .piece:not(.leaving) .disc").count();
  const count = async (wanted, what) => {
    await until(page, (n) => document.querySelectorAll(".boardside .board .piece:not(.leaving) .disc").length === n, wanted);
    check((await stones()) === wanted, `${what}: ${await stones()} stones, not ${wanted}`);
    await agrees(page, id, what, wanted);
  };
  await count(0, "the empty board");
  const squares = ["d1", "d2", "d3", "c1", "e1", "c2"];
  for (const [played, square] of squares.entries()) {
    await page.locator(`.boardside [data-name="${square}"].can`).click();
    await count(played + 1, square);
  }
  for (let left = squares.length - 1; left >= 0; left--) {
    await page.locator("[data-do=undo]").click();
    await count(left, "undo");
  }
  await page.locator('.boardside [data-name="g1"].can').click();
  await count(1, "played again");
});

test("connect four: a stone falls from any free square of its column, and the four that win are marked", async (page) => {
  const id = await game(page, { game: "connect-four", seats: ["person", "person"] });
  for (const [played, square] of ["a6", "b6", "a4", "b6", "a5", "b3", "a4"].entries()) {
    await page.locator(`.boardside [data-name="${square}"]`).click();
    await until(page, (n) => document.querySelectorAll(".boardside .board .piece:not(.leaving) .disc").length === n, played + 1);
  }
  const { plies } = await told(id);
  check(plies.map((ply) => ply.m).join("") === "abababa", `played: ${JSON.stringify(plies)}`);
  const marked = await page.locator(".boardside .board .last").count();
  check(marked === 4, `${marked} squares are marked, not 4`);
});

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

test("2048 begins with its first tiles, and moves are counted, not what the dice do", async (page) => {
  const id = await begun(page, "2048", 10);
  const { plies } = await told(id);
  const slides = plies.filter((ply) => ply.s !== null).length;
  check(slides === 4, `slides: ${slides}`);
  const status = () => page.locator(".status").textContent();
  const tiles = () => drawn(page).then((all) => all.filter(Boolean).length);
  for (const how of [() => stop(page, "To the start"), () => slider(page, 0), () => page.getByLabel("Step through the game").press("Home")]) {
    await stop(page, "To the end");
    await how();
    await agrees(page, id, "at the start");
    check((await tiles()) === 2, `two tiles at the start, not ${await tiles()}`);
    check(/^The start, before 4 moves\./.test(await status()), await status());
  }
  await stop(page, "One back");
  check((await tiles()) === 2, "nothing comes before the start");
  // By keys on the slider every stop is a whole move, either way.
  const range = page.getByLabel("Step through the game");
  for (const [key, wanted] of [["ArrowRight", 1], ["ArrowRight", 2], ["ArrowRight", 3], ["ArrowLeft", 2], ["ArrowLeft", 1], ["ArrowLeft", 0]]) {
    await range.press(key);
    check((await range.getAttribute("aria-valuetext")) === `after ${wanted} of 4 moves`, `${key}: ${await range.getAttribute("aria-valuetext")}`);
    await agrees(page, id, key);
  }
  await visit(page, "#/");
  await page.locator(`a[href="#/game/${id}"]`).getByText(/^4 moves · /).waitFor();
});

test("whoever looks back is told why nothing can be played", async (page) => {
  for (const [name, act] of [["2048", () => page.keyboard.press("ArrowDown")], ["can't go back", () => page.keyboard.press("d")], ["othello", () => page.locator('[data-name="d3"]').click()], ["checkers", () => page.locator('[data-name="15"]').click()]]) {
    const id = await begun(page, name, 6);
    await stop(page, "To the start");
    const text = await page.locator(".status[aria-live=polite]").textContent();
    check(/“To the end” leads back to the game: it is your turn\.$/.test(text), text);
    // On a board that has moves of its own shown, one has to press what can be pressed now.
    if (name === "othello") await page.locator('[data-name="d4"]').click();
    else await act();
    await page.locator("#notes .note", { hasText: "To the end" }).waitFor();
    await agrees(page, id, `${name}, still at the start`);
    check((await told(id)).plies.length >= 5, "and nothing was played");
  }
});

test("arrow keys go through the list of moves as quickly as they are pressed", async (page) => {
  const id = await begun(page, "othello");
  await page.locator(".moves .move").last().click();
  for (let i = 0; i < 6; i++) await page.keyboard.press("ArrowLeft");
  await page.waitForTimeout(300);
  await page.keyboard.press("ArrowLeft");
  const total = (await told(id)).plies.length;
  await agrees(page, id, "seven back", total - 7);
});

test("where a fruit may be taken, what it is worth stays legible", async (page) => {
  await game(page, { game: 'cantgoback:board="0 0 0/20 0 0/1 0 2"', seats: ["person", "person"] });
  await until(page, () => document.querySelectorAll(".boardside .board .target").length === 2);
  const covered = await page.evaluate(() => {
    const centre = (element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return [x + width / 2, y + height / 2];
    };
    const filled = [...document.querySelectorAll(".boardside .board .target")].filter((one) => getComputedStyle(one).fill !== "none").map(centre);
    return [...document.querySelectorAll(".boardside .board .piece")].map(centre).filter(([x, y]) => filled.some(([a, b]) => Math.hypot(a - x, b - y) < 15)).length;
  });
  check(covered === 0, `${covered} pieces lie under a dot`);
});

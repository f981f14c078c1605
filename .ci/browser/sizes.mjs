// Windows of every shape: the whole board is seen at once, and nothing is wider than the window.

import { accessible, check, fits, shot } from "./harness.mjs";
import { server, test, visit } from "./kit.mjs";

// A window of 1280 x 720 at 200 % is one of 640 x 360.
const WINDOWS = { "a small phone": [320, 568], "a small phone on its side": [568, 320], "a phone on its side": [740, 360], "a larger phone on its side": [844, 390], "1280 x 720 at 200 %": [640, 360], "1280 x 720": [1280, 720], "1280 x 720 at 150 %": [853, 480], "a tablet": [768, 1024], "a low window": [1024, 560], "a wide and low one": [1600, 400] };
const GAMES = { othello: ["person", "person"], checkers: ["person", "person"], cantgoback: ["person", "person"], "cantgoback:board=\"1 0 0 0 0 0 0 0/0 0 -1 0 0 30 0 2\"": ["person", "person"], "cantgoback:board=\"1 0/0 0/0 -1/0 9/0 0/0 0/0 2\"": ["person", "person"], 2048: ["person"] };

for (const [name, [width, height]] of Object.entries(WINDOWS)) {
  test(`the board fits ${name}`, async (page) => {
    await page.setViewportSize({ width, height });
    for (const [kind, seats] of Object.entries(GAMES)) {
      const id = await server.begin({ game: kind, seats, seed: 3, clock: seats.length > 1 ? "game=600s" : undefined });
      await visit(page, `#/game/${id}`);
      await page.waitForSelector(".status");
      const say = `${kind} in ${width} x ${height}`;
      await fits(page, say);
      const boxes = await page.evaluate(() => [...document.querySelectorAll(".boardside .board, .boardside .board .square")].map((one) => {
        const { left, top, right, bottom } = one.getBoundingClientRect();
        return [left, top, right, bottom];
      }));
      check(boxes.length > 14, "a board with squares");
      for (const [left, top, right, bottom] of boxes) {
        check(left >= 0 && top >= 0 && right <= width && bottom <= height, `${say}: a square lies at ${[left, top, right, bottom].map(Math.round)}`);
      }
      const [left, top, right, bottom] = boxes[0];
      check(Math.max((right - left) / width, (bottom - top) / height) >= 0.45, `${say}: the board is as small as ${[right - left, bottom - top].map(Math.round)}`);
      const covered = await page.evaluate(([x, y]) => !document.elementFromPoint(x, y).closest(".boardside .board"), [(left + right) / 2, (top + bottom) / 2]);
      check(!covered, `${say}: nothing lies over the board`);
      if (Object.keys(GAMES).indexOf(kind) % 3 === 0 || kind === "2048") await shot(page, `size-${width}x${height}-${kind.split(":")[0]}`);
    }
    await accessible(page, name);
    for (const hash of ["#/", "#/watch", "#/analyse", "#/tree/alphabeta", "#/lab"]) {
      await visit(page, hash);
      await fits(page, `${hash} in ${width} x ${height}`);
    }
  });
}

test("letters twice as large fit", async (page) => {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("Page.enable");
  await cdp.send("Page.setFontSizes", { fontSizes: { standard: 32, fixed: 26 } });
  for (const [width, height] of [[1280, 860], [390, 844], [844, 390]]) {
    await page.setViewportSize({ width, height });
    for (const [kind, seats] of Object.entries(GAMES)) {
      const id = await server.begin({ game: kind, seats, seed: 3, clock: seats.length > 1 ? "game=600s" : undefined });
      await visit(page, `#/game/${id}`);
      check((await page.locator(".status").evaluate((one) => getComputedStyle(one).fontSize)) === "32px", "the letters are those that the reader wants");
      const say = `${kind} in ${width} x ${height}`;
      for (const tab of ["Analysis", "Share & edit", "Moves"]) {
        await page.getByRole("tab", { name: tab }).click();
        await fits(page, `${say}, ${tab}`);
      }
      const { width: wide, height: high } = await page.locator(".boardside .board").boundingBox();
      check(Math.max(wide / width, high / height) >= 0.22 && wide <= width && high <= height, `${say}: a board of ${Math.round(wide)} x ${Math.round(high)}`);
      await shot(page, `large-${width}-${kind.split(":")[0]}`);
    }
    for (const hash of ["#/", "#/watch", "#/analyse", "#/tree/alphabeta", "#/lab"]) {
      await visit(page, hash);
      await page.waitForSelector(hash.startsWith("#/tree") ? "svg.tree" : "h1");
      await fits(page, `${hash} in ${width} x ${height}`);
      await shot(page, `large-${width}-${hash.replace(/\W+/g, "") || "start"}`);
    }
  }
});

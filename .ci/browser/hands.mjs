// What hands do besides clicking: dragging, turning the board round, two windows, going back, coming again.

import { check, open, until } from "./harness.mjs";
import { another, api, browser, game, server, settled, test, visit } from "./kit.mjs";
import { agrees, drawn, position, told } from "./squares.mjs";

const middle = async (page, name) => {
  const { x, y, width, height } = await page.locator(`.boardside [data-name="${name}"]`).boundingBox();
  return [x + width / 2, y + height / 2];
};
async function drag(page, from, to) {
  await page.mouse.move(...(await middle(page, from)));
  await page.mouse.down();
  await page.mouse.move(...(await middle(page, to)), { steps: 6 });
  await page.mouse.up();
}
const length = (page, n) => until(page, (n) => Number(document.querySelector(".stepper input")?.max ?? -1) === n, n);

test("pieces are dragged where they may go, and come back where they may not", async (page) => {
  const id = await game(page, { game: "checkers", seats: ["person", "person"] });
  await drag(page, "11", "20");
  await page.waitForTimeout(300);
  await agrees(page, id, "nowhere to go", 0);
  await drag(page, "11", "15");
  await length(page, 1);
  await agrees(page, id, "dragged", 1);
  await page.locator("[data-do=flip]").click();
  await drag(page, "23", "19");
  await length(page, 2);
  await agrees(page, id, "dragged on the board turned round", 2);
  // Picked up, then put back by Escape and by a second click.
  await page.locator('[data-name="8"]').click();
  check((await page.locator(".picked").count()) === 1, "picked up");
  await page.keyboard.press("Escape");
  check((await page.locator(".picked").count()) === 0, "put back");
  await page.locator('[data-name="8"]').click();
  await page.locator('[data-name="8"]').click();
  check((await page.locator(".picked").count()) === 0, "put back by a click");
  await agrees(page, id, "as it was", 2);
  // A capture of several pieces is one drag; what is let go beside the board stays.
  const jumps = await game(page, { game: "checkers", seats: ["person", "person"], position: "B:WK3,26,18:B6,15,24" });
  await page.mouse.move(...(await middle(page, "15")));
  await page.mouse.down();
  await page.mouse.move(5, 5, { steps: 4 });
  await page.mouse.up();
  await page.waitForTimeout(300);
  await agrees(page, jumps, "let go beside the board", 0);
  await drag(page, "15", "31");
  await length(page, 1);
  await agrees(page, jumps, "two pieces taken, a king made", 1);
});

test("a token is dragged, a cell clicked, a way pressed", async (page) => {
  const id = await game(page, { game: "cantgoback", seats: ["person", "person"], seed: 4 });
  for (let turn = 0; turn < 4; turn++) {
    const from = await page.locator('.squares button.can[aria-label*="player"], .squares button[aria-label*="player"]').evaluateAll((all, player) => all.find((one) => one.getAttribute("aria-label").includes(player)).dataset.name, `player ${1 + (turn % 2)}`);
    const to = await page.locator('.squares button.can[aria-label*="you can move here"]').first().getAttribute("data-name");
    if (turn < 2) await drag(page, from, to);
    else await page.locator(`[data-name="${to}"]`).click();
    await length(page, turn + 1);
    await agrees(page, id, "moved", turn + 1);
  }
});

test("fingers tap, drag and swipe", async (page) => {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("Emulation.setTouchEmulationEnabled", { enabled: true });
  await page.setViewportSize({ width: 390, height: 844 });
  const touch = (type, ...points) => cdp.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y]) => ({ x, y })) });
  // A finger comes to rest before it leaves: one that left at full speed would fling, and what flings takes the next tap
  // for a hand that stops it. What goes before is sent at once, for a finger that rests at its start is a long press.
  const swipe = async (from, to) => {
    await Promise.all([
      touch("touchStart", from),
      ...[1, 2, 3, 4, 5].map((i) => touch("touchMove", [0, 1].map((axis) => from[axis] + ((to[axis] - from[axis]) * i) / 5))),
    ]);
    await page.waitForTimeout(150);
    await touch("touchMove", to);
    await touch("touchEnd");
  };
  const tap = async (name) => {
    const at = await middle(page, name);
    await Promise.all([touch("touchStart", at), touch("touchEnd")]);
  };
  const checkers = await game(page, { game: "checkers", seats: ["person", "person"] });
  await tap("11");
  await until(page, () => document.querySelector(".picked"));
  await tap("15");
  await length(page, 1);
  await swipe(await middle(page, "23"), await middle(page, "19"));
  await length(page, 2);
  await agrees(page, checkers, "tapped and dragged", 2);
  const othello = await game(page, { game: "othello", seats: ["person", "person"] });
  await tap("d3");
  await length(page, 1);
  await agrees(page, othello, "tapped", 1);
  const tiles = await game(page, { game: "2048", seats: ["person"], seed: 5 });
  const box = await page.locator(".squares").boundingBox();
  const centre = [box.x + box.width / 2, box.y + box.height / 2];
  const ends = { up: [0, -80], right: [80, 0], down: [0, 80], left: [-80, 0] };
  for (let turn = 0; turn < 6; turn++) {
    const { moves, plies } = await told(tiles);
    const way = moves[turn % moves.length];
    await swipe(centre, centre.map((one, axis) => one + ends[way][axis]));
    await length(page, plies.length + 2);
    const now = await told(tiles);
    check(now.plies[plies.length].m === way, `swiped ${way}: ${now.plies[plies.length].m}`);
    await agrees(page, tiles, `swiped ${way}`);
  }
  check((await page.evaluate(() => scrollY)) === 0, "the page does not scroll under the finger");
});

test("two windows on one game show the same", async (page) => {
  const id = await game(page, { game: "2048", seats: ["person"], seed: 5 });
  const other = await open(browser, server);
  await visit(other, `#/game/${id}`);
  await other.waitForSelector(".status");
  const both = async (what) => {
    const { plies } = await told(id);
    for (const one of [page, other]) await length(one, plies.length);
    await agrees(page, id, `${what}, here`, plies.length);
    await agrees(other, id, `${what}, there`, plies.length);
  };
  for (const [n, one] of [page, other, page, other, other, page].entries()) {
    const before = (await told(id)).plies.length;
    await one.locator(".way:not(:disabled)").nth(n % 2).click();
    await until(one, (n) => Number(document.querySelector(".stepper input").max) > n, before);
    await both(`move ${n}`);
  }
  const before = (await told(id)).plies.length;
  await other.locator("[data-do=undo]").click();
  for (const one of [page, other]) await until(one, (n) => Number(document.querySelector(".stepper input").max) < n, before);
  await both("taken back there");
  // Who looks back here is not disturbed by what is played there.
  await page.getByRole("button", { name: "To the start" }).click();
  const back = (await told(id)).plies.length;
  await other.locator(".way:not(:disabled)").first().click();
  await until(page, (n) => Number(document.querySelector(".stepper input").max) > n, back);
  await agrees(page, id, "the start is looked at", 2);
  check(other.faults.length === 0, other.faults.join("; "));
  await other.context().close();
});

test("reloading and going back lead to the same board", async (page) => {
  for (const [kind, seats, moves] of [["othello", ["person", "greedy"], 2], ["checkers", ["person", "greedy"], 2], ["cantgoback", ["person", "simple"], 1], ["2048", ["person"], 4]]) {
    const id = await game(page, { game: kind, seats });
    for (let turn = 0; turn < moves; turn++) {
      await settled(page);
      const state = await told(id);
      await api(`play/${id}/move`, { move: state.moves[0], ply: state.plies.length });
      await until(page, (n) => Number(document.querySelector(".stepper input").max) > n, state.plies.length);
    }
    await settled(page);
    const before = String(await drawn(page));
    await page.reload();
    await settled(page);
    await agrees(page, id, `${kind}, loaded again`);
    check(String(await drawn(page)) === before, `${kind}: the same board`);
    await another(page, () => page.getByRole("link", { name: "Watch" }).click(), "h1");
    await another(page, () => page.goBack(), ".status");
    await length(page, (await told(id)).plies.length);
    await settled(page);
    await agrees(page, id, `${kind}, come back to`);
    await another(page, () => page.goForward(), "h1");
    check((await page.locator("dialog, .note:visible").count()) === 0, `${kind}: nothing is left behind`);
    await another(page, () => page.goBack(), ".status");
    await length(page, (await told(id)).plies.length);
    await settled(page);
    const again = page.locator("[data-do=again]");
    await another(page, () => again.click(), ".status");
    const fresh = page.url().split("/").at(-1);
    await agrees(page, fresh, `${kind}, a new game`);
    await another(page, () => page.goBack(), ".status");
    await length(page, (await told(id)).plies.length);
    await settled(page);
    await agrees(page, id, `${kind}, the old one again`);
    check(String(position(await told(id))) === before, `${kind}: nothing has changed`);
  }
});

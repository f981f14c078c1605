// What stands beside the board: clocks, who is to move and what the rules ask for, hints, giving up, and the window's title.

import { accessible, check, open, Server, shot, until } from "./harness.mjs";
import { api, browser, game, gate, server, settled, test, visit } from "./kit.mjs";
import { agrees, told } from "./squares.mjs";

const status = (page) => page.locator(".status").textContent();
const clocks = (page) => page.locator(".seatbar .clock").allTextContents();

test("who loses on time has nothing left", async (page) => {
  const id = await game(page, { game: "othello", seats: ["person", "person"], clock: "game=900ms" });
  check((await clocks(page)).every((one) => /^[\d.:]+$/.test(one)), `clocks are numbers: ${await clocks(page)}`);
  await page.waitForSelector(".status.over");
  check((await status(page)) === "Black ran out of time: White wins.", await status(page));
  const black = page.locator(".clock[data-seat='0']");
  for (let i = 0; i < 3; i++) {
    check((await black.textContent()) === "0.0" && (await page.locator(".clock[data-seat='1']").textContent()) === "0.9", `clocks stand still: ${await clocks(page)}`);
    await page.waitForTimeout(300);
  }
  check((await page.locator(".clock.out").count()) === 1, "the loser's is marked");
  await accessible(page, "lost on time");
  await shot(page, "lost-on-time");
  await server.kill();
  await server.start();
  await visit(page, `#/game/${id}`);
  await page.waitForSelector(".status.over");
  check((await black.textContent()) === "0.0", "as little after a restart");
});

test("a clock runs for whoever is to move, and for nobody once the game is given up", async (page) => {
  await game(page, { game: "othello", seats: ["person", "person"], clock: "game=90s" });
  const left = async (seat) => (await page.locator(`.clock[data-seat='${seat}']`).textContent()).split(":").reduce((sum, one) => 60 * sum + Number(one), 0);
  await until(page, () => !["1:30", "1:29"].includes(document.querySelector(".clock[data-seat='0']").textContent));
  check((await left(1)) === 90, "the other waits");
  await page.locator("[data-do=resign]").click();
  await page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  await page.waitForSelector(".status.over");
  const then = await left(0);
  check(then < 90, "what was used is gone");
  await page.waitForTimeout(1200);
  check((await left(0)) === then && (await left(1)) === 90, "no clock runs on");
});

test("nobody resigns by a slip", async (page) => {
  const id = await game(page, { game: "checkers", seats: ["person", "person"] });
  await page.locator("[data-do=resign]").click();
  await accessible(page, "a question");
  await page.keyboard.press("Escape");
  await until(page, () => !document.querySelector("dialog"));
  check(!(await told(id)).over, "Escape is no");
  await page.locator("[data-do=resign]").click();
  await page.getByRole("dialog").getByRole("button", { name: "Play on" }).click();
  await until(page, () => !document.querySelector("dialog"));
  check(!(await told(id)).over, "play goes on");
  // What another window does ends the question.
  await page.locator("[data-do=resign]").click();
  await api(`play/${id}/move`, { move: "11-15" });
  await until(page, () => !document.querySelector("dialog"));
  await page.locator("[data-do=resign]").click();
  await page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  await page.waitForSelector(".status.over");
  check((await status(page)) === "White resigned: Black wins.", await status(page));
});

test("a question that the game has answered is not asked on", async (page) => {
  // Two ways to take two pieces, from one square to another.
  const id = await game(page, { game: "checkers", seats: ["person", "person"], position: "B:W6,7,14,15:BK2" });
  const twice = (await told(id)).moves.filter((move, _, all) => all.some((other) => other !== move && other.split("x").at(-1) === move.split("x").at(-1) && other.split("x")[0] === move.split("x")[0]));
  check(twice.length >= 2, `moves that end alike: ${(await told(id)).moves}`);
  const [from, to] = [twice[0].split("x")[0], twice[0].split("x").at(-1)];
  const choose = async () => {
    await page.locator(`[data-name="${from}"]`).click();
    await page.locator(`[data-name="${to}"]`).click();
    await page.getByRole("dialog").waitFor();
  };
  await choose();
  await accessible(page, "which way");
  await page.keyboard.press("Escape");
  await until(page, () => !document.querySelector("dialog"));
  check((await told(id)).plies.length === 0, "nothing is played");
  await choose();
  await api(`play/${id}/resign`, {});
  await until(page, () => !document.querySelector("dialog"));
  await api(`play/${id}/undo`, {}).catch(() => {});
  const again = await game(page, { game: "checkers", seats: ["person", "person"], position: "B:W6,7,14,15:BK2" });
  await choose();
  await page.getByRole("dialog").getByRole("button").nth(1).click();
  await until(page, () => document.querySelector(".stepper input").max === "1");
  await agrees(page, again, "the way that was chosen", 1);
});

test("forced passes are told", async (page) => {
  // A game in which somebody has to pass before the end, found by playing.
  let found = null;
  for (let k = 1; k < 40 && !found; k++) {
    const id = await server.begin({ game: "othello:size=4", seats: ["person", "person"] });
    for (let turn = 0; turn < 20; turn++) {
      const state = await told(id);
      if (state.over) break;
      if (state.plies.at(-1)?.m === "pass") {
        found = state;
        break;
      }
      await api(`play/${id}/move`, { move: state.moves[(turn * k) % state.moves.length] });
    }
  }
  check(found, "a pass is found");
  const moves = found.plies.slice(0, -2).map((ply) => ply.m);
  const id = await game(page, { game: "othello:size=4", seats: ["person", "person"], moves });
  await page.locator(`[data-name="${found.plies.at(-2).m}"]`).click();
  const passed = found.seats[found.plies.at(-1).s].name;
  await until(page, () => /passes/.test(document.querySelector(".status").textContent));
  check(new RegExp(`^${passed} cannot move and passes\\. `, "i").test(await status(page)), await status(page));
  check((await page.locator(".status[aria-live=polite][role=status]").count()) === 1, "screen readers hear it");
  await agrees(page, id, "after the pass");
});

test("forced captures are told", async (page) => {
  await game(page, { game: "checkers", seats: ["person", "greedy"], position: "B:W18,32:B15,1" });
  check(/A capture is forced\.$/.test(await status(page)), await status(page));
  await page.locator('[data-name="1"]').click();
  await page.locator(".note", { hasText: "A capture is forced." }).waitFor();
  await page.locator('[data-name="15"]').click();
  await page.locator('[data-name="22"]').click();
  await until(page, () => /^White played .*your turn/.test(document.querySelector(".status").textContent));
  check(!/capture/.test(await status(page)) && /^White played \d+-\d+\. Black to move: your turn\.$/.test(await status(page)), await status(page));
});

test("every window has a title of its own, and the navigation says where one is", async (page) => {
  const marked = () => page.locator("header nav a[aria-current]").allTextContents().then((all) => all.join().replace(/\s/g, " "));
  const titles = new Set();
  const expect = async (hash, view, say) => {
    await visit(page, hash);
    await until(page, (say) => document.title.includes(say), say, 30000).catch(async () => { throw new Error(`${hash}: "${await page.title()}" lacks "${say}"`); });
    check((await marked()) === view, `${hash}: "${await marked()}" is marked, not "${view}"`);
    check(!titles.has(await page.title()), `${hash}: "${await page.title()}" is another's title, too`);
    titles.add(await page.title());
  };
  const begin = (game, ...seats) => server.begin({ game, seats, seed: 3, paused: true }).then((id) => `#/game/${id}`);
  await expect("#/", "Play", "Play");
  await expect("#/watch", "Watch", "Watch");
  await expect("#/analyse", "Analyse", "Analyse");
  await expect("#/tree/alphabeta", "Look inside", "Look inside");
  await expect("#/tree/horizon", "Look inside", "Look inside");
  await expect("#/lab", "Lab", "Lab");
  await expect(await begin("othello", "person", "greedy"), "Play", "Othello: person – greedy");
  await expect(await begin("checkers", "person", "person"), "Play", "Checkers: person – person");
  await expect(await begin("2048", "person"), "Play", "2048: person");
  await expect(await begin("cantgoback", "simple", "random"), "Watch", "simple – random");
  await expect(await begin("2048", "greedy"), "Watch", "2048: greedy");
  await expect(`${await begin("othello:size=6", "person", "person")}?panel=analysis`, "Analyse", "Othello");
  // Whoever sits down begins to play.
  const id = (await begin("othello", "greedy", "random")).split("/").at(-1);
  await visit(page, `#/game/${id}`);
  check((await marked()) === "Watch", "agents are watched");
  await api(`play/${id}/change`, { seats: ["person", "random"] });
  await until(page, () => /Your turn/.test(document.title));
  check((await marked()) === "Play", "a person plays");
});

test("a hint comes at once, and better ones after it", async (page) => {
  await game(page, { game: "2048", seats: ["person"], seed: 3 });
  // The adviser takes as long as it likes.
  const adviser = await gate(page, /analyse\?agent=champion/);
  const hint = page.locator("[data-do=hint]");
  await hint.click();
  check((await hint.getAttribute("aria-busy")) === "true" && (await hint.textContent()) === "Thinking …" && (await hint.isEnabled()), "it says that it thinks");
  await page.waitForSelector(".board .hint");
  await until(page, () => /^Hint: (up|down|left|right)/.test(document.querySelector(".advice").textContent));
  await shot(page, "hint-first");
  check((await hint.getAttribute("aria-busy")) === "true", "and goes on");
  await adviser.reached;
  adviser.open();
  await until(page, () => document.querySelector("[data-do=hint]").getAttribute("aria-busy") === "false", null, 60000);
  check((await page.locator(".board .hint").count()) === 1, "one move is pointed at");
  check(/^Hint: (up|down|left|right) \(.+, depth \d+\)$/.test(await page.locator(".advice").textContent()), await page.locator(".advice").textContent());
  await accessible(page, "a hint");
  // A move ends it.
  await page.unroute(/analyse\?agent=champion/);
  await gate(page, /analyse\?agent=champion/);
  await hint.click();
  await page.locator(".way:not(:disabled)").first().click();
  await until(page, () => document.querySelector(".advice").hidden && !document.querySelector(".board .hint"));
  await page.waitForTimeout(300);
  check((await page.locator(".board .hint").count()) === 0 && (await hint.textContent()) === "Hint", "it is not for the new position");
  // So does whoever looks back, or wants no more of it.
  await hint.click();
  await page.waitForSelector(".board .hint");
  await page.getByRole("button", { name: "One back" }).click();
  check((await page.locator(".board .hint").count()) === 0 && (await hint.isDisabled()), "looking back");
  await page.getByRole("button", { name: "To the end" }).click();
  await hint.click();
  await page.waitForSelector(".board .hint");
  await hint.click();
  check((await hint.getAttribute("aria-busy")) === "false" && (await page.locator(".board .hint").count()) === 1, "stopped, with what is known");
});

for (const [kind, seats] of [["othello", ["person", "greedy"]], ["checkers", ["person", "greedy"]], ["cantgoback", ["person", "simple"]]]) {
  test(`a hint for ${kind} is a legal move`, async (page) => {
    const id = await game(page, { game: kind, seats });
    await page.locator("[data-do=hint]").click();
    await page.waitForSelector(".board .hint");
    await until(page, () => document.querySelector("[data-do=hint]").getAttribute("aria-busy") === "false");
    const [, move] = /^Hint: (\S+) \(/.exec(await page.locator(".advice").textContent());
    check((await told(id)).moves.includes(move), `${move} is legal`);
    await shot(page, `hint-${kind}`);
  });
}

test("time and giving up are final between people, and practice against an agent", async (page) => {
  for (const end of ["time", "resign"]) {
    for (const [seats, goes] of [[["person", "person"], false], [["person", "random"], true]]) {
      const id = await game(page, { game: "othello", seats, moves: ["d3", "c3"], clock: end === "time" ? "game=900ms" : "game=600s" });
      if (end === "resign") {
        await page.locator("[data-do=resign]").click();
        await page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
      }
      await page.waitForSelector(".status.over");
      const undo = page.locator("[data-do=undo]");
      check((await undo.isEnabled()) === goes, `${end}, ${seats}: undo`);
      check((await undo.getAttribute("title")) === (goes ? "Play on, for practice" : "The game is over"), "and it says why");
      if (goes) {
        await undo.click();
        await until(page, () => !document.querySelector(".status.over"));
        await agrees(page, id, "the end is taken back first", 2);
        await undo.click();
        await agrees(page, id, "then moves", 0);
      } else {
        const refused = await api(`play/${id}/undo`, {}).then(() => "", (error) => error.message);
        check(/^the game is over: Black (resigned|ran out of time); only practice/.test(refused), refused);
        check((await told(id)).over, "it is over");
      }
    }
  }
});

test("whoever gave up has the time left that was left, after a restart, too", async (page) => {
  const id = await game(page, { game: "othello", seats: ["person", "person"], clock: "game=90s" });
  await until(page, () => !["1:30", "1:29"].includes(document.querySelector(".clock[data-seat='0']").textContent));
  await page.locator("[data-do=resign]").click();
  await page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  await page.waitForSelector(".status.over");
  const before = await clocks(page);
  check(!/1:30|1:29/.test(before[1]) && before[0] === "1:30", `${before}`);
  await server.kill();
  await server.start();
  await visit(page, `#/game/${id}`);
  await page.waitForSelector(".status.over");
  check(String(await clocks(page)) === String(before), `${await clocks(page)} for ${before}`);
});

test("a game that waits for the tables of another says so", async (page) => {
  const small = await new Server(["--threads", "2"]).start();
  try {
    const seats = ["mcts:memory=256,time=25s", "mcts:memory=256,time=25s"];
    const first = await small.begin({ game: "othello", seats });
    const held = await open(browser, small);
    await held.goto(`${small.url}#/game/${first}`);
    await until(held, () => /thinks/.test(document.querySelector(".status")?.textContent));
    // A search takes the rest.
    await held.evaluate((id) => {
      const look = () => new EventSource(`/api/play/${id}/analyse?agent=${encodeURIComponent("mcts:memory=256,iterations=1000000000000")}&ms=60000&ply=0`);
      globalThis.looks = [look()];
      return Promise.all(globalThis.looks.map((one) => new Promise((resolve) => { one.onmessage = ({ data }) => JSON.parse(data).begun && resolve(); })));
    }, first);
    const waits = await open(browser, small);
    await waits.goto(`${small.url}#/game/${await small.begin({ game: "othello", seats })}`);
    await until(waits, () => /^Black waits: all games together may have 768 MiB of tables, and 512 MiB more are not free/.test(document.querySelector(".status")?.textContent));
    await shot(waits, "waits-for-tables");
    await waits.context().close();
    await held.context().close();
  } finally {
    await small.end();
  }
});

test("a question darkens all of the window", async (page) => {
  for (const colorScheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme });
    await game(page, { game: "checkers", seats: ["person", "person"] });
    await page.locator("[data-do=resign]").click();
    await page.getByRole("dialog").waitFor();
    const { width, height } = page.viewportSize();
    const image = (await page.screenshot({ clip: { x: width - 60, y: height - 40, width: 60, height: 30 } })).toString("base64");
    const colours = await page.evaluate(async (image) => {
      const picture = new Image();
      picture.src = `data:image/png;base64,${image}`;
      await picture.decode();
      const canvas = Object.assign(document.createElement("canvas"), { width: 60, height: 30 });
      const context = canvas.getContext("2d");
      context.drawImage(picture, 0, 0);
      return [2, 57].map((x) => [...context.getImageData(x, 15, 1, 1).data]);
    }, image);
    const apart = Math.max(...colours[0].map((one, i) => Math.abs(one - colours[1][i])));
    check(apart <= 3, `${colorScheme}: ${colours.join(" and ")}`);
  }
});

test("whoever takes moves back while looking at one of them sees what is left", async (page) => {
  for (const [kind, moves] of [["othello", ["d3", "c3", "c4", "c5"]], ["checkers", ["11-15", "23-19", "8-11", "22-17"]], ["cantgoback", null]]) {
    const id = await game(page, { game: kind, seats: ["person", "random"], ...(moves ? { moves } : {}) });
    for (let i = 0; !moves && i < 2; i++) {
      const before = (await told(id)).plies.length;
      await api(`play/${id}/move`, { move: (await told(id)).moves[0] });
      await until(page, (n) => Number(document.querySelector(".stepper input").max) >= n + 2, before);
    }
    await page.getByRole("button", { name: "One back" }).click();
    await until(page, () => /^After \d of \d moves/.test(document.querySelector(".status").textContent));
    await page.locator("[data-do=undo]").click();
    await agrees(page, id, `${kind}: undo while stepping`, 2);
    check(/to move/.test(await status(page)), `${kind}: ${await status(page)}`);
  }
});

test("a pass that nobody chose is not undone", async (page) => {
  const id = await game(page, { game: "othello", seats: ["person", "person"], position: `OX------${"-".repeat(48)}OX------ X` });
  check(await page.locator("[data-do=undo]").isDisabled(), "there is nothing to take back");
  await page.locator(".squares button.can").first().click();
  await until(page, () => Number(document.querySelector(".stepper input").max) >= 2);
  await page.locator("[data-do=undo]").click();
  await agrees(page, id, "the move is taken back, the pass is not", 1);
  check((await page.locator(".squares button.can").count()) > 0, "White can move");
});

test("the bar of the side to move is that of the board which is shown", async (page) => {
  await game(page, { game: "othello", seats: ["person", "person"], moves: ["d3", "c3", "c4"] });
  const active = () => page.locator(".seatbar.active .who b").textContent();
  check((await active()) === "White", "White is to move");
  await page.getByRole("button", { name: "One back" }).click();
  check((await active()) === "Black", "before that Black was");
  await page.getByRole("button", { name: "To the end" }).click();
  check((await active()) === "White", "and White is again");
});

test("Enter twice gives nothing up", async (page) => {
  const id = await game(page, { game: "checkers", seats: ["person", "person"] });
  await page.locator("[data-do=resign]").focus();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("Enter");
  await until(page, () => !document.querySelector("dialog"));
  check(!(await told(id)).over, "play goes on");
});

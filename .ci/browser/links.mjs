// Links that hold what they say, names that are kept, and boards that stand the same way up everywhere.

import { accessible, check, fits, open, Server, shot, until } from "./harness.mjs";
import { another, browser, game, server, test, visit } from "./kit.mjs";

const tab = (page, name) => page.getByRole("tab", { name }).click();
/** What the page puts into the clipboard. */
const copied = async (page, name) => {
  await page.evaluate(() => {
    Object.defineProperty(navigator, "clipboard", { configurable: true, value: { writeText: async (text) => { globalThis.clip = text; } } });
  });
  await page.getByRole("button", { name }).click();
  await until(page, () => globalThis.clip);
  return page.evaluate(() => globalThis.clip);
};
/** All pieces of the board, as screen readers are told. */
const board = (page) => page.locator(".boardside .squares").evaluate((squares) => [squares, ...squares.children].map((one) => one.getAttribute("aria-label").replace(/, (you )?can .*$/, "")).join(" | "));

const LINKED = [
  { game: "othello:size=6", seats: ["person", "random"], moves: ["b3", "b2", "c2"] },
  { game: "checkers", seats: ["random", "person"], moves: ["11-15", "23-19", "8-11"], tags: [["White", "M = Rex"], ["Event", "Ohio & more"]] },
  { game: "cantgoback", seats: ["person", "person"], moves: ["up"] },
  { game: "2048", seats: ["person"] },
];
for (const request of LINKED) {
  test(`a link carries the moves to a server that knows nothing: ${request.game}`, async (page) => {
    await game(page, { ...request, paused: true });
    await until(page, () => document.querySelector(".stepper input"));
    if (request.game === "2048") {
      await page.locator(".way:not(:disabled)").first().click();
      await until(page, () => Number(document.querySelector(".stepper input").max) === 4);
    }
    // Of the list not every change is drawn at once.
    await until(page, (n) => document.querySelectorAll(".moves .move").length === n, request.game === "2048" ? 1 : request.moves.length);
    const before = [await board(page), await page.locator(".moves").textContent()];
    await tab(page, "Share & edit");
    const link = await copied(page, "Copy link");
    const other = await new Server().start();
    try {
      const there = await open(browser, other);
      await there.goto(link.replace(/^http:\/\/[^/]*\//, other.url));
      await there.waitForURL(/#\/game\//);
      await there.waitForSelector(".status");
      check((await board(there)) === before[0], "the pieces stand as they stood");
      check((await there.locator(".moves").textContent()) === before[1], "the moves are those of the game");
      for (const tag of request.tags ?? []) check((await there.locator(".who-played").textContent()).includes(tag[1]), `${tag} came along`);
      await there.reload();
      await there.waitForSelector(".status");
      check((await board(there)) === before[0], "and so after a reload");
      check(there.faults.length === 0, there.faults.join("; "));
      await there.context().close();
    } finally {
      await other.end();
    }
    // In the middle of the game the link is of what is shown.
    await page.getByRole("button", { name: "One back" }).click();
    const shown = await board(page);
    await page.evaluate(() => { globalThis.clip = null; });
    const there = await copied(page, "Copy link");
    await another(page, () => page.goto(there), ".status");
    check((await board(page)) === shown, "the position that was shown is opened");
  });
}

test("the names in a file of games are shown, found and written again", async (page) => {
  await game(page, { game: "checkers", seats: ["person", "person"] });
  await tab(page, "Share & edit");
  const names = ["MF Tinsley", "M Rex", "E Fuller"];
  const one = (white, result) => `[Event "Ohio State Ty 1946"]\n[Black "${names[0]}"] \n[White "${white}"]\n[Result "${result}"]\n1. 11-15 23-18 2. 8-11 27-23 3. 4x8 23-19 ${result}\n\n`;
  await page.locator('textarea[placeholder^="A file"]').fill(Array.from({ length: 14 }, (_, i) => one(names[1 + (i % 2)], "1/2-1/2")).join("") + one("A Long", "1-0").replace("27-23", "32-28"));
  await page.locator("[data-do=import]").click();
  await page.getByLabel("Only games with").fill("rex");
  await until(page, () => document.querySelectorAll(".side .recent-game").length === 7);
  await shot(page, "import-names");
  await accessible(page, "a list of games");
  await page.getByLabel("Only games with").fill("long");
  check((await page.locator(".side .recent-game .bad").count()) === 1, "what is wrong is said");
  await page.getByLabel("Only games with").fill("rex");
  const before = page.url();
  await page.locator(".side .recent-game").first().click();
  await page.waitForURL((url) => url.href !== before);
  await until(page, () => /Black: MF Tinsley – White: M Rex · Ohio/.test(document.querySelector(".who-played")?.textContent));
  await tab(page, "Share & edit");
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save the game" }).click()]);
  let text = "";
  for await (const part of await download.createReadStream()) text += part;
  for (const wanted of ['[Black "MF Tinsley"]', '[White "M Rex"]', '[Event "Ohio State Ty 1946"]', '[Result "1/2-1/2"]']) check(text.includes(wanted), `${wanted} in ${text}`);
});

test("the editor's board stands as the board that is played on", async (page) => {
  const order = (where) => page.locator(`${where} .squares button`).evaluateAll((all) => all.map((one) => one.dataset.name).join(" "));
  for (const request of [
    { game: "checkers", seats: ["person", "random"] }, { game: "checkers", seats: ["person", "person"] },
    { game: "othello", seats: ["person", "person"] }, { game: "cantgoback", seats: ["person", "person"] },
  ]) {
    await game(page, { ...request, paused: true });
    for (let turn = 0; turn < 2; turn++) {
      if (turn) await page.locator("[data-do=flip]").click();
      await tab(page, "Share & edit");
      await page.locator("[data-do=edit]").click();
      check((await order(".editor")) === (await order(".boardside")), `${request.game}, turn ${turn}`);
    }
  }
});

test("a link to a tree fills the form, draws what it says, and lights no lesson", async (page) => {
  const links = [
    { game: "othello:size=4", agent: "minimax:depth=2", position: "------O--XXX-O-- X", compare: "0" },
    { game: "checkers", agent: "pvs:depth=3,eval=material", position: "B:W18,24:B12,K16" },
    { game: "cantgoback:board=q2,penalty=200", agent: "alphabeta:depth=3,eval=score", beside: "minimax:depth=2", compare: "0" },
    { game: "2048", agent: "star1:depth=1,eval=empties", position: "2 4 8 2/4 8 16 4/2 4 8 16/0 2 4 2" },
  ];
  for (const link of links) {
    const hash = `#/tree?${new URLSearchParams(link)}`;
    await visit(page, hash);
    await page.waitForSelector("svg.tree");
    check((await page.locator(".lessons [aria-current]").count()) === 0, "no lesson is shown, none is lit");
    const drawn = await page.locator(".main-tree h2 code").textContent();
    check(drawn === link.agent, `${drawn} is drawn`);
    check((await page.locator(".second-tree").count()) === (link.compare === "0" && !link.beside ? 0 : 1), "the second tree is there if asked for");
    const answers = [];
    page.on("request", (request) => { if (request.url().endsWith("/api/tree")) answers.push(request.postDataJSON()); });
    await page.locator("[data-do=grow]").click();
    await page.waitForSelector("svg.tree");
    const asked = answers.at(-1);
    for (const key of ["game", "agent", "position", "beside"]) check((asked[key] ?? "") === (link[key] ?? ""), `${key}: ${asked[key]} for ${link[key]}`);
    check(asked.compare === (link.compare !== "0"), "and whether it is compared");
    const drawnAgain = await page.locator(".main-tree h2 code").textContent();
    await page.reload();
    await page.waitForSelector("svg.tree");
    check((await page.locator(".main-tree h2 code").textContent()) === drawnAgain, "the address is that of what is drawn");
    page.removeAllListeners("request");
  }
});

test("lessons are lit while they are shown", async (page) => {
  await visit(page, "#/tree");
  await page.waitForSelector("svg.tree");
  const lit = () => page.locator(".lessons [aria-current]").evaluateAll((all) => all.map((one) => one.getAttribute("href")).join());
  check((await lit()) === "#/tree/alphabeta", "the first is shown and lit");
  await page.getByText("Any position, any search").click();
  await page.locator("[data-do=grow]").click();
  await until(page, () => document.querySelectorAll(".lessons [aria-current]").length === 0 && document.querySelector("svg.tree"));
  check(/#\/tree\?game=/.test(page.url()), "the address is that of the search");
  await visit(page, "#/tree/nosuch");
  await page.getByText("There is no example").waitFor();
  check((await lit()) === "", "nothing is lit for what is not there");
});

test("the legend tells what was left out from what made it so", async (page) => {
  await visit(page, "#/tree/alphabeta");
  await page.waitForSelector("svg.tree");
  const style = (name) => page.evaluate((name) => {
    const { borderTopStyle, borderTopColor, borderTopWidth } = getComputedStyle(document.querySelector(`.key.${name}`), "::before");
    return [borderTopStyle, borderTopColor, borderTopWidth].join();
  }, name);
  const all = await Promise.all(["best", "cut", "cause", "hit"].map(style));
  check(new Set(all).size === 4, all.join(" | "));
  await shot(page, "legend");
  await page.setViewportSize({ width: 320, height: 700 });
  await fits(page, "a tree on 320 px");
});

test("messy texts say one clear line or open", async (page) => {
  await game(page, { game: "checkers", seats: ["person", "person"] });
  await tab(page, "Share & edit");
  for (const text of ["", "hello", "<html><body>1. e4 e5", "\u0000\u0001", "[Event", "1. 99-1", "B:W99:B1", "x".repeat(200000)]) {
    const before = page.url();
    await page.locator('textarea[placeholder^="A file"]').fill(text);
    await page.evaluate(() => document.getElementById("notes").replaceChildren());
    await page.locator("[data-do=import]").click();
    const said = page.locator("#notes .bad, .side small.bad").first();
    await said.waitFor();
    const line = await said.textContent();
    check(line.length > 10 && line.length < 400 && !line.includes("\n"), `${text.slice(0, 20)}: ${line}`);
    check(page.url() === before, "the game stays");
    check(server.url.length > 0, "");
  }
});

test("a link of a game that was given up is one of a game that is over", async (page) => {
  await game(page, { game: "checkers", seats: ["person", "random"], moves: ["11-15", "23-19"], pace: 0 });
  await page.locator("[data-do=resign]").click();
  await page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  await page.waitForSelector(".status.over");
  const said = await page.locator(".status").textContent();
  await tab(page, "Share & edit");
  const link = await copied(page, "Copy link");
  await another(page, () => page.goto(link), ".status.over");
  check((await page.locator(".status").textContent()) === said, `${await page.locator(".status").textContent()} for ${said}`);
  check(await page.locator("[data-do=resign]").isHidden(), "nobody gives up twice");
  // An earlier position is one that can be played.
  await page.getByRole("button", { name: "One back" }).click();
  await tab(page, "Share & edit");
  await another(page, async () => page.goto(await copied(page, "Copy link")), ".status:not(.over)");
  // What cannot have been is refused.
  for (const ended of ["resigned 7", "bored 0", "late"]) {
    await visit(page, `#/new?game=othello&seat=person&seat=person&ended=${ended}`);
    await page.getByText("This cannot be shown").waitFor();
    check(/ended|expected/.test(await page.getByRole("alert").textContent()), `${ended}: ${await page.getByRole("alert").textContent()}`);
  }
});

test("an address that leads nowhere says so", async (page) => {
  for (const hash of ["#/help", "#/constructor", "#/%", "#/plai/2", "#/game", "#/game/"]) {
    await visit(page, hash);
    check((await page.locator(".view h1").textContent()) === "There is no such view", `${hash}: ${await page.locator(".view h1").textContent()}`);
    check((await page.locator(".view code").textContent()) === hash, "it is named");
    check((await page.locator("header nav [aria-current]").count()) === 0, "nothing is marked");
  }
  await accessible(page, "nowhere");
  for (const name of ["Play", "Watch", "Analyse", "Look inside", "Lab"]) {
    await visit(page, "#/help");
    await another(page, () => page.locator(".view").getByRole("link", { name }).click(), "h1");
    check((await page.locator(".view h1").textContent()) !== "There is no such view", `${name} leads on`);
  }
  for (const hash of ["#/game/abc", "#/game/%"]) {
    await visit(page, hash);
    await page.getByText("This cannot be shown").waitFor();
  }
});

// Every view: what it shows, its widths and colours, and a server that goes away.

import { accessible, check, fits, shot, until } from "./harness.mjs";
import { server, test, visit } from "./kit.mjs";

test("a view that cannot come says so, and comes later", async (page) => {
  await visit(page, "#/lab");
  await page.waitForSelector(".experiment");
  await server.kill();
  await page.locator("#offline:not([hidden])").waitFor();
  await page.getByRole("link", { name: "Watch" }).click();
  await page.getByText("This cannot be shown").waitFor();
  await accessible(page, "a view that failed");
  await server.start();
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("heading", { name: "Watch agents play" }).waitFor();
});

test("an experiment is run, and its report read", async (page) => {
  await visit(page, "#/lab");
  await page.getByRole("button", { name: "Run, quick size: three-players" }).click();
  await page.getByRole("link", { name: "Its report" }).click();
  await page.frameLocator("iframe").getByRole("heading", { name: "Claims" }).waitFor();
  await shot(page, "report");
  await accessible(page, "lab");
});

test("agents are watched", async (page) => {
  await visit(page, "#/watch");
  await shot(page, "watch");
  await page.getByRole("button", { name: /champion/ }).click();
  // Within the page: seen from outside, on a busy machine, the game may be over before the button is pressed.
  await until(page, () => {
    const isUnderWay = Number(document.querySelector(".stepper input")?.max) > 200;
    if (isUnderWay) document.querySelector("[data-do=pause]").click();
    return isUnderWay;
  });
  await until(page, () => /Paused/.test(document.querySelector(".status").textContent));
  await shot(page, "champion");
});

const VIEWS = { play: "#/", watch: "#/watch", lessons: "#/lessons", analyse: "#/analyse", tree: "#/tree/alphabeta", lab: "#/lab" };
for (const [scheme, width] of [["light", 1280], ["dark", 1280], ["light", 390], ["dark", 390]]) {
  test(`every view, ${scheme}, ${width} wide`, async (page) => {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
    await page.setViewportSize({ width, height: width < 500 ? 844 : 860 });
    const hashes = Object.entries(VIEWS);
    for (const kind of ["othello", "checkers", "cantgoback", "2048"]) {
      const seats = kind === "2048" ? ["person"] : ["person", "greedy"];
      hashes.push([kind, `#/game/${await server.begin({ game: kind, seats: kind === "cantgoback" ? ["person", "simple"] : seats, seed: 3 })}`]);
    }
    for (const [name, hash] of hashes) {
      await visit(page, hash);
      await page.waitForSelector(name === "tree" ? "svg.tree" : name in VIEWS ? "h1" : ".status");
      await page.waitForTimeout(80);
      await shot(page, `${scheme}-${width}-${name}`);
      await fits(page, name);
      await accessible(page, `${name}, ${scheme}, ${width}`);
    }
  });
}

test("the view that one is in can be seen in a narrow row", async (page) => {
  await page.setViewportSize({ width: 320, height: 640 });
  for (const view of ["lab", "play", "tree"]) {
    await visit(page, `#/${view}`);
    const [left, right] = await page.locator("header nav [aria-current]").evaluate((link) => [link.getBoundingClientRect().left, link.getBoundingClientRect().right]);
    check(left >= 0 && right <= 320, `${view} lies from ${left} to ${right}`);
  }
});

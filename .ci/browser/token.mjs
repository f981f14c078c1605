// Whoever has the address that the server printed plays; others of the machine look.

import { check, open, until } from "./harness.mjs";
import { browser, plies, server, settled, test } from "./kit.mjs";

const clickAny = async (page) => {
  await settled(page);
  await page.locator(".squares button.can").first().click();
};

test("the address that is printed lets a browser play, and others watch", async () => {
  const id = await server.begin({ game: "othello", seats: ["person", "person"] });
  const stranger = await open(browser, { url: server.url });
  try {
    await stranger.goto(`${server.url}#/game/${id}`);
    await clickAny(stranger);
    await stranger.getByText("takes the token of the address").first().waitFor();
    check((await plies(stranger)) === 0, "nothing is played");
    // The same window, without loading the page anew.
    await stranger.evaluate((page) => { location.href = page; }, server.page);
    await stranger.getByRole("heading", { level: 1 }).first().waitFor();
    check(!stranger.url().includes("token"), `the token stays out of sight: ${stranger.url()}`);
    const second = await stranger.context().newPage();
    for (const page of [stranger, second]) {
      const before = (await server.ask(`play/${id}`)).plies.length;
      await page.goto(`${server.url}#/game/${id}`);
      await clickAny(page);
      await until(page, (n) => Number(document.querySelector(".stepper input").max) > n, before);
    }
  } finally {
    await stranger.context().close();
  }
});

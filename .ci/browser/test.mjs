// The page as people use it. Each test has a page of its own; names given as arguments select some.

import { check, open, shot } from "./harness.mjs";
import { browser, server, tests } from "./kit.mjs";

const SUBJECTS = [
  "board",
  "play",
  "haste",
  "hands",
  "table",
  "plain",
  "sizes",
  "exchange",
  "analysis",
  "review",
  "links",
  "token",
  "tree",
  "views",
];
for (const subject of SUBJECTS) await import(`./${subject}.mjs`);

let failed = 0;
const wanted = process.argv.slice(2);
for (const { name, body } of tests) {
  if (wanted.length && !wanted.some((part) => name.includes(part))) continue;
  const page = await open(browser, server);
  page.setDefaultTimeout(60000);
  const begun = Date.now();
  try {
    await body(page);
    check(page.faults.length === 0, page.faults.join("; "));
    console.log(`ok   ${name} (${((Date.now() - begun) / 1000).toFixed(1)} s)`);
  } catch (error) {
    failed += 1;
    console.log(`FAIL ${name}: ${error.message}`);
    await shot(page, `failed-${name.replace(/\W+/g, "-")}`).catch(() => {});
  }
  await page.context().close();
}
await browser.close();
await server.end();
console.log(failed ? `${failed} failed` : "all passed");
process.exit(failed ? 1 : 0);

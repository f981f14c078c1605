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
  "lessons",
  "review",
  "links",
  "token",
  "tree",
  "views",
];
for (const subject of SUBJECTS) await import(`./${subject}.mjs`);

/** Far more than any test takes, whatever else the machine does. */
const MOST_SECONDS = 600;
const late = () => new Promise((_, reject) => setTimeout(() => reject(new Error(`not done within ${MOST_SECONDS} s`)), MOST_SECONDS * 1000).unref());

const failures = [];
const wanted = process.argv.slice(2);
for (const { name, body } of tests) {
  if (wanted.length && !wanted.some((part) => name.includes(part))) continue;
  const page = await open(browser, server);
  page.setDefaultTimeout(120000);
  const begun = Date.now();
  try {
    await Promise.race([body(page), late()]);
    check(page.faults.length === 0, page.faults.join("; "));
    console.log(`ok   ${name} (${((Date.now() - begun) / 1000).toFixed(1)} s)`);
  } catch (error) {
    failures.push(`FAIL ${name}: ${error.message}`);
    console.log(failures.at(-1));
    await shot(page, `failed-${name.replace(/\W+/g, "-")}`).catch(() => {});
  }
  await page.context().close();
}
await browser.close();
await server.end();
// Once more, where whoever looks at the end of a long log sees them.
for (const failure of failures) console.log(failure);
console.log(failures.length ? `${failures.length} failed` : "all passed");
process.exit(failures.length ? 1 : 0);

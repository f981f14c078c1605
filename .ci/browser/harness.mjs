// A server, a browser, and what every test of the page needs.

import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const SHOTS = process.env.SCREENSHOTS;
mkdirSync(SHOTS, { recursive: true });

/** The command's server with a state folder of its own. It can be killed and started again. */
export class Server {
  constructor(more = []) {
    this.state = mkdtempSync(join(tmpdir(), "plywise-page-"));
    this.port = 0;
    this.more = more;
  }

  start() {
    const child = spawn(process.env.PLYWISE, ["serve", "--port", String(this.port), "--state", this.state, "--reports", join(this.state, "reports"), ...this.more], { stdio: ["ignore", "pipe", "inherit"] });
    this.child = child;
    return new Promise((resolve, reject) => {
      child.on("exit", (code) => reject(new Error(`the server ended with ${code}`)));
      let said = "";
      child.stdout.on("data", (data) => {
        said += data;
        const found = /(http:\/\/127\.0\.0\.1:(\d+)\/)#token=(\w+)\s/.exec(said);
        if (found) {
          [this.page, this.url, this.port, this.token] = found;
          resolve(this);
        }
      });
    });
  }

  async kill() {
    const gone = new Promise((resolve) => this.child.once("exit", resolve));
    this.child.kill("SIGKILL");
    await gone;
  }

  async end() {
    await this.kill();
    rmSync(this.state, { recursive: true, force: true });
  }

  /** Asks the server without the page. */
  async ask(path, body) {
    const headers = { "content-type": "application/json", authorization: `Bearer ${this.token}` };
    const answer = await fetch(`${this.url}api/${path}`, body && { method: "POST", headers, body: JSON.stringify(body) });
    const json = await answer.json();
    if (!answer.ok) throw new Error(json.error);
    return json;
  }

  async begin(request) {
    return (await this.ask("play", request)).id;
  }
}

export const browser = () => chromium.launch({
  executablePath: process.env.CHROMIUM,
  args: ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
});

/** A page that minds every error, and every request that leaves this machine. */
export async function open(browser, server, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, reducedMotion: "reduce", ...options });
  const page = await context.newPage();
  // SLOW=6 makes the page as slow as on a machine that has six times as much to do.
  if (process.env.SLOW) await (await context.newCDPSession(page)).send("Emulation.setCPUThrottlingRate", { rate: Number(process.env.SLOW) });
  page.faults = [];
  // As who has opened the address that was printed.
  // A report's frame may keep nothing, and needs nothing.
  const keep = (token) => window === top && localStorage.setItem("token", token);
  if (server.token) await context.addInitScript(keep, server.token);
  page.on("pageerror", (error) => page.faults.push(`error: ${error.message}`));
  page.on("console", (message) => {
    // A server that was killed is missed by the browser, too; the page says so itself.
    if (message.type() === "error" && !/ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED|Failed to load resource/.test(message.text())) page.faults.push(`console: ${message.text()}`);
  });
  page.on("request", (request) => {
    if (!request.url().startsWith(server.url) && !/^(data|blob):/.test(request.url())) page.faults.push(`asked elsewhere: ${request.url()}`);
  });
  return page;
}

export function check(condition, message) {
  if (!condition) throw new Error(message);
}

/** Waits until a function of the page gives something true. */
export const until = (page, what, argument, timeout = 120000) => page.waitForFunction(what, argument, { timeout, polling: 25 });

export async function shot(page, name) {
  await page.screenshot({ path: join(SHOTS, `${name}.png`) });
}

/** No violation that axe-core calls serious or critical. */
export async function accessible(page, name) {
  // The policy of the page lets no script in; the debugger's own way does not ask it.
  await page.evaluate(AXE);
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  const grave = violations.filter((one) => ["serious", "critical"].includes(one.impact));
  check(grave.length === 0, `${name}: ${grave.map((one) => `${one.id} (${one.help}): ${one.nodes.slice(0, 3).map((node) => `${node.target} ${node.failureSummary.replaceAll("\n", " ")}`).join("; ")}`).join(" | ")}`);
}

/** Nothing is wider than the window. */
export async function fits(page, name) {
  const [wide, window, who] = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const beyond = [...document.querySelectorAll("main *")].filter((one) => one.getBoundingClientRect().right > clientWidth);
    return [scrollWidth, clientWidth, beyond.slice(0, 6).map((one) => `${one.tagName}.${one.getAttribute("class") ?? ""}`)];
  });
  check(wide <= window, `${name}: ${wide} pixels wide in a window of ${window}: ${who.join(", ")}`);
}

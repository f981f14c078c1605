// What stands on the board: as a person sees it, as a screen reader hears it, and as the server has it.

import { check } from "./harness.mjs";
import { api } from "./kit.mjs";

/** Square numbers of checkers to places on the board of 64, row by row. */
const place = (number) => {
  const row = Math.floor((number - 1) / 4);
  return row * 8 + 2 * ((number - 1) % 4) + 1 - (row % 2);
};

/** Positions as one word per square, "" where nothing stands. */
const READ = {
  othello: (text) => [...text.split(" ")[0]].map((one) => ({ X: "black", O: "white" })[one] ?? ""),
  checkers(text) {
    const cells = Array(64).fill("");
    for (const list of text.split(":").slice(1)) {
      for (const one of list.slice(1).split(",").filter(Boolean)) {
        cells[place(Number(one.replace("K", "")))] = `${list[0] === "W" ? "white" : "black"}${one[0] === "K" ? " king" : ""}`;
      }
    }
    return cells;
  },
  cantgoback: (text) => text.replace(/\s[a-z]+=.*/, "").split(/[\s/]+/).map(Number).map((value) => ({ "-1": "closed", 0: "", 1: "player 1", 2: "player 2" })[value] ?? `fruit ${value}`),
  "connect-four": (text) => [...text.replaceAll("/", "")].map((one) => ({ R: "red", Y: "yellow" })[one] ?? ""),
  2048: (text) => text.replace(/spawn|score=\d+/g, "").trim().split(/[\s/]+/).map((value) => (value === "0" ? "" : value)),
};

/** What is drawn on each square: which piece's middle lies there. Two pieces on one square are both told. */
export const drawn = (page) => page.evaluate(() => {
  const box = (element) => element.getBoundingClientRect();
  const name = (piece) => {
    const text = piece.querySelector("text")?.textContent;
    const has = (part) => piece.querySelector(part);
    if (has(".tile")) return text;
    if (has(".fruit")) return `fruit ${text}`;
    if (has(".seat")) return `player ${text}`;
    return `${["black", "white", "red", "yellow"].find((colour) => has(`.disc.${colour}`)) ?? "?"}${has(".crown") ? " king" : ""}`;
  };
  const squares = [...document.querySelectorAll(".boardside .board .square")].map((square) => [box(square), square.matches(".closed, .trail") ? ["closed"] : []]);
  for (const piece of document.querySelectorAll(".boardside .board .piece:not(.leaving)")) {
    const body = box(piece.querySelector(".disc, .tile, .fruit"));
    const [x, y] = [body.x + body.width / 2, body.y + body.height / 2];
    squares.find(([at]) => x > at.left && x < at.right && y > at.top && y < at.bottom)?.[1].push(name(piece));
  }
  return squares.map(([, names]) => names.join(" and "));
});

/** The same as screen readers hear it. */
export const heard = (page) => page.evaluate(() => {
  const whole = document.querySelector(".boardside .squares.whole");
  if (whole) return [...whole.getAttribute("aria-label").matchAll(/Row \d: ([^.]*)/g)].flatMap(([, row]) => row.split(" ")).map((one) => (one === "empty" ? "" : one));
  const squares = [...document.querySelectorAll(".boardside .squares button")].sort((a, b) => a.dataset.at - b.dataset.at);
  return squares.map((button) => {
    const say = button.getAttribute("aria-label").split(", ");
    const found = say.map((one) => /^(black|white)( disc| man| king)$|^player (1|2)$|^fruit worth \d+$|^wall$|^left by player|^Red$|^Yellow$/.exec(one)?.[0]).find(Boolean) ?? "";
    return found.toLowerCase().replace(/ disc| man/, "").replace(" worth", "").replace(/^wall$|^left by .*/, "closed");
  });
});

export const told = (id) => api(`play/${id}`);

/** These words are drawn, once the pieces under way have come to rest. */
export async function stands(page, wanted, what) {
  let seen;
  for (let tries = 0; tries < 50 && String(seen) !== String(wanted); tries++) {
    if (tries) await page.waitForTimeout(100);
    seen = await drawn(page);
  }
  check(String(seen) === String(wanted), `${what}, drawn: ${seen}, not ${wanted}`);
}

/** The server's position after so many plies, square by square. */
export function position(state, ply = state.plies.length) {
  return READ[state.game.split(":")[0]](ply === 0 ? state.start : state.plies[ply - 1].p);
}

/** The ply that the page shows. */
export const shownPly = (page) => page.locator(".stepper input").first().inputValue().then(Number);

/** The board shows the server's position after the ply at which the page stands, to eyes and to ears. */
export async function agrees(page, id, what, ply = null) {
  let at, wanted, seen, ears;
  // Pieces may still be under way, and so may what the server said last.
  for (let tries = 0; tries < 50; tries++) {
    if (tries) await page.waitForTimeout(100);
    const state = await told(id);
    at = await shownPly(page);
    if (at > state.plies.length || (ply !== null && at !== ply)) continue;
    [wanted, seen, ears] = [position(state, at), await drawn(page), await heard(page)];
    if (String(seen) === String(wanted) && String(ears) === String(wanted)) break;
  }
  check(wanted && (ply === null || at === ply), `${what}: the page stands at ply ${at}, not ${ply}`);
  check(wanted.length > 0, `${what}: a board of no squares`);
  const covered = await page.evaluate(() => {
    const number = document.querySelector(".boardside .board .square-number");
    const marks = [...document.querySelectorAll(".boardside .board .last")];
    return number !== null && marks.some((mark) => number.compareDocumentPosition(mark) & Node.DOCUMENT_POSITION_FOLLOWING);
  });
  check(!covered, `${what}: the last move's colour lies over the squares' numbers`);
  const differ = (other) => wanted.map((one, i) => (one === other[i] ? null : `${i}: "${other[i]}" for "${one}"`)).filter(Boolean).join(", ");
  check(String(seen) === String(wanted), `${what}, ply ${at}, drawn: ${differ(seen)}`);
  check(String(ears) === String(wanted), `${what}, ply ${at}, said: ${differ(ears)}`);
}

// Addresses within the page: #/view/part?key=value.

import { FIRST } from "./games/index.js";

export function route() {
  const [path, query = ""] = location.hash.replace(/^#/, "").split("?");
  const parts = path.split("/").filter(Boolean).map(plain);
  return { view: parts[0] ?? "play", rest: parts.slice(1), query: new URLSearchParams(query) };
}

/** What an address means; one that is written wrongly means itself. */
function plain(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export function go(hash) {
  if (location.hash === hash) dispatchEvent(new HashChangeEvent("hashchange"));
  else location.hash = hash;
}

/** An address that begins the same game again: position, lesson, moves, agents, clock, luck, how it ended, and who played. */
export function newGameLink(request) {
  const query = new URLSearchParams({ game: request.game });
  for (const seat of request.seats) query.append("seat", seat);
  for (const key of ["lesson", "position", "clock", "seed", "pace"]) {
    if (request[key] !== undefined && request[key] !== null && request[key] !== "") query.set(key, request[key]);
  }
  if (request.moves?.length) query.set("moves", request.moves.join(" "));
  if (request.paused) query.set("paused", "1");
  for (const [how, seat] of Object.entries(request.ended ?? {})) query.set("ended", `${how} ${seat}`);
  for (const tag of request.tags ?? []) query.append("tag", tag.join("="));
  return `#/new?${query}`;
}

export function requestOf(query) {
  const request = { game: query.get("game") ?? FIRST, seats: query.getAll("seat") };
  for (const key of ["lesson", "position", "clock"]) if (query.get(key)) request[key] = query.get(key);
  for (const key of ["seed", "pace"]) if (query.get(key)) request[key] = Number(query.get(key)) || 0;
  if (query.get("moves")) request.moves = query.get("moves").split(" ").filter(Boolean);
  if (query.get("paused") === "1") request.paused = true;
  const [how, seat] = (query.get("ended") ?? "").split(" ");
  if (how) request.ended = { [how]: Number(seat) };
  const tags = query.getAll("tag").map((tag) => /^([^=]*)=(.*)$/s.exec(tag)?.slice(1)).filter(Boolean);
  if (tags.length) request.tags = tags;
  return request;
}

/** An address that records the same search again. */
export function treeLink(request) {
  const query = new URLSearchParams();
  for (const key of ["game", "agent", "position", "seed", "beside"]) if (request[key]) query.set(key, request[key]);
  if (!request.compare) query.set("compare", "0");
  return `#/tree?${query}`;
}

export function treeRequestOf(query, usual) {
  const request = { game: query.get("game") ?? FIRST, compare: query.get("compare") !== "0" };
  request.agent = query.get("agent") ?? usual(readSpec(request.game).name);
  for (const key of ["position", "beside"]) if (query.get(key)) request[key] = query.get(key);
  if (Number(query.get("seed"))) request.seed = Number(query.get("seed"));
  return request;
}

/** "name:size=6" as name and options. */
export function readSpec(text) {
  const at = text.indexOf(":");
  const name = at < 0 ? text : text.slice(0, at);
  const options = {};
  if (at >= 0) {
    for (const part of text.slice(at + 1).match(/(?:[^,"]|"[^"]*")+/g) ?? []) {
      const equals = part.indexOf("=");
      options[part.slice(0, equals).trim()] = part.slice(equals + 1).trim().replace(/^"|"$/g, "");
    }
  }
  return { name, options };
}

export function writeSpec(name, options) {
  const parts = Object.entries(options)
    .filter(([, value]) => value !== "" && value !== undefined)
    .map(([key, value]) => `${key}=${/[, ]/.test(value) ? `"${value}"` : value}`);
  return parts.length ? `${name}:${parts.join(",")}` : name;
}

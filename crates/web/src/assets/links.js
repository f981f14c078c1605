// Addresses within the page: #/view/part?key=value.

export function route() {
  const [path, query = ""] = location.hash.replace(/^#/, "").split("?");
  const parts = path.split("/").filter(Boolean).map(decodeURIComponent);
  return { view: parts[0] ?? "play", rest: parts.slice(1), query: new URLSearchParams(query) };
}

export function go(hash) {
  if (location.hash === hash) dispatchEvent(new HashChangeEvent("hashchange"));
  else location.hash = hash;
}

/** An address that begins the same game again: position, agents, clock and luck. */
export function newGameLink(request) {
  const query = new URLSearchParams({ game: request.game });
  for (const seat of request.seats) query.append("seat", seat);
  for (const key of ["position", "clock", "seed", "pace"]) {
    if (request[key] !== undefined && request[key] !== null && request[key] !== "") query.set(key, request[key]);
  }
  return `#/new?${query}`;
}

export function requestOf(query) {
  const request = { game: query.get("game") ?? "othello", seats: query.getAll("seat") };
  for (const key of ["position", "clock"]) if (query.get(key)) request[key] = query.get(key);
  for (const key of ["seed", "pace"]) if (query.get(key)) request[key] = Number(query.get(key)) || 0;
  return request;
}

/** "othello:size=6" as name and options. */
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

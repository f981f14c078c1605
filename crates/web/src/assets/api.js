// Asking the server, and hearing from it.

import { offline } from "./dom.js";

export const SILENT = "The server does not answer. Is plywise serve still running?";

// What tells the server its user from others of the machine. It is kept where no page of another port can read it.
let token;

/** Takes the token of the address that the server printed, if this is it; the address then is that of the start. */
export function admit() {
  const [, found] = /^#token=(\w+)$/.exec(location.hash) ?? [];
  if (!found) return;
  token = found;
  try {
    localStorage.setItem("token", found);
  } catch {
    // Without storage it holds until the page is left.
  }
  history.replaceState(null, "", "#/");
}

function headers() {
  try {
    token = localStorage.getItem("token") ?? token;
  } catch {
    // As above.
  }
  return { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) };
}

/** What the server answers, or an error of one line. */
export async function ask(path, body, options = {}) {
  const request = body === undefined ? options : { method: "POST", headers: headers(), body: JSON.stringify(body), ...options };
  let response;
  try {
    response = await fetch(path, request);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Error(SILENT);
  }
  const answer = await response.json().catch(() => ({ error: `the server answered with status ${response.status}` }));
  if (!response.ok) throw new Error(answer.error ?? `status ${response.status}`);
  return answer;
}

let catalogue;
/** Games, their options and agents; asked for once. */
export const games = () => (catalogue ??= ask("/api/games").catch((error) => {
  catalogue = undefined;
  throw error;
}));

/**
 * Hears the messages of an address until `close`. Where the server goes away, it is asked again and again, and the page
 * says so, or whoever wants to say it in its own way.
 */
export function listen(path, heard, state = (online) => offline(!online)) {
  let source;
  let timer;
  const open = () => {
    source = new EventSource(path);
    source.onopen = () => state(true);
    source.onmessage = (event) => heard(JSON.parse(event.data));
    source.onerror = () => {
      state(false);
      // A browser gives up where the server answers with an error; a server that is being restarted may.
      if (source.readyState === EventSource.CLOSED) {
        clearTimeout(timer);
        timer = setTimeout(open, 1000);
      }
    };
  };
  open();
  return { close: () => { clearTimeout(timer); source.close(); state(true); } };
}

/** Hears the messages of a search until it is done. It ends when nobody listens. */
export function stream(path, heard) {
  const source = new EventSource(path);
  source.onmessage = (event) => {
    const message = JSON.parse(event.data);
    if (message.done) source.close();
    heard(message);
  };
  source.onerror = async () => {
    source.close();
    // What an event source does not tell: why it was refused.
    const line = await fetch(path).then((answer) => {
      if (answer.ok) {
        answer.body?.cancel();
        return "the search was broken off";
      }
      return answer.json().then((json) => json.error);
    }).catch(() => SILENT);
    heard({ error: line, done: true });
  };
  return { close: () => source.close() };
}

/** A game on the server, followed as it goes on. */
export class Game {
  constructor(id) {
    this.id = id;
    this.state = null;
    this.plies = [];
    this.watchers = new Set();
    this.online = true;
  }

  static async begin(request) {
    return (await ask("/api/play", request)).id;
  }

  /** Begins to listen; pauses while nobody sees the page. */
  follow() {
    const connect = () => {
      this.source ??= listen(`/api/play/${this.id}/events`, (state) => this.take(state), (online) => {
        if (this.online !== online) {
          this.online = online;
          this.tell();
        }
      });
    };
    this.onvisible = () => {
      if (document.hidden) {
        this.source?.close();
        this.source = null;
      } else connect();
    };
    document.addEventListener("visibilitychange", this.onvisible);
    connect();
  }

  leave() {
    document.removeEventListener("visibilitychange", this.onvisible);
    this.source?.close();
    this.watchers.clear();
  }

  async load() {
    this.take(await ask(`/api/play/${this.id}`));
    return this;
  }

  take(state) {
    // Answers and messages overtake each other; the newest counts.
    if (this.state && state.stamp < this.state.stamp) return;
    if (state.from > this.plies.length) {
      // The server counts anew, after a restart for instance.
      this.load().catch(() => {});
      return;
    }
    this.plies.length = state.from;
    this.plies.push(...state.plies);
    this.state = state;
    this.tell();
  }

  tell() {
    for (const watcher of this.watchers) watcher(this);
  }

  async act(name, body = {}) {
    this.take(await ask(`/api/play/${this.id}/${name}`, body));
  }

  move(text) {
    return this.act("move", { move: text, ply: this.plies.length, known: this.state.serial });
  }

  /** The position after so many plies. */
  position(ply = this.plies.length) {
    return ply === 0 ? this.state.start : this.plies[ply - 1].p;
  }
}

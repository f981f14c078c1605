// Positions of known worth to learn from: each is set up, and the other side plays it without a mistake.

import { fill, h, once } from "../dom.js";
import { Game, games } from "../api.js";
import { thumbnail } from "../board.js";
import { picture, title } from "../games/index.js";
import { go } from "../links.js";
import { PERSON } from "./controls.js";

export const asked = (lesson, kind) => `${kind.seats[lesson.seat]} to play and ${lesson.task}`;

export const begin = once(async (kind, lesson) => {
  const seats = kind.seats.map((_, seat) => (seat === lesson.seat ? PERSON : lesson.against));
  go(`#/game/${await Game.begin({ game: kind.name, seats, lesson: lesson.name })}`);
});

export default async function lessons(root) {
  const kinds = (await games()).games.filter((kind) => kind.lessons.length);
  const card = (kind) => (lesson) => h("li", { class: "card game-card" },
    thumbnail(picture(kind.name), lesson.position, ""),
    h("h3", {}, lesson.name), h("p", { class: "soft cap" }, `${asked(lesson, kind)}.`),
    h("div", { class: "row" }, h("button", { class: "main", type: "button", "aria-label": `Play ${lesson.name}`, onclick: () => begin(kind, lesson) }, "Play")));
  fill(root, h("h1", {}, "Lessons"),
    h("p", { class: "lead" }, "Positions whose worth is proven. The other side makes no mistake; after each of your moves you hear what it kept, and you may take it back."),
    kinds.map((kind) => h("section", { "aria-label": title(kind.name) }, h("h2", {}, title(kind.name)), h("ul", { class: "game-cards" }, kind.lessons.map(card(kind))))));
}

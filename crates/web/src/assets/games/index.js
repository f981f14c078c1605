// The games' pictures: how each game's positions and moves are read and drawn. Each comes from its game; the server lists them.

import list from "./list.js";
import plain from "./plain.js";

const BOOKS = new Map(list);

/** The picture book of a game such as `name:size=6`; a game without one is shown as text. */
export const picture = (game) => BOOKS.get(game.split(":")[0]) ?? plain;

export const title = (game) => picture(game).title ?? game;

/** The game of those who name none. */
export const FIRST = list[0]?.[0];

/** All books, in the order of the games. */
export const books = list.map(([, book]) => book);

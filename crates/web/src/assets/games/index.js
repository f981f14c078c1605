// The rules' pictures: how each game's positions and moves are read and drawn.

import othello from "./othello.js";
import checkers from "./checkers.js";
import twenty48 from "./twenty48.js";
import cantgoback from "./cantgoback.js";
import plain from "./plain.js";

const ALL = { othello, checkers, 2048: twenty48, cantgoback };

/** The picture book of a game such as `othello:size=6`; a game without one is shown as text. */
export const picture = (game) => ALL[game.split(":")[0]] ?? plain;

export const TITLES = { othello: "Othello", checkers: "Checkers", 2048: "2048", cantgoback: "Can’t Go Back" };
export const title = (game) => TITLES[game.split(":")[0]] ?? game;

// A game that nobody has drawn yet: its positions as they are written, its moves as a list.

export default {
  mode: "text",
  seats: [],

  /** A position text, with a line for each of its rows where it has several. */
  read: (text) => ({ text, lines: text.split("/").length > 2 ? text.split("/") : [text] }),
  last: () => [],
  score: () => "",
};

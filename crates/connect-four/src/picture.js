import { grid, lowest } from "../grid.js";

export default grid({
  title: "Connect Four",
  blurb: "Drop stones; four in a line win.",
  sample: "......./......./...Y.../..RY.../..YRR../.RYRYR.",
  names: ["Red", "Yellow"],
  lands: lowest, line: 4,
});

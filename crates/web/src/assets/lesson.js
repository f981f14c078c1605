// Guided examples: moments of a search that are worth a stop. Games bring the examples.

/** The first moment at which a position for which `test` holds is entered or left. */
export const when = (search, leaving, test) => search.nodes.filter(test).map((node) => (leaving ? node.left : node.came)).sort((a, b) => a - b)[0] ?? 0;
export const rootChild = (search, n) => search.nodes[search.nodes[0].c[n]];
export const cutNo = (search, n) => search.nodes.filter((node) => node.w === "cut" && node.n > 0).map((node) => node.left).sort((a, b) => a - b)[n] ?? search.steps.length - 1;
export const end = (search) => search.steps.length - 1;

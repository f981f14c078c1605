// Guided examples: a search, and the moments of it that are worth a stop.

/** The first moment at which a position for which `test` holds is entered or left. */
const when = (search, leaving, test) => search.nodes.filter(test).map((node) => (leaving ? node.left : node.came)).sort((a, b) => a - b)[0] ?? 0;
const rootChild = (search, n) => search.nodes[search.nodes[0].c[n]];
const cutNo = (search, n) => search.nodes.filter((node) => node.w === "cut" && node.n > 0).map((node) => node.left).sort((a, b) => a - b)[n] ?? search.steps.length - 1;
const end = (search) => search.steps.length - 1;

export const LESSONS = [
  {
    id: "alphabeta",
    title: "Alpha-beta in five minutes",
    about: "Why a search may leave out most of the tree and still know the best move.",
    request: { game: 'cantgoback:board="0 20 0 -1/1 0 10 0/0 -1 0 2/0 30 0 0"', agent: "alphabeta:depth=3,eval=score", compare: true },
    stops: [
      [() => 0, "Player 1 stands on the left and may go up, right or down. We are player 1 and want points: at our turns the tree takes the largest value (MAX ▲). Player 2 wants the opposite: it takes the smallest (MIN ▼). A value counts our points less theirs."],
      [(s) => when(s, true, (node) => node.leaf), "The search dives down one line first, three plies deep. There it stops looking ahead and counts points: a leaf gets a static value."],
      [(s) => when(s, true, (node) => node.y === 2), "Back one level: MAX chooses among its moves, so the position is worth its best leaf. This is how a value flows up."],
      [(s) => rootChild(s, 0).left, "The first move is searched to the end. From now on we know: whatever else there is, we can have this much. That is alpha, the lower end of the window."],
      [(s) => cutNo(s, 0), "Here is the first cut. One reply was enough to show that this move is worth no more than what we have already (follow the line to the sibling that says so). Player 2 may have even better replies, but that only makes it worse: the rest need not be looked at."],
      [(s) => cutNo(s, 1), "The same again: as soon as one answer refutes a move, the others are left out. What was cut is drawn in dashes; nobody knows what it is worth, and nobody needs to."],
      [end, "Done. The value at the root is exactly that of the whole tree below, which looks at everything; the faint positions there were never entered here. The better the first moves, the more is cut: see “Good order, bad order”."],
    ],
  },
  {
    id: "horizon",
    title: "The horizon effect",
    about: "A fruit in a dead end: two plies deep it is a gift, three plies deep a trap.",
    request: { game: 'cantgoback:board="0 0 0 0 0/-1 0 0 0 0/40 1 0 -1 0/-1 0 0 2 0/-1 0 0 0 0"', agent: "alphabeta:depth=2,eval=score", beside: "alphabeta:depth=3,eval=score" },
    stops: [
      [() => 0, "Player 1 stands beside a fruit worth 40. But the cell has walls above and below: whoever enters it cannot get out again, as the way back closes. This search looks two plies ahead."],
      [(s) => rootChild(s, s.nodes[0].c.length - 1).left, "Left takes the fruit: 40 points, says the static value two plies later. Nothing else earns anything, so left is best."],
      [end, "It walks into the trap: +40 at the root. The penalty for being stuck, 300 points, comes one ply later, behind the horizon. The search below looks just that one ply further and sees −260: it stays outside. The horizon does not vanish with depth; it moves."],
    ],
  },
  {
    id: "star",
    title: "Pruning at the dice",
    about: "Star1 in 2048: an average can be settled before all its outcomes are known.",
    request: { game: "2048", position: "2 4 8 2/4 8 16 4/2 4 8 16/0 2 4 2", agent: "star1:depth=2,eval=published", compare: true },
    stops: [
      [() => 0, "2048 has no opponent but the dice. After each slide a 2 (90 %) or a 4 (10 %) appears: there the tree takes the average, weighted with the probabilities that stand at the edges."],
      [(s) => when(s, true, (node) => node.k === "chance"), "The first turn of the dice is averaged. All its outcomes had to be known for that."],
      [(s) => when(s, true, (node) => node.k === "chance" && node.w === "cut" && node.n > 0), "Star1 (Ballard 1983) knows the least and the most that any position can be worth. Even if the outcomes that are still to come were worth the most, this average could not beat the move that the line points to: it stops here."],
      [end, "The same value as below, where every outcome was looked at. How much is saved depends on how tight the bounds are; in 2048 they are loose, and little is cut. That is why the champion does without."],
    ],
  },
  {
    id: "order",
    title: "Good order, bad order",
    about: "The same position, the same depth, the same value: twice the work.",
    request: { game: "othello:size=4", position: "------O--XXX-O-- X", agent: "alphabeta:depth=4,eval=mobility,order=static", beside: "alphabeta:depth=4,eval=mobility,order=listed" },
    stops: [
      [() => 0, "Othello on 4x4, four plies deep. The search above tries moves with the best static value first; the one below takes them as they are listed."],
      [(s) => rootChild(s, 0).left, "The first move sets alpha. If it is a good one, the window is narrow from then on."],
      [(s) => cutNo(s, 1), "A good reply tried first refutes a move at once. In bad order the refutation comes last, and everything before it was work for nothing."],
      [end, "Compare the counts: both find the same value. With the best order alpha-beta needs about the square root of minimax’s leaves (Knuth & Moore 1975); with the worst it saves nothing. That is what tables, killer moves and iterative deepening are for."],
    ],
  },
];

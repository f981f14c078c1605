// What an evaluator's value of a position is made of.

import { fill, h } from "../dom.js";

/** A number with as many decimals as say something. */
const exact = (value) => {
  if (value === null || value === undefined) return "";
  const digits = Math.abs(value) >= 1000 ? 1 : Math.abs(value) >= 10 ? 2 : 4;
  return Number(value.toFixed(digits)).toLocaleString("en-GB", { maximumFractionDigits: 4 }).replace("-", "−");
};

/** Shows an answer of the server: every term with its weight and what it adds, their sum, and what the words mean. */
export function showReasons(box, told) {
  const sides = told.terms.some((term) => term.own !== null);
  const weighted = told.terms.some((term) => term.weight !== 1);
  const columns = ["term", ...(sides ? ["own", "other"] : weighted ? ["value"] : []), ...(weighted ? ["weight"] : []), "adds"];
  const number = (value, span) => h("td", { colspan: span }, exact(value));
  // What is no difference of two sides stands between them.
  const measured = (term) => (!sides ? (weighted ? [number(term.value)] : []) : term.own === null ? [number(term.value, 2)] : [number(term.own), number(term.other)]);
  const cells = (term) => [...measured(term), weighted && number(term.weight), number(term.adds)];
  const most = Math.max(...told.terms.map((term) => Math.abs(term.adds)), 1e-9);
  const row = (term) => h("tr", {}, h("td", {}, term.name), cells(term), h("td", { class: "sharecell" }, share(term.adds / most)));
  const total = h("tr", { class: "total" }, h("th", { scope: "row", colspan: columns.length - 1 }, "value"), h("td", {}, exact(told.value)), h("td", {}));
  const table = h("table", { class: "reasons" }, h("caption", { class: "vh" }, "Terms of the value"),
    h("thead", {}, h("tr", {}, columns.map((name) => h("th", { scope: "col" }, name)), h("td", { class: "sharecell" }))),
    h("tbody", {}, told.terms.map(row), told.value !== null && total));
  const instead = told.agent !== told.asked && `${told.asked} has no heuristic of its own that can be taken apart; this is the usual one. `;
  fill(box, h("h3", {}, "What the value is made of"), h("p", { class: "soft" }, instead, "Before any search, for the side to move, as ", h("code", {}, told.agent), " sees it."),
    told.terms.length > 0 && h("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": "Terms of the value" }, table),
    parts(told.terms),
    told.candidates.length > 0 && h("p", {}, h("b", {}, "Each move: "), told.candidates.map((one) => `${one.move} ${exact(one.value)}`).join(" · ")),
    lines([...told.definition, ...(told.facts.length > FEW ? [] : told.facts)]),
    told.facts.length > FEW && h("details", {}, h("summary", {}, "More of this position"), lines(told.facts)));
}

/** More facts than these are folded. */
const FEW = 3;
const lines = (all) => h("ul", { class: "mistakes" }, all.map((line) => h("li", {}, line)));

/** To the right what speaks for the side to move, to the left what speaks against it. */
const share = (of) => h("i", { class: `share ${of < 0 ? "against" : "for"}`, style: { width: `${Math.abs(50 * of)}%` } });

/** What single terms are the sum of, for those who want to know. */
function parts(terms) {
  const long = terms.filter((term) => term.parts.length > 0);
  if (!long.length) return null;
  const count = long.reduce((sum, term) => sum + term.parts.length, 0);
  return h("details", {}, h("summary", {}, `All ${count} patterns`), long.map((term) => h("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": term.name }, h("table", {},
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, term.name), h("th", { scope: "col" }, "adds"))),
    h("tbody", {}, term.parts.map((part) => h("tr", {}, h("td", {}, part.name), h("td", {}, exact(part.adds)))))))));
}

// Plots: what a game was worth, ply by ply.

import { fill, h, svg } from "./dom.js";
import { isProven } from "./worth.js";

const W = 420;
const H = 196;
const LEFT = 44;
const BOTTOM = 24;
const TOP = 26;

/**
 * A line over plies, in one unit: `unit` names it on the axis. `points` are `{ ply, value, say }`, values those of the seat
 * that is listed first; what is proven stands at the edge that says who wins. `marks` is a map from a ply to
 * `{ tone, say }`; `at` the ply that is shown; a click steps there.
 */
export function valueChart(points, { marks = new Map(), at, total, end, step, names, unit }) {
  const finite = points.filter((point) => !isProven(point.value)).map((point) => point.value);
  const signed = names.length === 2;
  const room = signed && finite.length < points.length ? 18 : 0;
  let top = Math.max(1, ...finite.map(Math.abs)) * 1.15;
  const magnitude = 10 ** Math.floor(Math.log10(top));
  top = Math.ceil(top / magnitude) * magnitude;
  const low = signed ? -top : Math.min(0, ...finite);
  const x = (ply) => LEFT + ((W - LEFT - 10) * ply) / Math.max(1, total);
  const [from, to] = [TOP + room, H - BOTTOM - room];
  const y = (value) => (isProven(value) ? (value > 0 ? TOP : H - BOTTOM) : from + ((to - from) * (top - value)) / (top - low));
  const parts = [svg("text", { class: "tick unit", x: 2, y: 12 }, signed ? `${unit} for ${names[0]}` : unit)];
  for (const value of signed ? [top, top / 2, 0, -top / 2, -top] : [top, (top + low) / 2, low]) {
    parts.push(svg("line", { class: value === 0 ? "axis" : "grid", x1: LEFT, x2: W - 10, y1: y(value), y2: y(value) }));
    parts.push(svg("text", { class: "tick", x: LEFT - 6, y: y(value), "text-anchor": "end", dy: "0.35em" }, compact(value)));
  }
  for (const [value, name] of room ? [[Infinity, names[0]], [-Infinity, names[1]]] : []) {
    parts.push(svg("line", { class: "edge-won", x1: LEFT, x2: W - 10, y1: y(value), y2: y(value) }));
    parts.push(svg("text", { class: "tick", x: LEFT + 4, y: y(value), dy: value > 0 ? "1em" : "-0.4em" }, `${name} wins`));
  }
  parts.push(svg("text", { class: "tick", x: W - 10, y: H - 6, "text-anchor": "end" }, end));
  if (points.length > 1) {
    const line = points.map((point, i) => `${i ? "L" : "M"}${x(point.ply).toFixed(1)} ${y(point.value).toFixed(1)}`).join("");
    if (signed) parts.push(svg("path", { class: "area", d: `${line}L${x(points.at(-1).ply)} ${y(0)}L${x(points[0].ply)} ${y(0)}z` }));
    parts.push(svg("path", { class: "curve", d: line }));
  }
  for (const point of points) {
    const mark = marks.get(point.ply);
    if (mark) parts.push(svg("circle", { class: `mistake ${mark.tone}`, cx: x(point.ply), cy: y(point.value), r: 5 }, svg("title", {}, mark.say)));
  }
  if (at !== undefined) parts.push(svg("line", { class: "here", x1: x(at), x2: x(at), y1: TOP - 4, y2: H - BOTTOM }));
  const last = points.at(-1);
  const picture = svg("svg", {
    viewBox: `0 0 ${W} ${H}`, class: "chart", role: "img",
    "aria-label": `Value of ${points.length} positions in ${unit}${signed ? ` for ${names[0]}` : ""}${last ? `, the last ${last.say}` : ""}. The table below says the same.`,
  }, parts);
  picture.addEventListener("click", (event) => {
    const box = picture.getBoundingClientRect();
    const ply = ((((event.clientX - box.left) / box.width) * W - LEFT) / (W - LEFT - 10)) * total;
    step(Math.max(0, Math.min(total, Math.round(ply))));
  });
  return h("figure", { class: "figure" }, picture,
    h("figcaption", {}, signed ? `Above the middle ${names[0]} is better, below it ${names[1]}.` : "What is still expected."));
}

export function compact(value) {
  if (Math.abs(value) >= 10000) return `${(value / 1000).toFixed(0)}k`;
  return Math.abs(value) >= 100 || Number.isInteger(value) ? String(Math.round(value)) : value.toFixed(Math.abs(value) < 10 ? 1 : 0);
}

/** An interval as a bar with its middle marked. */
export function intervalBar(low, mean, high, [from, to]) {
  const x = (value) => 100 * Math.max(0, Math.min(1, (value - from) / (to - from || 1)));
  return svg("svg", { viewBox: "0 0 100 12", class: "interval", "aria-hidden": "true", preserveAspectRatio: "none" },
    svg("line", { class: "grid", x1: 0, x2: 100, y1: 6, y2: 6 }),
    svg("rect", { class: "span", x: x(low), width: Math.max(1, x(high) - x(low)), y: 3.5, height: 5, rx: 2 }),
    svg("rect", { class: "mean", x: x(mean) - 0.8, width: 1.6, y: 1, height: 10 }));
}

export { fill };

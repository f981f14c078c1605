// Finished reports.

import { count, fill, h } from "../dom.js";
import { ask } from "../api.js";

export default async function lab(root, [..._rest], query) {
  const { folder, reports } = await ask("/api/reports");
  const chosen = query.get("report");
  const list = reports.length
    ? h("ul", { class: "recent" }, reports.map((report) => h("li", {}, h("a", { class: "recent-game", href: `#/lab?report=${encodeURIComponent(report.path)}`, "aria-current": report.path === chosen ? "page" : null },
      h("strong", {}, report.path.replace(/\/?(index|report)?\.html$/, "") || report.path), h("small", {}, `${count(report.bytes / 1024)} kB · ${age(report.age_s)}`)))))
    : h("div", { class: "card stack tight narrow" }, h("p", {}, "No report in ", h("code", {}, folder), " yet. A tournament writes one:"),
      h("pre", { class: "mono scroll", tabindex: 0 }, "plywise tournament othello:size=6 pvs:depth=4 alphabeta:depth=2 greedy random \\\n    --store games.db --html reports/first.html"));
  const report = reports.find((one) => one.path === chosen);
  fill(root, h("h1", {}, "Reports"),
    h("p", { class: "lead" }, "Every experiment leaves a page with its tables, intervals and plots; those of the folder ", h("code", {}, folder), " are shown here."),
    list,
    report && h("section", { class: "stack tight", "aria-label": "The report" },
      h("div", { class: "row spread" }, h("h2", {}, report.path), h("a", { href: `/reports/${report.path}`, target: "_blank", rel: "noopener" }, "Open on its own")),
      h("iframe", { class: "report", title: `Report ${report.path}`, src: `/reports/${report.path}`, sandbox: "" })));
}

function age(seconds) {
  if (seconds < 3600) return `${Math.max(1, Math.round(seconds / 60))} min ago`;
  return seconds < 86400 ? `${Math.round(seconds / 3600)} h ago` : `${Math.round(seconds / 86400)} days ago`;
}

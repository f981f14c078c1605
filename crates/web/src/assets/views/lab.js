// Experiments, and the reports that they leave.

import { count, fill, h, trying } from "../dom.js";
import { ask, listen } from "../api.js";
import { title } from "../games/index.js";

export default async function lab(root, _rest, query) {
  const chosen = query.get("report");
  const [{ experiments, told }, { folder, reports }] = await Promise.all([ask("/api/lab"), ask("/api/reports")]);
  const state = h("section", { class: "card stack tight", role: "status", "aria-live": "polite", hidden: true });
  const list = h("ul", { class: "recent" });
  const run = (one) => trying(async () => {
    await ask(`/api/lab/run/${one.name}`, {});
    state.scrollIntoView({ block: "nearest" });
  });
  const draw = (all) => fill(list, all.map((one) => h("li", {}, h("article", { class: "card stack tight experiment" },
    h("h3", {}, one.title), h("p", { class: "soft" }, `${title(one.work)} · `, h("code", {}, one.name)), h("p", {}, one.question),
    h("div", { class: "row" },
      h("button", { type: "button", "aria-label": `Run, quick size: ${one.name}`, onclick: () => run(one) }, "Run, quick size"),
      one.report && h("a", { class: "button main", href: `#/lab?report=${encodeURIComponent(one.report)}`, "aria-label": `Report of ${one.name}` }, "Report"))))));
  const others = reports.filter((report) => !experiments.some((one) => one.report === report.path));
  const report = reports.find((one) => one.path === chosen);
  draw(experiments);
  fill(root, h("h1", {}, "The lab"),
    h("p", { class: "lead" }, "Published experiments, played again with one click: the numbers beside ours, with intervals, and what is confirmed, compatible, refuted or still open. Reports lie in the folder ", h("code", {}, folder), "."),
    state,
    report && h("section", { class: "stack tight", "aria-label": "The report" },
      h("div", { class: "row spread" }, h("h2", {}, report.path), h("span", { class: "row" }, h("a", { href: `/reports/${report.path}`, target: "_blank", rel: "noopener" }, "Open on its own"), h("a", { href: "#/lab" }, "Close"))),
      h("iframe", { class: "report", title: `Report ${report.path}`, src: `/reports/${report.path}`, sandbox: "" })),
    others.length > 0 && h("section", { class: "stack tight" }, h("h2", {}, "Other reports"), h("ul", { class: "recent" }, others.map((one) => h("li", {},
      h("a", { class: "recent-game", href: `#/lab?report=${encodeURIComponent(one.path)}` }, h("strong", {}, one.path), h("small", {}, `${count(one.bytes / 1024)} kB · ${age(one.age_s)}`)))))),
    h("h2", {}, "Experiments"), list);
  let before = told.state;
  const source = listen("/api/lab/events", async (now) => {
    tell(state, now);
    if (before === "running" && now.state !== "running") draw((await ask("/api/lab")).experiments);
    before = now.state;
  });
  return () => source.close();
}

function tell(box, now) {
  box.hidden = now.state === "idle";
  if (now.state === "running") {
    fill(box, h("div", { class: "row spread" }, h("h2", {}, `${now.experiment} is running`), h("button", { type: "button", onclick: () => trying(() => ask("/api/lab/stop", {})) }, "Stop")),
      h("p", { class: "soft" }, now.series ? `${now.series}: ${count(now.done)} of ${count(now.all)}` : "It begins …"),
      h("progress", { max: now.all || 1, value: now.done || 0, "aria-label": "How much of it is done" }));
  } else if (now.state === "done") {
    fill(box, h("p", {}, `${now.experiment} is done. `, h("a", { href: `#/lab?report=${encodeURIComponent(now.report)}` }, "Its report")));
  } else if (now.state === "stopped") {
    fill(box, h("p", {}, `${now.experiment} was stopped; what is finished is kept, and running it again goes on there. `,
      h("a", { href: `#/lab?report=${encodeURIComponent(now.report)}` }, "The report of what there is")));
  } else if (now.state === "failed") {
    fill(box, h("p", { class: "bad" }, `${now.experiment}: ${now.error}`));
  }
}

function age(seconds) {
  if (seconds < 3600) return `${Math.max(1, Math.round(seconds / 60))} min ago`;
  return seconds < 86400 ? `${Math.round(seconds / 3600)} h ago` : `${Math.round(seconds / 86400)} days ago`;
}

// SPDX-License-Identifier: Apache-2.0
// One port in detail: charts of each class over the last minutes or the last hour, and the reasons
// for its settings.

import { TimeChart, css, type Line } from "../chart/timeChart";
import { add, byId, keepFocus, onChange } from "../dom";
import { decimals, milliseconds, rate, targetTexts } from "../format";
import type { Field, NetworkHistory, Window } from "../history";
import { read } from "../rest";
import { portId, type Port, type QueuePoint, type TrafficClass } from "../types";
import { verdict } from "./portRows";

interface Chart {
  queue: { index: number; name: string };
  fields: Field[];
  /** Horizontal line of a target, or null. */
  target: number | null;
  chart: TimeChart;
}

interface Explained {
  /** Null before the first decision, and where it is not known. */
  decision: { explanation: string[] } | null;
  /** Reason for which the decision is not known, or null. */
  decisionUnknown: string | null;
}

const WINDOW_MS: Record<Window, number> = { minutes: 120_000, hour: 3_600_000 };

/** The charts have colours of their own, which do not follow the style sheet. */
const isDark = matchMedia("(prefers-color-scheme: dark)");

let charts: Chart[] = [];
let built = "";

/** Port named by the address of the page, or null. */
export function chosenPort(): string | null {
  const match = /^#port=(.+)$/.exec(location.hash);
  if (match === null) {
    return null;
  }
  try {
    return decodeURIComponent(match[1]!);
  } catch {
    // An address that is not encoded as such names no port.
    return match[1]!;
  }
}

function chosenWindow(): Window {
  return byId<HTMLInputElement>("panel-hour").checked ? "hour" : "minutes";
}

function line(label: string, colour: string, rest: Partial<Line> = {}): Line {
  return { label, colour, ...rest };
}

function build(port: Port, classes: TrafficClass[]): void {
  charts.forEach(({ chart }) => chart.destroy());
  charts = [];
  const box = byId("panel-charts");
  box.replaceChildren();
  for (const queue of port.classes) {
    const targets = classes.find(({ name }) => name === queue.name)?.targets ?? {};
    const colour = css(`--class-${queue.index}`);
    const ink = css("--ink");
    const section = add(box, "section", { "data-index": queue.index, "data-panel-class": queue.name });
    const title = add(section, "h3", {}, queue.name);
    add(title, "small", { class: "targets" }, targetTexts(targets).map(([, text]) => text).join(", ") || "no targets");
    add(title, "strong", { "data-field": "panelVerdict" });
    const row = add(section, "div", { class: "charts" });
    const one = (name: string, lines: Line[], fields: Field[], target: number | null, text: (value: number) => string) => {
      const cell = add(row, "div");
      const all = target === null ? lines : [...lines, line("target", css("--bad"), { dash: [2, 3], width: 1 })];
      charts.push({ queue, fields, target, chart: new TimeChart(cell, name, all, text) });
    };
    one(
      "Rates, bit/s",
      [line("arrival λ", colour, { dash: [2, 2] }), line("goodput", colour), line("target rate λ*", ink, { dash: [5, 3], width: 1, stepped: true })],
      ["offeredBps", "goodputBps", "targetRateBps"],
      null,
      rate,
    );
    one(
      "Depth, packets",
      [line("mean", colour), line("greatest", colour, { dash: [1, 2], width: 1 }), line("threshold K", ink, { dash: [5, 3], width: 1, stepped: true })],
      ["depthMean", "depthMax", "threshold"],
      null,
      (value) => decimals(value, value < 10 ? 1 : 0),
    );
    one(
      "Delay, ms",
      [line("median", colour, { dash: [2, 2] }), line("99th percentile", colour)],
      ["delayP50", "delayP99"],
      targets.p99DelayMs ?? null,
      milliseconds,
    );
  }
}

const showExplanation = onChange((lines: string[]) => {
  const list = byId("panel-explanation");
  list.replaceChildren();
  lines.forEach((text) => add(list, "li", {}, text));
});

/** Port and time of the settings whose reasons are shown or asked for; empty for none. */
let explained = "";

let explainedPort = "";

/** Shows no reasons; an answer that comes yet is not shown. */
function forgetReasons(): void {
  explained = "";
  explainedPort = "";
  showExplanation([]);
}

/** The reasons change only with the settings. */
async function explain(port: Port): Promise<void> {
  if (explainedPort !== portId(port)) {
    forgetReasons();
    explainedPort = portId(port);
  }
  const state = `${portId(port)} ${port.solvedAtMs}`;
  if (state === explained) {
    return;
  }
  explained = state;
  try {
    const path = `settings/${encodeURIComponent(port.device)}/${port.port}`;
    const { decision, decisionUnknown } = await read<Explained>(path);
    if (state !== explained) {
      return;
    }
    if (decisionUnknown !== null) {
      throw new Error(decisionUnknown);
    }
    showExplanation(decision?.explanation ?? ["Nothing was solved yet."]);
  } catch (error) {
    if (state !== explained) {
      return;
    }
    // Asked again with the next reading.
    explained = "";
    showExplanation([`Unknown: ${(error as Error).message}`]);
  }
}

/** Reads the hour before the page was opened; without it, the charts begin with the page, and the next reading asks again. */
async function readPast(port: Port, history: NetworkHistory): Promise<void> {
  const place = `queues/${encodeURIComponent(port.device)}/${port.port}`;
  const parts = await Promise.allSettled(
    port.classes.map(async (queue) => {
      const { points } = await read<{ points: QueuePoint[] }>(`${place}/${encodeURIComponent(queue.name)}/history`);
      history.of(portId(port), queue).addPast(points);
    }),
  );
  if (parts.some(({ status }) => status === "rejected") && pastOf === portId(port)) {
    pastOf = "";
  }
}

/** Port whose past was read or is being read; empty for none. */
let pastOf = "";

/** Returns the focus to what has opened the panel. */
let returnFocus = () => {};

/** The address names a port now, or none: moves the focus into the panel, or back to where it was. */
function followAddress(): void {
  const panel = byId("panel");
  const chosen = chosenPort();
  if (chosen === null) {
    panel.hidden = true;
    returnFocus();
    return;
  }
  if (panel.hidden || !panel.contains(document.activeElement)) {
    returnFocus = keepFocus();
  }
  panel.hidden = false;
  byId("panel-title").textContent = chosen;
  if (lastReading !== null) {
    showPanel(...lastReading);
  }
  panel.scrollIntoView({ block: "start" });
  byId("panel-heading").focus({ preventScroll: true });
}

/** Connects the panel with the address, its button and the Escape key, once. */
export function startPanel(): void {
  const close = () => {
    location.hash = "";
  };
  byId("panel-close").addEventListener("click", close);
  window.addEventListener("hashchange", followAddress);
  document.addEventListener("keydown", (event) => {
    // In a dialog, Escape closes that; in a search field, it empties that.
    const isTaken = document.querySelector("dialog[open]") !== null || event.target === byId("filter");
    if (event.key === "Escape" && chosenPort() !== null && !isTaken) {
      close();
    }
  });
}

/** What was shown last; null before the first reading. */
let lastReading: [Port[], TrafficClass[], NetworkHistory] | null = null;

/** Shows the chosen port, or nothing. */
export function showPanel(ports: Port[], classes: TrafficClass[], history: NetworkHistory): void {
  lastReading = [ports, classes, history];
  const chosen = chosenPort();
  const panel = byId("panel");
  panel.hidden = chosen === null;
  if (chosen === null) {
    return;
  }
  const port = ports.find((one) => portId(one) === chosen);
  byId("panel-title").textContent = chosen;
  byId("panel-absent").hidden = port !== undefined;
  byId("panel-charts").hidden = port === undefined;
  if (!port) {
    // Nothing of another port, or of a time under control, stands below this title.
    byId("panel-facts").textContent = "";
    byId("panel-happenings").textContent = "";
    forgetReasons();
    pastOf = "";
    return;
  }
  const now = JSON.stringify([chosen, isDark.matches, classes, port.classes.map(({ index, name }) => [index, name])]);
  if (now !== built) {
    built = now;
    build(port, classes);
  }
  if (pastOf !== chosen) {
    pastOf = chosen;
    void readPast(port, history);
  }
  byId("panel-facts").textContent = `${rate(port.rateBps)}bit/s, ${port.capacityPackets} packets${port.measured ? "" : ", no recent reading"}`;
  for (const queue of port.classes) {
    const place = byId("panel-charts").querySelector<HTMLElement>(
      `[data-panel-class="${CSS.escape(queue.name)}"] [data-field="panelVerdict"]`,
    );
    if (place) {
      const { state, text } = verdict(queue);
      place.dataset.value = state;
      place.textContent = text;
    }
  }
  const window = chosenWindow();
  const happenings = history.happeningsOf(chosen);
  for (const { queue, fields, target, chart } of charts) {
    const past = history.of(chosen, queue);
    const timesMs = past.timesMs(window);
    const columns = fields.map((field) => past.field(window, field));
    chart.show(timesMs, target === null ? columns : [...columns, timesMs.map(() => target)], happenings, WINDOW_MS[window]);
  }
  const list = byId("panel-happenings");
  const latest = happenings.sort((a, b) => b.timeMs - a.timeMs).slice(0, 6);
  list.textContent =
    latest.length === 0
      ? "Nothing since this page was opened."
      : latest.map(({ timeMs, text }) => `${new Date(timeMs).toLocaleTimeString("en-GB")} ${text}`).join(" · ");
  void explain(port);
}

// SPDX-License-Identifier: Apache-2.0
// The rows of one port in the table of queues: rates, settings, depth, delay, packets and targets.

import { DepthChart } from "../chart/depthChart";
import { add, hint, write } from "../dom";
import { TARGETS, UNKNOWN, clock, decimals, isTarget, milliseconds, rate, whole } from "../format";
import type { NetworkHistory } from "../history";
import { portId, type Port, type Prediction, type Queue } from "../types";

interface Column {
  name: string;
  value: (queue: Queue) => number | null;
  text: (value: number | null, queue: Queue) => string;
  /** Prediction that is shown as the cell's hint. */
  predicted?: (queue: Queue) => Prediction;
  /** Total of the last reading, which is unknown without a recent one. */
  isCount?: true;
}

/** Height of a row in the style sheet. */
const ROW_PX = 40;

/** The columns of numbers, in order. */
const COLUMNS: Column[] = [
  { name: "offeredBps", value: (queue) => queue.offeredBps, text: rate },
  { name: "targetRateBps", value: (queue) => queue.targetRateBps, text: rate },
  { name: "serviceRateBps", value: (queue) => queue.serviceRateBps, text: rate },
  { name: "goodputBps", value: (queue) => queue.goodputBps, text: rate },
  { name: "weight", value: (queue) => queue.weight, text: (value) => decimals(value, 3) },
  {
    name: "thresholdPackets",
    value: (queue) => queue.thresholdPackets,
    text: (value, queue) => (value === null && queue.marking) || whole(value),
  },
  { name: "limitPackets", value: (queue) => queue.limitPackets, text: whole },
  { name: "depthPackets.mean", value: (queue) => queue.depthPackets.mean, text: (value) => decimals(value, 1) },
  { name: "depthPackets.max", value: (queue) => queue.depthPackets.max, text: whole },
  { name: "delayMs.p50", value: (queue) => queue.delayMs.p50, text: milliseconds },
  {
    name: "delayMs.p99",
    value: (queue) => queue.delayMs.p99,
    text: milliseconds,
    predicted: (queue) => queue.predicted.p99DelayMs,
  },
  { name: "marks", value: (queue) => queue.marks, text: whole, isCount: true },
  { name: "feedback", value: (queue) => queue.feedback, text: whole, isCount: true },
  { name: "drops", value: (queue) => queue.drops, text: whole, isCount: true },
];

/** Whether targets are met, as a word; a class without traffic has met nothing. */
export function verdict(queue: Queue): { state: string; text: string } {
  if (queue.targetMet === false) {
    return { state: "false", text: "✕ missed" };
  }
  if (queue.targetMet === null) {
    return { state: "", text: queue.undecided.length > 0 ? "undecided" : UNKNOWN };
  }
  return queue.offeredBps === 0 && queue.depthPackets.max === 0
    ? { state: "idle", text: "no traffic" }
    : { state: "true", text: "✓ met" };
}

interface Row {
  cells: HTMLTableCellElement[];
  target: HTMLTableCellElement;
  verdict: HTMLElement;
  missed: HTMLElement;
  promise: HTMLElement;
}

/** What a port's rows are built for; another shape needs other rows. */
export function shape(port: Port): string {
  return port.classes.map((queue) => `${queue.index} ${queue.name}`).join("\n");
}

/** The rows and the chart of one port. */
export class PortRows {
  readonly elements: HTMLTableRowElement[];
  private readonly rows: Row[];
  private readonly chart: DepthChart | undefined;
  private readonly facts: HTMLElement;
  private readonly solved: HTMLElement;
  private readonly scheduling: HTMLElement;
  private readonly aqm: HTMLElement;
  private readonly canary: HTMLElement;
  private readonly unread: HTMLElement;

  constructor(port: Port) {
    const id = portId(port);
    const title = rowGroupTitle(id, port.classes.length);
    this.facts = add(title, "small");
    this.solved = add(title, "small");
    this.scheduling = add(title, "small", { "data-field": "scheduling" });
    this.aqm = add(title, "small", { "data-field": "aqm" });
    this.canary = add(title, "small", { "data-field": "canary" });
    this.unread = add(title, "small", { "data-field": "unread" });
    const parent = document.createDocumentFragment();
    this.rows = port.classes.map((queue, i) => {
      const row = add(parent, "tr", {
        "data-port": id,
        "data-class": queue.name,
        "data-index": queue.index,
      });
      if (i === 0) {
        row.append(title);
      }
      add(row, "th", { scope: "row", "data-field": "class" }, queue.name);
      const cells = COLUMNS.map(({ name }) => add(row, "td", { "data-field": name }));
      const target = add(row, "td", { class: "text", "data-field": "targetMet" });
      return {
        cells,
        target,
        verdict: add(target, "span"),
        missed: add(target, "small"),
        promise: add(target, "small", { "data-field": "promise" }),
      };
    });
    this.elements = [...parent.querySelectorAll("tr")];
    if (this.elements[0]) {
      const cell = add(this.elements[0], "td", { class: "chart", rowspan: port.classes.length });
      this.chart = new DepthChart(cell, id, port.classes);
    }
  }

  /**
   * Shows a reading.
   *
   * @param chartPx width of the chart
   */
  update(port: Port, nowMs: number, history: NetworkHistory, chartPx: number): void {
    const id = portId(port);
    write(this.facts, `${rate(port.rateBps)}bit/s, ${whole(port.capacityPackets)} packets`);
    write(
      this.solved,
      port.solvedAtMs > 0 ? `solved ${clock(port.solvedAtMs)}, set ${whole(port.resolves)}×` : "",
    );
    this.scheduling.dataset.value = port.scheduling.mode;
    write(this.scheduling, scheduling(port.scheduling));
    hint(this.scheduling, port.scheduling.text ?? "");
    this.aqm.dataset.value = port.aqm.scheme;
    write(this.aqm, aqm(port.aqm));
    write(this.canary, port.canaryPlan === null ? "" : `canary: plan ${port.canaryPlan}`);
    write(this.unread, port.measured ? "" : "no recent reading");
    port.classes.forEach((queue, i) => updateQueue(this.rows[i]!, queue, port.measured));
    this.chart?.draw(nowMs, port.classes, port.classes.map((queue) => history.of(id, queue)), chartPx);
  }
}

/** One row in the place of a port's rows: its name, and as much room. */
export function foldedRow(port: Port): HTMLTableRowElement {
  const row = document.createElement("tr");
  row.append(rowGroupTitle(portId(port), 1));
  const room = add(row, "td", { colspan: COLUMNS.length + 3 });
  room.style.height = `${port.classes.length * ROW_PX}px`;
  return row;
}

function rowGroupTitle(id: string, rows: number): HTMLTableCellElement {
  const title = document.createElement("th");
  title.setAttribute("scope", "rowgroup");
  title.setAttribute("rowspan", String(rows));
  add(title, "a", { href: `#port=${encodeURIComponent(id)}` }, id);
  return title;
}

function updateQueue({ cells, target, verdict: word, missed, promise }: Row, queue: Queue, measured: boolean): void {
  COLUMNS.forEach(({ name, value, text, predicted, isCount }, i) => {
    const cell = cells[i]!;
    const number = isCount && !measured ? null : value(queue);
    write(cell, text(number, queue));
    cell.dataset.value = String(number ?? "");
    cell.dataset.alarm = String(name === "drops" && (number ?? 0) > 0);
    if (predicted) {
      hint(cell, prediction(predicted(queue)));
    }
  });
  const { state, text } = verdict(queue);
  target.dataset.value = state;
  write(word, text);
  const losses = queue.missed.filter((name) => !isTarget(name));
  const shown = queue.targetMet === null ? queue.undecided : queue.missed;
  const names = shown.filter(isTarget).map((name) => TARGETS[name].name);
  write(missed, (losses.length > 0 ? [...names, "packets lost"] : names).join(", "));
  hint(missed, losses.join("\n"));
  const basis = state === "idle" ? "" : (queue.promiseBasis ?? "");
  write(promise, queue.promise === "withdrawn" ? "promise withdrawn" : basis);
  hint(
    promise,
    queue.promiseReason ??
      { guaranteed: "promised whatever the other classes send", "present load": "promised at the present loads" }[basis] ??
      "",
  );
}

function prediction({ expected, low, high, guaranteed }: Prediction): string {
  return expected === null
    ? ""
    : `expected ${milliseconds(expected)} ms (${milliseconds(low)} to ${milliseconds(high)}), guaranteed ${milliseconds(guaranteed)} ms`;
}

/** The place of the weights; nothing where the switch program has them, as usual. */
function scheduling({ mode, shareError }: Port["scheduling"]): string {
  if (mode === "asic") {
    return shareError === null
      ? "weights in the ASIC"
      : `weights in the ASIC, shares within ${decimals(shareError, 5)}`;
  }
  if (mode === "virtual") {
    return "virtual queues";
  }
  return mode === "static" ? "weights static" : "";
}

/** The scheme beside the thresholds; nothing where there is none. */
function aqm(port: Port["aqm"]): string {
  if (port.scheme === "none") {
    return "";
  }
  const values =
    port.scheme === "abc"
      ? `q_min ${port.qMinPackets}, q_base ${port.qBasePackets}, gamma ${port.gammaPackets} packets, mean activity ${
          port.averagePackets === null ? `over ${port.averageMemoryMs} ms` : `of ${port.averagePackets} packets`
        }`
      : `target ${milliseconds(port.targetUs / 1e3)} ms, interval ${milliseconds(port.intervalUs / 1e3)} ms`;
  return `${port.scheme}, ${values}${port.thresholds ? "" : ", without thresholds"}`;
}

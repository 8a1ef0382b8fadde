// SPDX-License-Identifier: Apache-2.0
// Reads REST once a second and shows what it says; keeps nothing but the charts' last minute.

import { DepthChart } from "./chart.js";
import { TARGETS, UNKNOWN, decimals, milliseconds, rate, whole } from "./format.js";

const REST = restBase();
const PERIOD_MS = 1_000;
const PATIENCE_MS = 5_000;

/** Versions and plans change by hand only. */
const HISTORY_MS = 10_000;

/** The last versions and plans are shown; REST has all. */
const SHOWN_VERSIONS = 5;
const SHOWN_PLANS = 3;

/** The columns of numbers, in order: name of the field, how it is written. */
const COLUMNS = [
  ["offeredBps", rate],
  ["targetRateBps", rate],
  ["serviceRateBps", rate],
  ["goodputBps", rate],
  ["weight", (value) => decimals(value, 3)],
  ["thresholdPackets", (value, queue) => (value === null && queue.marking) || whole(value)],
  ["limitPackets", whole],
  ["depthPackets.mean", (value) => decimals(value, 1)],
  ["depthPackets.max", whole],
  ["delayMs.p50", milliseconds],
  ["delayMs.p99", milliseconds],
  ["marks", whole],
  ["feedback", whole],
  ["drops", whole],
];

/** Predictions that are shown with a measured column: field, and the column's number. */
const PREDICTED = [["p99DelayMs", COLUMNS.findIndex(([name]) => name === "delayMs.p99")]];

/** Causes of drops outside queues, in the order of their columns. */
const CAUSES = ["unrouted", "expired", "malformed", "acl", "portRx", "portTx", "forged", "refused", "withheld"];

const byId = (id) => document.getElementById(id);
const portId = (port) => `${port.device}/${port.port}`;
const field = (queue, path) => path.split(".").reduce((value, key) => value?.[key], queue);

function add(parent, tag, attributes = {}, text = "") {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) {
    node.setAttribute(key, value);
  }
  node.textContent = text;
  parent.append(node);
  return node;
}

/** Changes the text only if it is another, so that a selection survives. */
function write(node, text) {
  if (node.textContent !== text) {
    node.textContent = text;
  }
}

/** The rows and the chart of one port. */
class PortRows {
  constructor(port) {
    const id = portId(port);
    this.shape = shape(port);
    this.body = document.createElement("tbody");
    this.body.dataset.portGroup = id;
    this.rows = port.classes.map((queue, i) => {
      const row = add(this.body, "tr", {
        "data-port": id,
        "data-class": queue.name,
        "data-index": queue.index,
      });
      if (i === 0) {
        const title = add(row, "th", { scope: "rowgroup", rowspan: port.classes.length }, id);
        this.facts = add(title, "small");
        this.solved = add(title, "small");
        this.scheduling = add(title, "small", { "data-field": "scheduling" });
        this.aqm = add(title, "small", { "data-field": "aqm" });
      }
      add(row, "th", { scope: "row", "data-field": "class" }, queue.name);
      const cells = COLUMNS.map(([name]) => add(row, "td", { "data-field": name }));
      const target = add(row, "td", { class: "text", "data-field": "targetMet" });
      const verdict = add(target, "span");
      const missed = add(target, "small");
      return { cells, target, verdict, missed, promise: add(target, "small", { "data-field": "promise" }) };
    });
    const first = this.body.querySelector("tr");
    if (first) {
      const cell = add(first, "td", { class: "chart", rowspan: port.classes.length });
      this.chart = new DepthChart(cell, id, port.classes);
    }
  }

  update(port, nowMs) {
    if (!this.chart) {
      return;
    }
    write(this.facts, `${rate(port.rateBps)}bit/s, ${whole(port.capacityPackets)} packets`);
    write(
      this.solved,
      port.solvedAtMs > 0 ? `solved ${clock(port.solvedAtMs)}, set ${whole(port.resolves)}×` : "",
    );
    this.scheduling.dataset.value = port.scheduling.mode;
    write(this.scheduling, scheduling(port.scheduling));
    this.scheduling.title = port.scheduling.text ?? "";
    this.aqm.dataset.value = port.aqm.scheme;
    write(this.aqm, aqm(port.aqm));
    port.classes.forEach((queue, i) => this.#updateQueue(this.rows[i], queue));
    this.chart.add(nowMs, port.classes);
    const busy = port.classes.some((queue) => queue.offeredBps > 0 || queue.depthPackets.max > 0);
    this.body.hidden = !chosen(portId(port), busy);
    if (!this.body.hidden) {
      this.chart.draw(nowMs, port.classes);
    }
  }

  #updateQueue({ cells, target, verdict, missed, promise }, queue) {
    COLUMNS.forEach(([name, text], i) => {
      const value = field(queue, name);
      write(cells[i], text(value, queue));
      cells[i].dataset.value = value ?? "";
      cells[i].dataset.alarm = name === "drops" && value > 0;
    });
    target.dataset.value = queue.targetMet ?? "";
    const open = queue.targetMet === null && queue.undecided.length > 0;
    const unknown = open ? "undecided" : UNKNOWN;
    write(verdict, queue.targetMet === null ? unknown : queue.targetMet ? "✓ met" : "✕ missed");
    const losses = queue.missed.filter((name) => !(name in TARGETS));
    const shown = open ? queue.undecided : queue.missed;
    const names = shown.filter((name) => name in TARGETS).map((name) => TARGETS[name].name);
    write(missed, (losses.length > 0 ? [...names, "packets lost"] : names).join(", "));
    missed.title = losses.join("\n");
    write(promise, queue.promise === "withdrawn" ? "promise withdrawn" : "");
    promise.title = queue.promiseReason ?? "";
    PREDICTED.forEach(([name, column]) => {
      const { model, low, high } = queue.predicted[name];
      const interval = low === null ? "interval unknown" : `${milliseconds(low)} to ${milliseconds(high)} ms expected`;
      cells[column].title = model === null ? "" : `${milliseconds(model)} ms by the model, ${interval}`;
    });
  }
}

function clock(timeMs) {
  return new Date(timeMs).toLocaleTimeString("en-GB");
}

/** Who keeps the weights; nothing where the switch program does, as it does unless said otherwise. */
function scheduling({ mode, shareError }) {
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
function aqm({ scheme, targetUs, intervalUs, thresholds }) {
  return scheme === "none"
    ? ""
    : `${scheme}, target ${milliseconds(targetUs / 1e3)} ms, interval ${milliseconds(intervalUs / 1e3)} ms${thresholds ? "" : ", without thresholds"}`;
}

/** What a port's rows are built for; another shape needs other rows. */
function shape(port) {
  return port.classes.map((queue) => `${queue.index} ${queue.name}`).join("\n");
}

function chosen(id, busy) {
  return id.includes(byId("filter").value.trim()) && (busy || !byId("busy-only").checked);
}

const shown = new Map();

/** Packets that a switch dropped outside queues, as far as is known. */
function lost({ drops }) {
  return CAUSES.reduce((sum, cause) => sum + (drops[cause] ?? 0), 0);
}

/** A row for each switch that has dropped anything outside queues. */
function showLosses(devices) {
  const losers = devices.filter((device) => lost(device) > 0);
  byId("losses").hidden = losers.length === 0;
  const list = byId("loss-list");
  while (list.rows.length > losers.length) {
    list.deleteRow(-1);
  }
  losers.forEach(({ device, drops, packetsPerSecond }, i) => {
    const row = list.rows[i] ?? lossRow(list);
    row.dataset.device = device;
    write(row.cells[0], device);
    CAUSES.forEach((cause, j) => {
      const cell = row.cells[j + 1];
      write(cell, whole(drops[cause]));
      cell.dataset.value = drops[cause] ?? "";
      cell.dataset.alarm = packetsPerSecond[cause] > 0;
    });
    const rates = CAUSES.map((cause) => packetsPerSecond[cause]).filter((value) => value !== null);
    const perSecond = rates.length === 0 ? null : rates.reduce((sum, value) => sum + value, 0);
    const cell = row.cells[CAUSES.length + 1];
    write(cell, decimals(perSecond, 1));
    cell.dataset.value = perSecond ?? "";
  });
}

/** A row for each host with an agent. */
function showAgents(agents) {
  byId("agents").hidden = agents.length === 0;
  const list = byId("agent-list");
  while (list.rows.length > agents.length) {
    list.deleteRow(-1);
  }
  agents.forEach(({ address, byPolicy, leaseSeconds, device }, i) => {
    const row = list.rows[i] ?? agentRow(list);
    row.dataset.address = address;
    const lease = leaseSeconds === null ? "–" : whole(Math.round(leaseSeconds));
    [address, byPolicy ? "yes" : "no", lease, device ?? "not seen"].forEach((text, j) =>
      write(row.cells[j], text),
    );
  });
}

function agentRow(list) {
  const row = list.insertRow();
  add(row, "th", { scope: "row", class: "text" });
  add(row, "td", { class: "text" });
  add(row, "td", { "data-field": "leaseSeconds" });
  add(row, "td", { class: "text" });
  return row;
}

/** The last versions of the policy and the last plans, newest first. */
function showHistory({ running, versions }, plans) {
  byId("history").hidden = versions.length === 0;
  const rows = versions.slice(-SHOWN_VERSIONS).reverse();
  byId("version-list").replaceChildren(
    ...rows.map(({ version, timeMs, who, via, what }) => {
      const row = document.createElement("tr");
      row.dataset.version = version;
      add(row, "th", { scope: "row" }, version === running ? `${version} runs` : `${version}`);
      const time = new Date(timeMs).toLocaleString();
      [time, who, via, what].forEach((text) => add(row, "td", { class: "text" }, text));
      return row;
    }),
  );
  byId("plan-list").replaceChildren(
    ...plans.slice(-SHOWN_PLANS).reverse().map(({ plan, basedOn, who, state, note }) => {
      const item = document.createElement("li");
      item.dataset.plan = plan;
      item.dataset.state = state;
      item.textContent =
        `Plan ${plan} by ${who}, on version ${basedOn}: ${state}` + (note === "" ? "" : `, ${note}`);
      return item;
    }),
  );
}

let historyMs = -HISTORY_MS;

async function refreshHistory() {
  if (performance.now() - historyMs < HISTORY_MS) {
    return;
  }
  const [history, { plans }] = await Promise.all([read("policy/versions"), read("plans")]);
  historyMs = performance.now();
  showHistory(history, plans);
}

function lossRow(list) {
  const row = list.insertRow();
  add(row, "th", { scope: "row", class: "text" });
  CAUSES.forEach((cause) => add(row, "td", { "data-field": cause }));
  add(row, "td", { "data-field": "packetsPerSecond" });
  return row;
}

function showPorts({ ports, resolves }, devices, nowMs) {
  const table = byId("queues");
  const present = new Set(ports.map(portId));
  for (const [id, rows] of shown) {
    if (!present.has(id)) {
      rows.body.remove();
      shown.delete(id);
    }
  }
  ports.forEach((port, i) => {
    const id = portId(port);
    let rows = shown.get(id);
    if (rows?.shape !== shape(port)) {
      rows?.body.remove();
      rows = new PortRows(port);
      shown.set(id, rows);
    }
    if (table.tBodies[i] !== rows.body) {
      table.insertBefore(rows.body, table.tBodies[i] ?? null);
    }
    rows.update(port, nowMs);
  });
  const queues = ports.flatMap((port) => port.classes);
  write(byId("port-count"), whole(ports.length));
  write(byId("resolves"), whole(resolves));
  write(byId("missed-count"), whole(queues.filter((queue) => queue.targetMet === false).length));
  const queueDrops = queues.reduce((sum, queue) => sum + queue.drops, 0);
  write(byId("drop-count"), whole(queueDrops + devices.reduce((sum, one) => sum + lost(one), 0)));
  byId("empty").hidden = ports.length > 0;
}

let alertsShown = "";

/** A line for each kind; where it stands for several alerts, a click shows them. */
function showAlerts({ alerts, groups }) {
  const now = JSON.stringify({ alerts, groups });
  if (now === alertsShown) {
    return;
  }
  alertsShown = now;
  byId("alerts").hidden = alerts.length === 0;
  const list = byId("alert-list");
  const open = new Set(
    [...list.querySelectorAll("details[open]")].map((details) => details.parentNode.dataset.kind),
  );
  list.replaceChildren();
  for (const { kind, count, sinceMs, text } of groups) {
    const alike = alerts.filter((alert) => alert.kind === kind);
    const item = add(list, "li", { "data-kind": kind, "data-count": count });
    const line = `${text} (since ${clock(sinceMs)})`;
    if (count === 1) {
      item.dataset.subject = alike[0].subject;
      item.textContent = line;
      continue;
    }
    const details = add(item, "details");
    details.open = open.has(kind);
    add(details, "summary", {}, line);
    const singles = add(details, "ul");
    for (const alert of alike) {
      add(
        singles,
        "li",
        { "data-subject": alert.subject },
        `${alert.subject}: ${alert.text} (since ${clock(alert.sinceMs)})`,
      );
    }
  }
}

let classesShown = "";

function showClasses(classes) {
  const now = JSON.stringify(classes);
  if (now === classesShown) {
    return;
  }
  classesShown = now;
  const list = byId("class-list");
  list.replaceChildren();
  for (const { name, index, importance, targets } of classes) {
    const item = add(list, "li", { "data-class": name, "data-index": index });
    add(item, "strong", {}, name);
    add(item, "span", {}, `importance ${importance}`);
    for (const [target, value] of Object.entries(targets)) {
      add(item, "span", { "data-target": target }, TARGETS[target]?.text(value) ?? target);
    }
  }
}

function showState(state, text) {
  document.body.dataset.state = state;
  write(byId("state-text"), text);
}

function showError(reason) {
  showState("error", "No answer");
  const banner = byId("banner");
  const why = reason.replace(/\.$/, "");
  write(banner, `ONOS does not answer: ${why}. What is shown is old; asking again every second.`);
  banner.hidden = false;
}

/** Beside the page; without the user and password that its address may hold: fetch refuses those. */
function restBase() {
  const base = new URL("../v1/", location.href);
  base.username = "";
  base.password = "";
  return base;
}

async function read(path) {
  const answer = await fetch(new URL(path, REST), {
    cache: "no-store",
    headers: { Accept: "application/json" },
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  const body = await answer.json().catch(() => null);
  if (!answer.ok) {
    throw new Error(`${answer.status} ${body?.detail ?? answer.statusText}`);
  }
  if (body === null) {
    throw new Error(`${path} brought no JSON`);
  }
  return body;
}

async function refresh() {
  try {
    const [ports, alerts, { classes }, { devices }, { agents }] = await Promise.all([
      read("ports"),
      read("alerts"),
      read("classes"),
      read("devices"),
      read("agents"),
    ]);
    const nowMs = Date.now();
    showClasses(classes);
    showAlerts(alerts);
    showLosses(devices);
    showAgents(agents);
    showPorts(ports, devices, nowMs);
    // ONOS's store may be away; the queues are shown all the same.
    await refreshHistory().catch(() => {
      byId("history").hidden = true;
    });
    byId("banner").hidden = true;
    showState("live", `Live, ${clock(nowMs)}`);
  } catch (error) {
    showError(error.message);
  }
}

/** One reading at a time, however slow, and never more than one per period. */
async function run() {
  for (;;) {
    const wait = new Promise((resolve) => setTimeout(resolve, PERIOD_MS));
    await refresh();
    await wait;
  }
}

run();

// SPDX-License-Identifier: Apache-2.0
// Reads REST once a second and shows it. The page keeps nothing but the past of its charts.

import "uplot/dist/uPlot.min.css";
import "./style/base.css";
import "./style/page.css";
import "./style/queues.css";
import "./style/controls.css";
import "./style/topology.css";
import "./style/port.css";
import "./style/dialogs.css";
import "./style/policy.css";
import "./style/phone.css";
import { byId, write } from "./dom";
import { clock, isKnown, UNKNOWN, whole } from "./format";
import { NetworkHistory } from "./history";
import { NoAnswer, read, readOnos, Refused } from "./rest";
import type { Agent, Alerts, Device, OnosHost, OnosLink, Port, Ports, TrafficClass } from "./types";
import { showAlerts } from "./view/alerts";
import { showClasses } from "./view/classes";
import { lost, showAgents, showLosses } from "./view/devices";
import { showEvents } from "./view/events";
import { showFreeze, showFreezeUnread, startFreeze } from "./view/freeze";
import { openPlan, startPlanDialog } from "./view/planDialog";
import { showHistory, startPolicy } from "./view/policy";
import { showPanel, startPanel } from "./view/portPanel";
import { showPorts } from "./view/queues";
import { showLoadKey, showTopology, type Network } from "./view/topology";

const PERIOD_MS = 1_000;

/** Versions, plans and the topology seldom change. */
const SLOW_PERIOD_MS = 5_000;

const history = new NetworkHistory();
let network: Network = { links: [], hosts: [] };
let slowMs = -SLOW_PERIOD_MS;
let isReadingSlowly = false;
let topologyReadMs: number | null = null;
let readings = 0;
let versionsSeen = -1;
let linksSeen: Set<string> | null = null;

function showState(state: "live" | "error", text: string): void {
  document.body.dataset.state = state;
  write(byId("state-text"), text);
}

/** Says whose fault it is: no answer, a refusal, or a mistake in this page. */
function showError(error: Error): void {
  const [state, what] =
    error instanceof Refused
      ? ["Refused", `ONOS refuses (${error.status})`]
      : error instanceof NoAnswer
        ? ["No answer", "ONOS does not answer"]
        : ["Page fails", "This page has a mistake"];
  showState("error", state);
  const banner = byId("banner");
  const why = error.message.replace(/\.$/, "");
  write(banner, `${what}: ${why}. What is shown is old; asking again every second.`);
  banner.hidden = false;
}

function noteLinks(links: OnosLink[]): void {
  const now = new Set(links.map(({ src, dst }) => `${src.device}/${src.port} > ${dst.device}/${dst.port}`));
  if (linksSeen !== null) {
    const timeMs = Date.now();
    for (const link of linksSeen) {
      if (!now.has(link)) {
        history.note({ timeMs, kind: "link", text: `link lost: ${link}` });
      }
    }
    for (const link of now) {
      if (!linksSeen.has(link)) {
        history.note({ timeMs, kind: "link", text: `link found: ${link}` });
      }
    }
  }
  linksSeen = now;
}

/** Says that links and hosts are those of an earlier reading. */
function showTopologyAge(error: Error): void {
  const since = topologyReadMs === null ? "" : `; the picture is that of ${clock(topologyReadMs)}`;
  write(byId("topology-age"), `ONOS's links and hosts cannot be read (${error.message.replace(/\.$/, "")})${since}.`);
  byId("topology-age").hidden = false;
}

/** Reads what changes seldom, unless it was read just now; the queues do not wait for it. */
async function refreshSlowly(): Promise<void> {
  if (isReadingSlowly || performance.now() - slowMs < SLOW_PERIOD_MS) {
    return;
  }
  slowMs = performance.now();
  isReadingSlowly = true;
  try {
    await readSlowly();
  } catch (error) {
    showError(error as Error);
  } finally {
    isReadingSlowly = false;
  }
}

/** ONOS's store or its own REST may be away: each part is shown by itself. */
async function readSlowly(): Promise<void> {
  const [versions, links, hosts, freeze] = await Promise.allSettled([
    showHistory(),
    readOnos<{ links: OnosLink[] }>("links"),
    readOnos<{ hosts: OnosHost[] }>("hosts"),
    showFreeze(),
    showEvents(),
  ]);
  if (freeze.status === "rejected") {
    showFreezeUnread(freeze.reason as Error);
  }
  if (versions.status === "rejected") {
    byId("history").hidden = true;
  } else {
    for (const { version, timeMs, what } of versions.value) {
      if (versionsSeen >= 0 && version > versionsSeen) {
        history.note({ timeMs, kind: "policy", text: `policy version ${version}: ${what}` });
      }
    }
    versionsSeen = versions.value.at(-1)?.version ?? 0;
  }
  if (links.status === "fulfilled" && hosts.status === "fulfilled") {
    network = { links: links.value.links, hosts: hosts.value.hosts };
    noteLinks(network.links);
    topologyReadMs = Date.now();
    byId("topology-age").hidden = true;
  } else {
    showTopologyAge((links.status === "rejected" ? links : (hosts as PromiseRejectedResult)).reason as Error);
  }
}

/** Missed targets among the queues of which it is known: 2 of 9; a dash if it is known of none. */
function missedOfJudged(ports: Port[]): string {
  const judged = ports
    .filter(({ measured }) => measured)
    .flatMap((port) => port.classes)
    .filter(({ targetMet }) => targetMet !== null);
  const missed = judged.filter(({ targetMet }) => targetMet === false).length;
  return judged.length === 0 ? UNKNOWN : `${whole(missed)} of ${whole(judged.length)}`;
}

async function refresh(): Promise<void> {
  void refreshSlowly();
  try {
    const [{ ports, resolves, nowMs }, alerts, { classes }, { devices }, { agents }] = await Promise.all([
      // The figures are of the time at which they came, however long the others take.
      read<Ports>("ports").then((answer) => ({ ...answer, nowMs: Date.now() })),
      read<Alerts>("alerts"),
      read<{ classes: TrafficClass[] }>("classes"),
      read<{ devices: Device[] }>("devices"),
      read<{ agents: Agent[] }>("agents"),
    ]);
    history.add(nowMs, ports);
    showClasses(classes);
    showAlerts(alerts);
    showLosses(devices);
    showAgents(agents);
    showTopology(network, devices, ports);
    showPanel(ports, classes, history);
    showPorts(ports, nowMs, history);
    const queues = ports.flatMap((port) => port.classes);
    write(byId("port-count"), whole(ports.length));
    write(byId("resolves"), whole(resolves));
    write(byId("missed-count"), missedOfJudged(ports));
    const drops = [...queues.map((queue) => queue.drops), ...devices.map(lost)].filter(isKnown);
    write(byId("drop-count"), whole(drops.length === 0 ? null : drops.reduce((sum, count) => sum + count, 0)));
    byId("banner").hidden = true;
    const unread = ports.filter(({ measured }) => !measured).length;
    const exception = unread === 0 ? "" : `, ${unread} of ${ports.length} ports without a recent reading`;
    showState("live", `Live, ${clock(nowMs)}${exception}`);
    noteReading();
  } catch (error) {
    showError(error as Error);
  }
}

/** Counts what has been shown, for whoever measures the page. */
function noteReading(): void {
  readings += 1;
  document.body.dataset.readings = String(readings);
  if (readings === 1) {
    performance.mark("first-reading");
  }
}

/** One reading at a time, however slow, and never more than one per period. */
async function run(): Promise<void> {
  for (;;) {
    const wait = new Promise((resolve) => setTimeout(resolve, PERIOD_MS));
    await refresh();
    await wait;
  }
}

showLoadKey();
startPanel();
startPlanDialog();
startPolicy((plan) => void openPlan(plan));
startFreeze();
void run();

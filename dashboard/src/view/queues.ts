// SPDX-License-Identifier: Apache-2.0
// The table of all queues. In a large network, ports outside the window have one row each in place
// of a row for each class: the browser lays out the whole table at every change of a number.

import { byId } from "../dom";
import type { NetworkHistory } from "../history";
import { portId, type Port } from "../types";
import { PortRows, foldedRow, shape } from "./portRows";

/** With at most as many ports, all rows are there. */
const ALL_ROWS_PORTS = 24;

/** Width of the charts until the browser has laid out the table. */
const FIRST_CHART_PX = 160;

interface Reading {
  port: Port;
  nowMs: number;
  history: NetworkHistory;
}

/** A port in the table, with all its rows or with one. */
class PortGroup {
  readonly body = document.createElement("tbody");
  private readonly shape: string;
  private rows: PortRows | undefined;
  private reading: Reading;
  private near = false;

  constructor(reading: Reading) {
    this.reading = reading;
    this.shape = shape(reading.port);
    this.body.dataset.portGroup = portId(reading.port);
    this.body.append(foldedRow(reading.port));
  }

  /** Whether a reading needs other rows. */
  fits(port: Port): boolean {
    return shape(port) === this.shape;
  }

  /** Takes in a reading, and shows it where somebody can see it. */
  update(reading: Reading): void {
    this.reading = reading;
    const { port } = reading;
    // A port of which nothing is known may be busy.
    const busy = !port.measured || port.classes.some((queue) => (queue.offeredBps ?? 0) > 0 || (queue.depthPackets.max ?? 0) > 0);
    const hidden = !chosen(portId(port), busy);
    if (this.body.hidden !== hidden) {
      this.body.hidden = hidden;
    }
    this.show();
  }

  /** Notes whether the window is near. */
  setNear(near: boolean): void {
    this.near = near;
    this.show();
  }

  /** Draws what was read last. */
  show(): void {
    const { port, nowMs, history } = this.reading;
    const unfolded = !this.body.hidden && (this.near || groups.size <= ALL_ROWS_PORTS);
    if (unfolded && !this.rows) {
      this.rows = new PortRows(port);
      this.body.replaceChildren(...this.rows.elements);
    } else if (!unfolded && this.rows && !this.body.contains(document.activeElement)) {
      this.rows = undefined;
      this.body.replaceChildren(foldedRow(port));
    }
    if (unfolded) {
      this.rows?.update(port, nowMs, history, chartPx);
    }
  }
}

function chosen(id: string, busy: boolean): boolean {
  const filter = byId<HTMLInputElement>("filter").value.trim();
  return id.includes(filter) && (busy || !byId<HTMLInputElement>("busy-only").checked);
}

const groups = new Map<string, PortGroup>();
let chartPx = FIRST_CHART_PX;

const nearWindow = new IntersectionObserver(
  (changes) => {
    for (const { target, isIntersecting } of changes) {
      groups.get((target as HTMLElement).dataset.portGroup ?? "")?.setNear(isIntersecting);
    }
  },
  { rootMargin: "300px" },
);

/** All charts are as wide as the head of their column; asking each chart would lay out the table each time. */
new ResizeObserver(([column]) => {
  chartPx = Math.max(FIRST_CHART_PX, Math.floor(column?.borderBoxSize[0]?.inlineSize ?? 0) - 1);
  groups.forEach((group) => group.show());
}).observe(byId("queues").querySelector("thead th.chart")!);

/** Shows all ports; rows of ports that are gone are removed. */
export function showPorts(ports: Port[], nowMs: number, history: NetworkHistory): void {
  const table = byId<HTMLTableElement>("queues");
  const present = new Set(ports.map(portId));
  for (const [id, group] of groups) {
    if (!present.has(id)) {
      drop(id, group);
    }
  }
  let before: Element | null = table.tHead;
  for (const port of ports) {
    const id = portId(port);
    const reading = { port, nowMs, history };
    let group = groups.get(id);
    if (group && !group.fits(port)) {
      drop(id, group);
      group = undefined;
    }
    if (!group) {
      group = new PortGroup(reading);
      groups.set(id, group);
      nearWindow.observe(group.body);
    }
    if (before?.nextElementSibling !== group.body) {
      before?.after(group.body);
    }
    before = group.body;
  }
  ports.forEach((port) => groups.get(portId(port))?.update({ port, nowMs, history }));
  byId("empty").hidden = ports.length > 0;
}

function drop(id: string, group: PortGroup): void {
  nearWindow.unobserve(group.body);
  group.body.remove();
  groups.delete(id);
}

// SPDX-License-Identifier: Apache-2.0
// Packets that switches dropped outside queues, and hosts with an agent.

import { add, byId, rows, write } from "../dom";
import { decimals, isKnown, whole } from "../format";
import { CAUSES, type Agent, type Device } from "../types";

/** Packets that a switch dropped outside queues, as far as is known; null if nothing is. */
export function lost({ drops }: Device): number | null {
  const known = CAUSES.map((cause) => drops[cause]).filter(isKnown);
  return known.length === 0 ? null : known.reduce((sum, count) => sum + count, 0);
}

/** A row for each switch that has dropped anything outside queues. */
export function showLosses(devices: Device[]): void {
  const losers = devices.filter((device) => (lost(device) ?? 0) > 0);
  byId("losses").hidden = losers.length === 0;
  const shown = rows(byId<HTMLTableSectionElement>("loss-list"), losers.length, lossRow);
  losers.forEach(({ device, drops, packetsPerSecond }, i) => {
    const row = shown[i]!;
    row.dataset.device = device;
    write(row.cells[0]!, device);
    CAUSES.forEach((cause, j) => {
      const cell = row.cells[j + 1]!;
      write(cell, whole(drops[cause]));
      cell.dataset.value = String(drops[cause] ?? "");
      cell.dataset.alarm = String((packetsPerSecond[cause] ?? 0) > 0);
    });
    const known = CAUSES.map((cause) => packetsPerSecond[cause]).filter(isKnown);
    const perSecond = known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
    const cell = row.cells[CAUSES.length + 1]!;
    write(cell, decimals(perSecond, 1));
    cell.dataset.value = String(perSecond ?? "");
  });
}

function lossRow(body: HTMLTableSectionElement): HTMLTableRowElement {
  const row = body.insertRow();
  add(row, "th", { scope: "row", class: "text" });
  CAUSES.forEach((cause) => add(row, "td", { "data-field": cause }));
  add(row, "td", { "data-field": "packetsPerSecond" });
  return row;
}

/** A row for each host with an agent. */
export function showAgents(agents: Agent[]): void {
  byId("agents").hidden = agents.length === 0;
  write(byId("agent-count"), whole(agents.length));
  const shown = rows(byId<HTMLTableSectionElement>("agent-list"), agents.length, agentRow);
  agents.forEach(({ address, byPolicy, leaseSeconds, device }, i) => {
    const row = shown[i]!;
    row.dataset.address = address;
    const lease = leaseSeconds === null ? "–" : whole(Math.round(leaseSeconds));
    [address, byPolicy ? "yes" : "no", lease, device ?? "not seen"].forEach((text, j) =>
      write(row.cells[j]!, text),
    );
  });
}

function agentRow(body: HTMLTableSectionElement): HTMLTableRowElement {
  const row = body.insertRow();
  add(row, "th", { scope: "row", class: "text" });
  add(row, "td", { class: "text" });
  add(row, "td", { "data-field": "leaseSeconds" });
  add(row, "td", { class: "text" });
  return row;
}

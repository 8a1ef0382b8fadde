// SPDX-License-Identifier: Apache-2.0
// The last events of the network and of the policy, newest first.

import { add, byId, onChange, renew } from "../dom";
import { dateTime } from "../format";
import { read } from "../rest";
import type { WeirEvent } from "../types";

/** REST has more. */
const SHOWN = 15;

function addEvent(body: HTMLElement, { id, timeMs, kind, subject, device, port, text }: WeirEvent): void {
  const row = add(body, "tr", { "data-event": id, "data-kind": kind });
  add(row, "td", { class: "text" }, dateTime(timeMs));
  add(row, "td", { class: "text" }, kind.replaceAll("-", " "));
  const about = add(row, "th", { scope: "row", class: "text" });
  if (device !== null && port !== null) {
    add(about, "a", { href: `#port=${encodeURIComponent(`${device}/${port}`)}`, "data-event-link": id }, subject);
  } else {
    about.textContent = subject;
  }
  add(row, "td", { class: "text" }, text);
}

const show = onChange((events: WeirEvent[]) => {
  byId("events").hidden = events.length === 0;
  const body = byId("event-list");
  renew(body, () => events.forEach((event) => addEvent(body, event)));
});

/** Reads the last events and shows them; an ONOS that does not tell them has no list. */
export async function showEvents(): Promise<void> {
  try {
    show((await read<{ events: WeirEvent[] }>(`events?limit=${SHOWN}`)).events);
  } catch {
    byId("events").hidden = true;
  }
}

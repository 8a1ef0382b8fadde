// SPDX-License-Identifier: Apache-2.0
// Present faults: a line for each kind; where a line stands for several alerts, a click shows them.

import { add, byId, onChange, renew } from "../dom";
import { clock, day } from "../format";
import type { Alerts } from "../types";

/** Shows the alerts; on another day again, because then their times have the day. */
export const showAlerts = (alerts: Alerts): void => show({ ...alerts, today: day(Date.now()) });

const show = onChange(({ alerts, groups }: Alerts & { today: string }) => {
  byId("alerts").hidden = alerts.length === 0;
  const list = byId("alert-list");
  const open = new Set(
    [...list.querySelectorAll<HTMLElement>("li[data-kind]:has(> details[open])")].map(
      ({ dataset }) => dataset.kind,
    ),
  );
  renew(list, () => addGroups(list, groups, alerts, open));
});

function addGroups(list: HTMLElement, groups: Alerts["groups"], alerts: Alerts["alerts"], open: Set<string | undefined>): void {
  for (const { kind, count, sinceMs, text } of groups) {
    const alike = alerts.filter((alert) => alert.kind === kind);
    const item = add(list, "li", { "data-kind": kind, "data-count": count });
    const line = `${text} (since ${clock(sinceMs)})`;
    if (count === 1) {
      item.dataset.subject = alike[0]?.subject ?? "";
      item.textContent = line;
      continue;
    }
    const details = add(item, "details");
    details.open = open.has(kind);
    add(details, "summary", { "data-group": kind }, line);
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

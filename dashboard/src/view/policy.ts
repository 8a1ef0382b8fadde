// SPDX-License-Identifier: Apache-2.0
// The last versions of the policy, with a way back to each, and the last plans.

import { add, byId, openDialog, renew } from "../dom";
import { clock, dateTime } from "../format";
import { post, read } from "../rest";
import { portId, type PlanSummary, type PolicyVersion, type PolicyVersions } from "../types";

/** The last versions and plans are shown; REST has all. */
const SHOWN_VERSIONS = 5;
const SHOWN_PLANS = 3;

let running = 0;

function versionRow({ version, timeMs, who, via, what }: PolicyVersion): HTMLTableRowElement {
  const row = document.createElement("tr");
  row.dataset.version = String(version);
  add(row, "th", { scope: "row" }, version === running ? `${version} runs` : `${version}`);
  [dateTime(timeMs), who, via, what].forEach((text) => add(row, "td", { class: "text" }, text));
  const action = add(row, "td", { class: "text" });
  if (version !== running) {
    const back = add(action, "button", { type: "button", "data-rollback": version }, "Roll back to this");
    back.addEventListener("click", () => ask(version));
  }
  return row;
}

/** Asks before anything is installed. */
function ask(version: number): void {
  const dialog = byId<HTMLDialogElement>("rollback-dialog");
  byId("rollback-text").textContent =
    `Version ${version} of the policy comes into force again, as a new version. ` +
    `All ports are solved again and get its settings.`;
  dialog.dataset.version = String(version);
  dialog.dataset.basedOn = String(running);
  byId("rollback-error").hidden = true;
  openDialog(dialog);
}

async function rollBack(): Promise<void> {
  const dialog = byId<HTMLDialogElement>("rollback-dialog");
  const place = byId("rollback-error");
  try {
    await post<unknown>("policy/rollback", { version: Number(dialog.dataset.version) }, Number(dialog.dataset.basedOn));
    dialog.close();
    await showHistory();
  } catch (error) {
    place.textContent = (error as Error).message;
    place.hidden = false;
  }
}

function planItem({ plan, basedOn, who, state, note, guardedUntilMs, canary }: PlanSummary): HTMLLIElement {
  const item = document.createElement("li");
  item.dataset.plan = String(plan);
  item.dataset.state = state;
  const where = state === "canary" && canary !== null ? ` at ${canary.ports.map(portId).join(", ")}` : "";
  const until = state === "guarded" && guardedUntilMs !== null ? ` until ${clock(guardedUntilMs)}` : "";
  item.textContent =
    `Plan ${plan} by ${who}, on version ${basedOn}: ${state}${where}${until}` + (note === "" ? "" : `, ${note}`) + " ";
  const open = add(item, "button", { type: "button", "data-open-plan": plan }, "Show");
  open.setAttribute("aria-label", `Show plan ${plan}`);
  open.addEventListener("click", () => openPlan(plan));
  return item;
}

let openPlan: (plan: number) => void = () => {};

/** Reads versions and plans and shows them; returns the versions. */
export async function showHistory(): Promise<PolicyVersion[]> {
  const [history, { plans }] = await Promise.all([
    read<PolicyVersions>("policy/versions"),
    read<{ plans: PlanSummary[] }>("plans"),
  ]);
  running = history.running;
  byId("history").hidden = history.versions.length === 0;
  const versions = byId("version-list");
  renew(versions, () => versions.append(...history.versions.slice(-SHOWN_VERSIONS).reverse().map(versionRow)));
  const list = byId("plan-list");
  renew(list, () => list.append(...plans.slice(-SHOWN_PLANS).reverse().map(planItem)));
  return history.versions;
}

/**
 * Connects the buttons, once.
 *
 * @param open opens a stored plan
 */
export function startPolicy(open: (plan: number) => void): void {
  openPlan = open;
  byId("rollback-form").addEventListener("submit", (event) => {
    event.preventDefault();
    void rollBack();
  });
  byId("rollback-cancel").addEventListener("click", () => byId<HTMLDialogElement>("rollback-dialog").close());
}

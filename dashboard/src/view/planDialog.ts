// SPDX-License-Identifier: Apache-2.0
// Change of a class in three steps: new values; the plan, with its effect on every port; its
// application, with a guard. Nothing is installed before the last step.

import { add, byId, openDialog } from "../dom";
import { TARGETS, UNKNOWN, decimals, milliseconds, percent, rate, whole } from "../format";
import { post, read, Refused } from "../rest";
import {
  portId,
  type Outcome,
  type Plan,
  type PlannedClass,
  type PlannedPort,
  type PlannedQueue,
  type PolicyVersions,
  type Target,
  type Targets,
  type TrafficClass,
} from "../types";
import { showHistory } from "./policy";
import { placeOf, startSimulation, watchSimulation } from "./simulation";

/** Status of REST if another version of the policy is in force. */
const CHANGED = 412;

let edited: TrafficClass | null = null;
/** Version of the policy that the values in the editor are of. */
let editedVersion = 0;
let plan: Plan | null = null;

const dialog = () => byId<HTMLDialogElement>("plan-dialog");

/** Shows a step, opens the dialog for it, and moves the focus there: the button pressed last may be hidden now. */
function step(name: "edit" | "review" | "failed"): void {
  byId("plan-edit").hidden = name !== "edit";
  byId("plan-review").hidden = name !== "review";
  byId("plan-failed").hidden = name !== "failed";
  fail("");
  if (!dialog().open) {
    openDialog(dialog());
  }
  (name === "edit" ? byId("plan-fields").querySelector("input") : byId("plan-title"))?.focus();
}

function fail(reason: string): void {
  const place = byId("plan-error");
  place.textContent = reason;
  place.hidden = reason === "";
}

let isOpening = false;

/** Opens the dialog with what is read for it, or with the reason for which it cannot be read. */
async function open(title: string, show: () => Promise<void>): Promise<void> {
  if (isOpening) {
    return;
  }
  isOpening = true;
  byId("plan-title").textContent = title;
  try {
    await show();
  } catch (error) {
    step("failed");
    fail((error as Error).message);
  } finally {
    isOpening = false;
  }
}

/** Opens the editor of a class. */
export async function editClass(name: string): Promise<void> {
  await open(`Change class ${name}`, async () => {
    // The version first: if another comes into force between the readings, ONOS refuses the plan.
    const { running } = await read<PolicyVersions>("policy/versions");
    const { classes } = await read<{ classes: TrafficClass[] }>("classes");
    const one = classes.find((each) => each.name === name);
    if (one === undefined) {
      throw new Error(`The policy has no class ${name} any more.`);
    }
    editedVersion = running;
    showEditor(one);
  });
}

function showEditor(one: TrafficClass): void {
  edited = one;
  plan = null;
  const fields = byId("plan-fields");
  fields.replaceChildren();
  byId("plan-back").hidden = false;
  field(fields, "importance", "Importance", String(one.importance), true);
  for (const name of Object.keys(TARGETS) as Target[]) {
    field(fields, name, TARGETS[name].label, String(one.targets[name] ?? ""), false);
  }
  step("edit");
}

/** Opens a stored plan. */
export async function openPlan(number: number): Promise<void> {
  await open(`Plan ${number}`, async () => {
    const stored = await read<Plan>(`plans/${number}`);
    edited = null;
    plan = stored;
    byId("plan-title").textContent = `Plan ${number}: ${plan.state}`;
    byId("plan-back").hidden = true;
    showPlan(plan);
    step("review");
  });
}

function field(parent: HTMLElement, name: string, label: string, value: string, required: boolean): void {
  const line = add(parent, "label", {}, label);
  const input = add(line, "input", { name, inputmode: "decimal", autocomplete: "off", value });
  input.required = required;
}

/** What the fields say; throws with the label of the first that holds no number. */
function entered(): { importance: number; targets: Targets } {
  const inputs = [...byId("plan-fields").querySelectorAll<HTMLInputElement>("input")];
  const values = inputs.flatMap((input): [string, number][] => {
    const text = input.value.trim();
    const value = Number(text);
    if (text === "" && !input.required) {
      return [];
    }
    if (text === "" || !Number.isFinite(value)) {
      input.focus();
      throw new Error(`${input.parentElement?.firstChild?.textContent}: "${text}" is not a number`);
    }
    return [[input.name, value]];
  });
  const { importance, ...targets } = Object.fromEntries(values);
  return { importance: importance ?? Number.NaN, targets: targets as Targets };
}

async function makePlan(): Promise<void> {
  const { name } = edited!;
  const change = entered();
  plan = await post<Plan>("plans", { classes: { [name]: change } }, editedVersion).catch((error: Error) => {
    throw error instanceof Refused && error.status === CHANGED
      ? new Error(`${error.message} Cancel, and change the class again: the editor then has its present values.`)
      : error;
  });
  showPlan(plan);
  step("review");
}

/** The ports that the user has chosen to get the plan first. */
function chosenPorts(): { device: string; port: number }[] {
  const chosen = [...byId("plan-ports").querySelectorAll<HTMLInputElement>("input:checked:enabled")].map(({ value }) => value);
  return plan!.ports.filter((port) => chosen.includes(portId(port))).map(({ device, port }) => ({ device, port }));
}

async function applyPlan(): Promise<void> {
  const { plan: number, basedOn } = plan!;
  const guardSeconds = Number(byId<HTMLInputElement>("plan-guard").value);
  const ports = chosenPorts();
  await post<unknown>(`plans/${number}/apply`, ports.length > 0 ? { guardSeconds, ports } : { guardSeconds }, basedOn);
  dialog().close();
  await showHistory();
}

async function rollBackPlan(): Promise<void> {
  const { plan: number, basedOn } = plan!;
  await post<unknown>(`plans/${number}/rollback`, {}, basedOn);
  dialog().close();
  await showHistory();
}

/** Says on the button at how many ports the plan comes into force with the next click. */
function nameApplication(): void {
  const chosen = chosenPorts().length;
  byId("plan-apply").textContent =
    chosen === 0 ? "Apply to all ports" : chosen === 1 ? "Apply to 1 port first" : `Apply to ${chosen} ports first`;
}

function canaryText({ state, canary }: Plan): string {
  if (state === "canary" && canary !== null) {
    return `In force at ${canary.ports.map(portId).join(", ")}, by ${canary.who}. All other ports have the policy of before.`;
  }
  return state === "open" ? "Check ports to apply the plan there first; then apply it to all, or roll it back." : "";
}

/** The box by which a port gets the plan before the others. */
function addChoice(heading: HTMLElement, port: PlannedPort, { state, canary }: Plan): void {
  if (state !== "open" && state !== "canary") {
    return;
  }
  const box = add(heading, "input", { type: "checkbox", value: portId(port), "aria-label": `Apply to ${portId(port)} first` });
  box.checked = canary?.ports.some((one) => portId(one) === portId(port)) ?? false;
  box.disabled = box.checked;
  box.addEventListener("change", nameApplication);
}

const value = (one: unknown) => (one === null ? "not set" : JSON.stringify(one));

/** A value now and as planned; once if it stays. */
function pair(now: PlannedQueue | null, planned: PlannedQueue, text: (queue: PlannedQueue) => string): string {
  const before = now === null ? UNKNOWN : text(now);
  const after = text(planned);
  return before === after ? after : `${before} → ${after}`;
}

const threshold = (queue: PlannedQueue) =>
  queue.thresholdPackets === null ? queue.marking : whole(queue.thresholdPackets);

/** Columns of the table of a plan: heading, and the text of a class at a port. */
const COLUMNS: [string, (queue: PlannedQueue) => string][] = [
  ["share ω", (queue) => decimals(queue.weight, 3)],
  ["threshold K", threshold],
  ["limit", (queue) => whole(queue.limitPackets)],
  ["target rate λ*", (queue) => rate(queue.targetRateBps)],
];

/** Figures with up to three sources: heading, field, text. */
const OUTCOMES: [string, Outcome, (value: number | null) => string][] = [
  ["mean delay, ms", "delayMs", milliseconds],
  ["p99 delay, ms", "p99DelayMs", milliseconds],
  ["loss", "lossFraction", percent],
];

const figure = (outcome: Outcome, one: number | null) => OUTCOMES.find(([, name]) => name === outcome)![2](one);

/** A cell with a line for each source; a plan without a simulation has no line for it. */
function outcomeCell(
  row: HTMLTableRowElement,
  one: PlannedClass,
  [, outcome, text]: (typeof OUTCOMES)[number],
  port: PlannedPort,
): void {
  const cell = add(row, "td", { class: "outcome" });
  placeOf(cell, portId(port), one.name, outcome);
  add(cell, "small", {}, `measured ${text(one.measured?.[outcome] ?? null)}`);
  add(cell, "span", {}, `expected ${pair(one.now, one.planned, (queue) => text(queue[outcome]))}`);
  add(cell, "small", {}, `(${text(one.planned.low[outcome])} to ${text(one.planned.high[outcome])})`);
  add(cell, "small", {}, `guaranteed ${text(one.planned.guaranteed[outcome])}`);
}

function showPlan(shown: Plan): void {
  const list = byId("plan-differences");
  list.replaceChildren();
  for (const { path, before, after } of shown.differences) {
    add(list, "li", {}, `${path}: ${value(before)} → ${value(after)}`);
  }
  const changed = shown.ports.filter(({ changes }) => changes);
  const misses = shown.ports.filter(({ feasible }) => !feasible);
  byId("plan-summary").textContent =
    shown.differences.length === 0
      ? "This plan changes nothing."
      : `Plan ${shown.plan} changes the settings of ${changed.length} of ${shown.ports.length} ports at the present loads. ` +
        (misses.length > 0
          ? `At the present loads targets may be missed at ${misses.map(portId).join(", ")}.`
          : shown.ports.length > 0
            ? "At the present loads every class is expected to meet its targets there."
            : "") +
        (shown.portsNotPlanned > 0 ? ` ${shown.portsNotPlanned} ports of other nodes are not judged: make the plan there, too.` : "");
  const head = byId("plan-head");
  head.replaceChildren();
  const body = byId<HTMLTableSectionElement>("plan-ports");
  body.replaceChildren();
  const titles = add(head, "tr");
  ["port", "class"].forEach((text) => add(titles, "th", { scope: "col", class: "text" }, text));
  ["load, bit/s", ...COLUMNS.map(([text]) => text), ...OUTCOMES.map(([text]) => text)].forEach((text) => add(titles, "th", { scope: "col" }, text));
  add(titles, "th", { scope: "col", class: "text" }, "may miss at the present load; not guaranteed");
  const isChosen = (port: PlannedPort) => shown.canary?.ports.some((one) => portId(one) === portId(port));
  const listed = shown.ports.filter((port) => port.changes || isChosen(port));
  for (const port of listed.length > 0 ? listed : shown.ports) {
    port.classes.forEach((one, i) => {
      const row = add(body, "tr", { "data-plan-port": portId(port), "data-plan-class": one.name });
      if (i === 0) {
        const heading = add(row, "th", { scope: "rowgroup", rowspan: port.classes.length, class: "text" }, portId(port));
        addChoice(heading, port, shown);
      }
      add(row, "th", { scope: "row", class: "text" }, one.name);
      add(row, "td", {}, rate(one.loadBps));
      for (const [, text] of COLUMNS) {
        const cell = add(row, "td", {}, pair(one.now, one.planned, text));
        cell.dataset.changed = String(cell.textContent?.includes("→"));
      }
      OUTCOMES.forEach((outcome) => outcomeCell(row, one, outcome, port));
      add(row, "td", { class: "text" }, [...one.planned.missed, ...one.planned.notGuaranteed.map((text) => `not guaranteed: ${text}`)].join("; "));
    });
  }
  watchSimulation(shown, figure, (simulated) => {
    plan = simulated;
  });
  byId("plan-canary").textContent = canaryText(shown);
  byId("plan-rollback").hidden = shown.state !== "canary";
  byId<HTMLButtonElement>("plan-apply").disabled =
    shown.differences.length === 0 || (shown.state !== "open" && shown.state !== "canary");
  nameApplication();
}

let isBusy = false;

/** Runs a step once at a time, and shows why it was refused. The button keeps the focus, as it is not disabled. */
async function attempt(button: HTMLButtonElement, act: () => Promise<void>): Promise<void> {
  if (isBusy) {
    return;
  }
  isBusy = true;
  button.setAttribute("aria-busy", "true");
  try {
    await act();
  } catch (error) {
    fail((error as Error).message);
  } finally {
    isBusy = false;
    button.removeAttribute("aria-busy");
  }
}

/** Connects the buttons of the dialog, once. */
export function startPlanDialog(): void {
  byId("plan-edit").addEventListener("submit", (event) => {
    event.preventDefault();
    void attempt(byId<HTMLButtonElement>("plan-make"), makePlan);
  });
  byId("plan-review").addEventListener("submit", (event) => {
    event.preventDefault();
    void attempt(byId<HTMLButtonElement>("plan-apply"), applyPlan);
  });
  byId("plan-back").addEventListener("click", () => step("edit"));
  byId("plan-rollback").addEventListener("click", () => {
    void attempt(byId<HTMLButtonElement>("plan-rollback"), rollBackPlan);
  });
  startSimulation(dialog());
  document.querySelectorAll("[data-close]").forEach((button) =>
    button.addEventListener("click", () => dialog().close()),
  );
}

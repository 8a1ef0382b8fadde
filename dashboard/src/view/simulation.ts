// SPDX-License-Identifier: Apache-2.0
// Simulation of the plan that the dialog shows: the command that runs it, and its result as soon as it is attached.
// The application knows no lab, so the operator runs the command; the open dialog asks REST for the result.

import { add, byId } from "../dom";
import { UNKNOWN } from "../format";
import { read, Refused } from "../rest";
import { portId, type Estimate, type Outcome, type Plan } from "../types";

/** Shortest time between two questions for a result. */
const PERIOD_MS = 2_000;
/** Questions may take this part of the time: a plan of hundreds of ports is a long answer. */
const SHARE = 0.1;

let watched: AbortController | null = null;

/** Marks a cell of the table as the place of a figure. */
export function placeOf(cell: HTMLElement, port: string, name: string, outcome: Outcome): void {
  cell.dataset.outcome = JSON.stringify([port, name, outcome]);
}

function estimates({ simulation }: Plan): Map<string, Estimate | null> {
  return new Map(
    (simulation?.ports ?? []).flatMap((port) =>
      port.classes.flatMap((one) =>
        (["delayMs", "p99DelayMs", "lossFraction"] as const).map((outcome): [string, Estimate | null] => [
          JSON.stringify([portId(port), one.name, outcome]),
          one[outcome],
        ]),
      ),
    ),
  );
}

/** Shows a plan's result, if it has one, beside the other figures; nothing else is drawn anew. */
function show(plan: Plan, text: (outcome: Outcome, value: number | null) => string): void {
  const { plan: number, simulation } = plan;
  byId("plan-command").textContent = `./weir plan ${number} --onos ${location.origin}`;
  byId("plan-simulation").textContent =
    simulation === null
      ? "Not simulated. To simulate the plan with the measured traffic, run this command in a clone of Weir; the result appears here:"
      : `Simulated with ${simulation.seeds} seeds of ${simulation.periods} periods; in brackets the 95 % confidence interval. ` +
        `${simulation.assumptions.join(" ")} To simulate it again:`;
  const found = estimates(plan);
  document.querySelectorAll<HTMLElement>("#plan-ports td[data-outcome]").forEach((cell) => {
    const estimate = found.get(cell.dataset.outcome!) ?? null;
    cell.querySelector("[data-source='simulated']")?.remove();
    if (simulation !== null) {
      const outcome = (JSON.parse(cell.dataset.outcome!) as [string, string, Outcome])[2];
      const shown =
        estimate === null
          ? UNKNOWN
          : `${text(outcome, estimate.mean)} (${text(outcome, estimate.low)} to ${text(outcome, estimate.high)})`;
      add(cell, "small", { "data-source": "simulated" }, `simulated ${shown}`);
    }
  });
}

/**
 * Shows the simulation of a plan, and each new result until the dialog closes or shows another plan.
 *
 * @param text a figure as the table shows it
 * @param arrived is given the plan with a new result
 */
export function watchSimulation(
  plan: Plan,
  text: (outcome: Outcome, value: number | null) => string,
  arrived: (plan: Plan) => void,
): void {
  watched?.abort();
  const ended = new AbortController();
  watched = ended;
  byId("plan-copied").textContent = "";
  show(plan, text);
  void follow(plan, ended.signal, (next) => {
    show(next, text);
    byId("plan-copied").textContent = "The result of the simulation is in the table.";
    arrived(next);
  });
}

async function follow(plan: Plan, ended: AbortSignal, arrived: (plan: Plan) => void): Promise<void> {
  let seen = JSON.stringify(plan.simulation);
  let pauseMs = PERIOD_MS;
  while (true) {
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    if (ended.aborted) {
      return;
    }
    const startMs = performance.now();
    try {
      const next = await read<Plan>(`plans/${plan.plan}`);
      const now = JSON.stringify(next.simulation);
      if (!ended.aborted && now !== seen) {
        seen = now;
        arrived(next);
      }
    } catch (error) {
      // Without an answer it asks again. A plan that is forgotten gets no result.
      if (error instanceof Refused && error.status === 404) {
        return;
      }
    }
    pauseMs = Math.max(PERIOD_MS, (performance.now() - startMs) / SHARE);
  }
}

/** Copies the command; where a browser forbids that, for example without TLS, it selects it. */
async function copyCommand(): Promise<void> {
  const command = byId("plan-command");
  try {
    await navigator.clipboard.writeText(command.textContent ?? "");
    byId("plan-copied").textContent = "Copied.";
  } catch {
    getSelection()?.selectAllChildren(command);
    byId("plan-copied").textContent = "Selected: copy it with Ctrl-C.";
  }
}

/** Connects the button, and the end of the dialog, once. */
export function startSimulation(dialog: HTMLDialogElement): void {
  byId("plan-copy").addEventListener("click", () => void copyCommand());
  dialog.addEventListener("close", () => watched?.abort());
}

// SPDX-License-Identifier: Apache-2.0
// The freeze of the settings: a banner while it lasts, and the buttons that begin and end it.

import { byId, openDialog, write } from "../dom";
import { clock } from "../format";
import { post, read, remove } from "../rest";
import type { Freeze } from "../types";

/** Reads whether settings are frozen, and shows it. */
export async function showFreeze(): Promise<void> {
  const { frozen, known, record } = await read<Freeze>("freeze");
  const last = record?.at(-1);
  byId("freeze").hidden = !frozen;
  byId("freeze-start").hidden = frozen;
  byId("freeze-end").hidden = !known;
  if (!known) {
    write(byId("freeze-text"), "It is not known yet whether settings are frozen. Weir installs no weights, thresholds, limits and target rates until ONOS's store has answered.");
  } else if (frozen) {
    const by = last ? ` by ${last.who} at ${clock(last.timeMs)}` : "";
    const why = last && last.reason !== "" ? `: ${last.reason}` : "";
    write(byId("freeze-text"), `Settings are frozen${by}${why}. Weir measures and solves, and installs no weights, thresholds, limits and target rates. Match rules, AQM algorithms and edge rules follow the policy.`);
  }
}

/** Says that the state could not be read; the buttons stay as they are. */
export function showFreezeUnread(error: Error): void {
  const banner = byId("freeze");
  if (banner.hidden) {
    byId("freeze-end").hidden = true;
    banner.hidden = false;
  }
  write(byId("freeze-text"), `Whether settings are frozen could not be read: ${error.message.replace(/\.$/, "")}. Asking again every 5 seconds.`);
}

/** Connects the buttons, once. */
export function startFreeze(): void {
  const dialog = byId<HTMLDialogElement>("freeze-dialog");
  const refusal = byId("freeze-error");
  byId("freeze-start").addEventListener("click", () => {
    refusal.hidden = true;
    openDialog(dialog);
  });
  byId("freeze-cancel").addEventListener("click", () => dialog.close());
  byId("freeze-form").addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      const { note } = await post<Freeze>("freeze", { reason: byId<HTMLInputElement>("freeze-reason").value }, "any");
      if (note !== null) {
        throw new Error(`Settings are ${note}.`);
      }
      dialog.close();
      await showFreeze();
      // The button that has opened the dialog is hidden now.
      byId("freeze-end").focus();
    } catch (error) {
      refusal.textContent = (error as Error).message;
      refusal.hidden = false;
    }
  });
  byId("freeze-end").addEventListener("click", async () => {
    try {
      await remove("freeze");
      await showFreeze();
      byId("freeze-start").focus();
    } catch (error) {
      write(byId("freeze-text"), `The freeze was not ended: ${(error as Error).message}`);
    }
  });
}

// SPDX-License-Identifier: Apache-2.0
// The page of the REST interface: reads openapi.json once and shows it.

import "./style/base.css";
import "./style/page.css";
import "./style/controls.css";
import "./style/phone.css";
import "./style/api.css";
import { calls, type ApiDocument } from "./api/document";
import { addOperation } from "./api/operations";
import { addSchema } from "./api/schemas";
import { add, byId, write } from "./dom";
import { read } from "./rest";

/** First part of a path, by which operations stand together. */
function groupOf(path: string): string {
  return path.split("/")[1] ?? "";
}

function showOperations(api: ApiDocument): void {
  const groups = new Map<string, HTMLElement>();
  for (const call of calls(api.paths)) {
    const name = groupOf(call.path);
    let group = groups.get(name);
    if (group === undefined) {
      group = add(byId("api-operations"), "section", { "aria-label": `Operations of ${name}` });
      groups.set(name, group);
    }
    addOperation(group, api, call, true);
  }
  for (const call of calls(api.webhooks ?? {})) {
    addOperation(byId("api-webhooks"), api, call, false);
  }
  byId("api-webhooks").hidden = api.webhooks === undefined;
}

function filter(wanted: string): void {
  const words = wanted.toLowerCase().split(/\s+/);
  let left = 0;
  for (const group of byId("api-operations").children) {
    let inGroup = 0;
    for (const operation of group.querySelectorAll("details")) {
      const text = `${operation.id} ${operation.querySelector("summary")?.textContent ?? ""}`.toLowerCase();
      operation.hidden = !words.every((word) => text.includes(word));
      inGroup += operation.hidden ? 0 : 1;
    }
    (group as HTMLElement).hidden = inGroup === 0;
    left += inGroup;
  }
  write(byId("api-none"), left === 0 ? "No operation has these words." : "");
}

/** Opens what the address names, so that a link leads to an operation or a schema. */
function openTarget(): void {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target instanceof HTMLDetailsElement) {
    target.open = true;
    target.scrollIntoView();
    target.querySelector("summary")?.focus({ preventScroll: true });
  }
}

async function show(): Promise<void> {
  try {
    const api = await read<ApiDocument>("openapi.json");
    write(byId("api-version"), `Version ${api.info.version}, described by OpenAPI ${api.openapi}`);
    write(byId("api-description"), api.info.description);
    showOperations(api);
    for (const name of Object.keys(api.components.schemas).sort()) {
      addSchema(byId("api-schemas"), name, api.components.schemas[name] ?? {});
    }
    document.body.dataset.state = "shown";
    openTarget();
  } catch (error) {
    document.body.dataset.state = "error";
    const banner = byId("banner");
    write(banner, `openapi.json cannot be shown: ${(error as Error).message}. Reload the page to ask again.`);
    banner.hidden = false;
  }
}

const input = byId<HTMLInputElement>("api-filter");
input.addEventListener("input", () => filter(input.value.trim()));
window.addEventListener("hashchange", openTarget);
void show();

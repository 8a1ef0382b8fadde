// SPDX-License-Identifier: Apache-2.0
// A form that sends a GET and shows what came.

import { add, write } from "../dom";
import { answerTo } from "../rest";
import type { Call, Parameter } from "./document";

/** An answer of hundreds of ports is some megabytes; the page stays usable with its beginning. */
const MOST_CHARACTERS = 100_000;

/** Appends the form. */
export function addSendForm(parent: HTMLElement, { path, operation }: Call, parameters: Parameter[]): void {
  const id = operation.operationId;
  add(parent, "h4", {}, "Send it");
  const form = add(parent, "form", { class: "send", "data-send": id });
  const inputs = parameters
    .filter(({ in: place }) => place === "path" || place === "query")
    .map((parameter) => ({ parameter, input: addInput(form, parameter) }));
  add(form, "button", { type: "submit", "aria-label": `Send ${id}` }, "Send");
  const status = add(parent, "p", { role: "status", "data-answer-status": id });
  const body = add(parent, "pre", { tabindex: 0, role: "region", "aria-label": `Answer of ${id}`, "data-answer": id });
  body.hidden = true;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    let filled = path.slice(1);
    const query = new URLSearchParams();
    for (const { parameter, input } of inputs) {
      if (parameter.in === "path") {
        filled = filled.replace(`{${parameter.name}}`, encodeURIComponent(input.value));
      } else if (input.value !== "") {
        query.set(parameter.name, input.value);
      }
    }
    void send(query.size > 0 ? `${filled}?${query}` : filled, form, status, body);
  });
}

function addInput(form: HTMLElement, { name, required, example }: Parameter): HTMLInputElement {
  const label = add(form, "label", {}, `${name} `);
  const input = add(label, "input", { name, autocomplete: "off", placeholder: String(example ?? "") });
  input.required = required ?? false;
  return input;
}

async function send(path: string, form: HTMLElement, status: HTMLElement, body: HTMLElement): Promise<void> {
  form.setAttribute("aria-busy", "true");
  write(status, "Waiting for the answer");
  body.hidden = true;
  try {
    const answer = await answerTo(path);
    const text = pretty(await answer.text());
    const cut = text.length > MOST_CHARACTERS ? `; the first ${MOST_CHARACTERS} of ${text.length} characters` : "";
    write(status, `${answer.status} ${answer.statusText}${cut}`);
    write(body, text.slice(0, MOST_CHARACTERS));
    body.hidden = text === "";
  } catch (error) {
    write(status, `No answer: ${(error as Error).message}`);
  } finally {
    form.removeAttribute("aria-busy");
  }
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

// SPDX-License-Identifier: Apache-2.0
// One operation: parameters, bodies, answers, and a form that sends it if it changes nothing.

import { add } from "../dom";
import { weirUrl } from "../rest";
import { parametersOf, type Answer, type ApiDocument, type Call, type Content, type Parameter } from "./document";
import { addEntry, addFields, addType } from "./schemas";
import { addSendForm } from "./sendForm";

/** Appends an operation, folded. */
export function addOperation(parent: HTMLElement, api: ApiDocument, call: Call, isServed: boolean): void {
  const { method, path, operation } = call;
  const details = add(parent, "details", { id: operation.operationId, "data-operation": `${method} ${path}` });
  const summary = add(details, "summary");
  const heading = add(summary, "h3");
  add(heading, "span", { class: "method", "data-method": method }, method);
  heading.appendChild(new Text(" "));
  add(heading, "code", {}, path);
  add(summary, "p", {}, operation.summary);
  if (operation.description !== undefined) {
    add(details, "p", {}, operation.description);
  }
  const parameters = parametersOf(api, operation);
  if (parameters.length > 0) {
    add(details, "h4", {}, "Parameters");
    const list = add(details, "dl", { class: "fields" });
    for (const { name, in: place, schema, required, description, example } of parameters) {
      const examples = example === undefined ? schema.examples : [example];
      const shown = examples === undefined ? schema : { ...schema, examples };
      addEntry(list, name, shown, { required, description, note: `in ${place}` });
    }
  }
  if (operation.requestBody !== undefined) {
    add(details, "h4", {}, operation.requestBody.required ? "Request body, required" : "Request body");
    addContent(details, operation.requestBody.content);
  }
  add(details, "h4", {}, "Answers");
  const answers = add(details, "dl", { class: "fields answers" });
  for (const [status, answer] of Object.entries(operation.responses)) {
    addAnswer(answers, status, answer);
  }
  if (!isServed) {
    return;
  }
  add(details, "h4", {}, "With curl");
  add(details, "pre", { tabindex: 0, role: "region", "aria-label": `${operation.operationId} with curl` }, curl(call, parameters));
  if (method === "GET" && !isEndless(operation.responses)) {
    addSendForm(details, call, parameters);
  }
}

/** A stream of events has no end that a form could show. */
function isEndless(responses: Record<string, Answer>): boolean {
  return Object.values(responses).some(({ content }) => content?.["text/event-stream"] !== undefined);
}

function addContent(parent: HTMLElement, content: Content): void {
  for (const [type, { schema }] of Object.entries(content)) {
    const line = add(parent, "p", { class: "type" });
    add(line, "code", {}, type);
    line.appendChild(new Text(" "));
    addType(line, schema);
    const list = add(parent, "dl", { class: "fields" });
    addFields(list, schema.items ?? schema);
    if (list.childElementCount === 0) {
      list.remove();
    }
  }
}

function addAnswer(list: HTMLElement, status: string, { description, content, headers }: Answer): void {
  const term = add(list, "dt", { "data-status": status });
  add(term, "code", {}, status);
  for (const [type, { schema }] of Object.entries(content ?? {})) {
    const text = add(term, "span", { class: "type" }, ` ${type} `);
    addType(text, schema);
  }
  const text = add(list, "dd", {}, description);
  for (const [name, header] of Object.entries(headers ?? {})) {
    add(text, "small", {}, `Header ${name}: ${header.description ?? ""}`);
  }
}

/** The request as a command; curl asks for the password. */
function curl({ method, path, operation }: Call, parameters: Parameter[]): string {
  const filled = parameters
    .filter((one) => one.in === "path")
    .reduce((text, { name, example }) => text.replace(`{${name}}`, encodeURIComponent(String(example ?? name))), path);
  const words = ["curl", "-u onos"];
  if (method !== "GET") {
    words.push(`-X ${method}`);
  }
  if (operation.requestBody !== undefined) {
    words.push("-H 'Content-Type: application/json'", "-d @body.json");
  }
  words.push(weirUrl(filled.slice(1)).href);
  return words.join(" ");
}

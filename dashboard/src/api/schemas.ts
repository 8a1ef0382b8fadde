// SPDX-License-Identifier: Apache-2.0
// Schemas as lists of fields: name, type, description, rules.

import { add } from "../dom";
import { nameOf, type Schema } from "./document";

/** Id of the element that shows a named schema. */
export function schemaId(name: string): string {
  return `schema-${name}`;
}

/** Appends the type of a value; a named schema is a link to it. */
export function addType(parent: Node, schema: Schema): void {
  if (schema.$ref !== undefined) {
    const name = nameOf(schema.$ref);
    add(parent, "a", { href: `#${schemaId(name)}` }, name);
    return;
  }
  const choices = schema.oneOf ?? schema.anyOf;
  if (choices !== undefined && schema.properties === undefined) {
    choices.forEach((choice, i) => {
      parent.appendChild(new Text(i === 0 ? "" : " or "));
      addType(parent, choice);
    });
    return;
  }
  if (schema.enum !== undefined) {
    parent.appendChild(new Text(schema.enum.map(shown).join(" | ")));
    return;
  }
  if (schema.const !== undefined) {
    parent.appendChild(new Text(shown(schema.const)));
    return;
  }
  if (schema.type === "array" && schema.items !== undefined) {
    parent.appendChild(new Text("array of "));
    addType(parent, schema.items);
    return;
  }
  const types = schema.type === undefined ? ["any value"] : [schema.type].flat();
  parent.appendChild(new Text(types.join(" or ")));
}

function shown(value: unknown): string {
  return JSON.stringify(value);
}

/** Rules that a value keeps beside its type. */
export function rulesOf(schema: Schema): string[] {
  const rules: [unknown, string][] = [
    [schema.minimum, `≥ ${schema.minimum}`],
    [schema.exclusiveMinimum, `> ${schema.exclusiveMinimum}`],
    [schema.maximum, `≤ ${schema.maximum}`],
    [schema.exclusiveMaximum, `< ${schema.exclusiveMaximum}`],
    [schema.minLength, `characters ≥ ${schema.minLength}`],
    [schema.maxLength, `characters ≤ ${schema.maxLength}`],
    [schema.minItems, `elements ≥ ${schema.minItems}`],
    [schema.maxItems, `elements ≤ ${schema.maxItems}`],
    [schema.uniqueItems, "no element twice"],
    [schema.minProperties, `fields ≥ ${schema.minProperties}`],
    [schema.pattern, `pattern ${schema.pattern}`],
    [schema.default, `default ${shown(schema.default)}`],
    [schema.examples, `example ${(schema.examples ?? []).map(shown).join(", ")}`],
    [schema.writeOnly, "never in an answer"],
  ];
  const texts = rules.filter(([value]) => value !== undefined).map(([, text]) => text);
  if (schema.additionalProperties === false) {
    texts.push("no other field");
  }
  for (const [field, others] of Object.entries(schema.dependentRequired ?? {})) {
    texts.push(`${field} needs ${others.join(", ")}`);
  }
  return schema.items === undefined ? texts : [...texts, ...rulesOf(schema.items)];
}

/** Appends an entry of a list of fields. */
export function addEntry(
  list: HTMLElement,
  name: string,
  schema: Schema,
  facts: { required?: boolean; description?: string; note?: string } = {},
): void {
  const term = add(list, "dt");
  add(term, "code", {}, name);
  term.appendChild(new Text(" "));
  addType(add(term, "span", { class: "type" }), schema);
  if (facts.note !== undefined) {
    add(term, "span", { class: "note" }, facts.note);
  }
  if (facts.required) {
    add(term, "strong", {}, "required");
  }
  const text = facts.description ?? schema.description ?? "";
  const rules = rulesOf(schema).join(", ");
  const description = add(list, "dd", {}, text);
  if (rules !== "") {
    add(description, "small", {}, rules);
  }
}

/** Appends the fields of a schema; those of objects without a name follow their object, as `ports[].device`. */
export function addFields(list: HTMLElement, schema: Schema, prefix = ""): void {
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    const path = prefix + name;
    addEntry(list, path, field, { required: schema.required?.includes(name) ?? false });
    addInside(list, field, path);
  }
  if (typeof schema.additionalProperties === "object") {
    addEntry(list, `${prefix}*`, schema.additionalProperties, { note: "any other name" });
    addInside(list, schema.additionalProperties, `${prefix}*`);
  }
  for (const part of [...(schema.allOf ?? []), ...Object.values(schema.dependentSchemas ?? {})]) {
    addEntry(list, `${prefix}…`, part, { note: "these rules, too" });
  }
}

function addInside(list: HTMLElement, field: Schema, path: string): void {
  const isArray = field.items !== undefined;
  const inside = field.items ?? field;
  if (inside.properties !== undefined || typeof inside.additionalProperties === "object") {
    addFields(list, inside, isArray ? `${path}[].` : `${path}.`);
  }
}

/** Appends a named schema, folded. */
export function addSchema(parent: HTMLElement, name: string, schema: Schema): void {
  const details = add(parent, "details", { id: schemaId(name) });
  add(add(details, "summary"), "h3", {}, name);
  if (schema.description !== undefined) {
    add(details, "p", {}, schema.description);
  }
  const rules = rulesOf(schema).join(", ");
  const type = add(details, "p", { class: "type" });
  addType(type, schema);
  if (rules !== "") {
    add(details, "p", { class: "note" }, rules);
  }
  const list = add(details, "dl", { class: "fields" });
  addFields(list, schema);
  if (list.childElementCount === 0) {
    list.remove();
  }
}

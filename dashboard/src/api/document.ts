// SPDX-License-Identifier: Apache-2.0
// The description of the REST interface, in OpenAPI 3.1, as far as the page shows it.

/** JSON Schema, as far as the description uses it. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  description?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  examples?: unknown[];
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  minProperties?: number;
  pattern?: string;
  writeOnly?: boolean;
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  required?: string[];
  items?: Schema;
  oneOf?: Schema[];
  anyOf?: Schema[];
  allOf?: Schema[];
  dependentRequired?: Record<string, string[]>;
  dependentSchemas?: Record<string, Schema>;
}

/** Body of a request or an answer, by media type. */
export type Content = Record<string, { schema: Schema }>;

export interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema: Schema;
  example?: unknown;
}

export interface Answer {
  description: string;
  content?: Content;
  headers?: Record<string, { description?: string; schema: Schema }>;
}

export interface Operation {
  operationId: string;
  summary: string;
  description?: string;
  parameters?: (Parameter | { $ref: string })[];
  requestBody?: { content: Content; required?: boolean };
  responses: Record<string, Answer>;
}

type Paths = Record<string, Record<string, Operation>>;

export interface ApiDocument {
  openapi: string;
  info: { version: string; description: string };
  paths: Paths;
  webhooks?: Paths;
  components: { schemas: Record<string, Schema>; parameters?: Record<string, Parameter> };
}

/** An operation with its method, in capitals, and its path. */
export interface Call {
  method: string;
  path: string;
  operation: Operation;
}

/** The operations of some paths, in the order of the description. */
export function calls(paths: Paths): Call[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
}

/** Last part of a reference: the name of what it refers to. */
export function nameOf(ref: string): string {
  return ref.slice(ref.lastIndexOf("/") + 1);
}

/** The parameters of an operation; those that it only refers to, too. */
export function parametersOf(api: ApiDocument, operation: Operation): Parameter[] {
  return (operation.parameters ?? []).map((one) => {
    const parameter = "$ref" in one ? api.components.parameters?.[nameOf(one.$ref)] : one;
    if (parameter === undefined) {
      throw new Error(`${operation.operationId} has a parameter that openapi.json does not describe`);
    }
    return parameter;
  });
}

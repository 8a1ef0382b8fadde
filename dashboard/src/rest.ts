// SPDX-License-Identifier: Apache-2.0
// The REST interface of Weir and the part of ONOS's own that the page reads.

const PATIENCE_MS = 5_000;
/** A plan solves every port; that may take longer than a reading. */
const PLAN_PATIENCE_MS = 60_000;

/** Refusal with the sentence that REST gave as its reason. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    reason: string,
  ) {
    super(reason);
  }
}

/** No answer, or one that cannot be read. */
export class NoAnswer extends Error {}

/** Beside the page; without the user and password that its address may hold: fetch refuses those. */
function base(relative: string): URL {
  const url = new URL(relative, location.href);
  url.username = "";
  url.password = "";
  return url;
}

const WEIR = base("../v1/");
const ONOS = base("../../v1/");

async function ask(url: URL, init: RequestInit, patienceMs: number): Promise<Response> {
  const answer = await fetch(url, {
    cache: "no-store",
    ...init,
    headers: { Accept: "application/json", ...init.headers },
    signal: AbortSignal.timeout(patienceMs),
  }).catch((error: Error) => {
    throw new NoAnswer(error.message);
  });
  if (!answer.ok) {
    const body = (await answer.json().catch(() => null)) as { detail?: string } | null;
    throw new Refused(answer.status, body?.detail ?? `${answer.status} ${answer.statusText}`);
  }
  return answer;
}

async function json<T>(answer: Response): Promise<T> {
  const body = (await answer.json().catch(() => null)) as T | null;
  if (body === null) {
    throw new NoAnswer(`${answer.url} sent no JSON`);
  }
  return body;
}

/** Reads a resource of Weir, such as `ports`. */
export async function read<T>(path: string): Promise<T> {
  return json<T>(await ask(new URL(path, WEIR), {}, PATIENCE_MS));
}

/** Reads a resource of ONOS, such as `links`. */
export async function readOnos<T>(path: string): Promise<T> {
  return json<T>(await ask(new URL(path, ONOS), {}, PATIENCE_MS));
}

/** Address of a resource of Weir, such as `ports`. */
export function weirUrl(path: string): URL {
  return new URL(path, WEIR);
}

/** Asks for a resource of Weir; the answer as it came, a refusal too. */
export async function answerTo(path: string): Promise<Response> {
  return fetch(weirUrl(path), { cache: "no-store", signal: AbortSignal.timeout(PLAN_PATIENCE_MS) });
}

/**
 * Posts a change to Weir.
 *
 * @param basedOn version of the policy that the user saw; if another one is in force, REST refuses
 */
export async function post<T>(path: string, body: unknown, basedOn: number | "any"): Promise<T> {
  const version = basedOn === "any" ? "*" : `"${basedOn}"`;
  const answer = await ask(
    new URL(path, WEIR),
    {
      method: "POST",
      headers: { "Content-Type": "application/json", "If-Match": version },
      body: JSON.stringify(body),
    },
    PLAN_PATIENCE_MS,
  );
  return json<T>(answer);
}

/** Deletes a resource of Weir. */
export async function remove(path: string): Promise<void> {
  await ask(new URL(path, WEIR), { method: "DELETE" }, PATIENCE_MS);
}

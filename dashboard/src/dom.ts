// SPDX-License-Identifier: Apache-2.0
// Building and changing the page.

type Attributes = Record<string, string | number>;

/** The element of the page with this id; the page has all that the code asks for. */
export function byId<T extends HTMLElement = HTMLElement>(id: string): T {
  const node = document.getElementById(id);
  if (node === null) {
    throw new Error(`the page has no element "${id}"`);
  }
  return node as T;
}

/** Appends a new element. */
export function add<K extends keyof HTMLElementTagNameMap>(
  parent: Node,
  tag: K,
  attributes: Attributes = {},
  text = "",
): HTMLElementTagNameMap[K] {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) {
    node.setAttribute(key, String(value));
  }
  node.textContent = text;
  parent.appendChild(node);
  return node;
}

const SVG = "http://www.w3.org/2000/svg";

/** Appends a new SVG element. */
export function addSvg<K extends keyof SVGElementTagNameMap>(
  parent: Node,
  tag: K,
  attributes: Attributes = {},
  text = "",
): SVGElementTagNameMap[K] {
  const node = document.createElementNS(SVG, tag);
  for (const [key, value] of Object.entries(attributes)) {
    node.setAttribute(key, String(value));
  }
  if (text !== "") {
    node.textContent = text;
  }
  parent.appendChild(node);
  return node;
}

/** Changes the text only if it differs, so that a selection survives. */
export function write(node: Element, text: string): void {
  if (node.textContent !== text) {
    node.textContent = text;
  }
}

/** Sets a tooltip, and removes an empty one. */
export function hint(node: HTMLElement, text: string): void {
  if (node.title !== text) {
    node.title = text;
  }
}

/** Makes a table body as long as `count`; new rows come from `row`. */
export function rows<T extends HTMLTableRowElement>(
  body: HTMLTableSectionElement,
  count: number,
  row: (body: HTMLTableSectionElement) => T,
): HTMLTableRowElement[] {
  while (body.rows.length > count) {
    body.deleteRow(-1);
  }
  while (body.rows.length < count) {
    row(body);
  }
  return [...body.rows];
}

/** A function that acts only when its argument has changed since its last call. */
export function onChange<T>(act: (value: T) => void): (value: T) => void {
  let last: string | undefined;
  return (value) => {
    const now = JSON.stringify(value);
    if (now !== last) {
      last = now;
      act(value);
    }
  };
}

type Focusable = HTMLElement | SVGElement;

function focused(): Focusable | null {
  const active = document.activeElement;
  return active instanceof HTMLElement || active instanceof SVGElement ? active : null;
}

/** Gives the focus to an element, or to the one with the same data that was drawn in its place. */
function focusOn(element: Focusable): void {
  const data = JSON.stringify(element.dataset);
  const place = element.isConnected
    ? element
    : [...document.querySelectorAll<Focusable>(element.tagName)].find((one) => JSON.stringify(one.dataset) === data);
  place?.focus();
}

/** Draws the contents of an element anew; a focus inside stays, on the new element with the same data. */
export function renew(parent: Element, draw: () => void): void {
  const inside = parent.contains(document.activeElement) ? focused() : null;
  parent.replaceChildren();
  draw();
  if (inside !== null) {
    focusOn(inside);
  }
}

/** Remembers what has the focus; the result returns it there. */
export function keepFocus(): () => void {
  const kept = focused();
  return () => kept !== null && focusOn(kept);
}

/** Opens a dialog; when it closes, the focus returns to what had it. */
export function openDialog(dialog: HTMLDialogElement): void {
  dialog.addEventListener("close", keepFocus(), { once: true });
  dialog.showModal();
}

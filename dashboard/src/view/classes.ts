// SPDX-License-Identifier: Apache-2.0
// The classes with their targets; a click on a class opens its editor.

import { add, byId, onChange, renew } from "../dom";
import { targetTexts } from "../format";
import type { TrafficClass } from "../types";
import { editClass } from "./planDialog";

export const showClasses = onChange((classes: TrafficClass[]) => {
  const list = byId("class-list");
  renew(list, () => classes.forEach((one) => addClass(list, one)));
});

function addClass(list: HTMLElement, one: TrafficClass): void {
  const item = add(list, "li", { "data-class": one.name, "data-index": one.index });
  add(item, "strong", {}, one.name);
  add(item, "span", {}, `importance ${one.importance}`);
  for (const [target, text] of targetTexts(one.targets)) {
    add(item, "span", { "data-target": target }, text);
  }
  const edit = add(item, "button", { type: "button", "data-edit": one.name }, "Change");
  edit.setAttribute("aria-label", `Change class ${one.name}`);
  edit.addEventListener("click", () => void editClass(one.name));
}

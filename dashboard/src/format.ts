// SPDX-License-Identifier: Apache-2.0
// Numbers and times as text. An unknown value is a dash, never a zero.

import type { Target, Targets } from "./types";

export const UNKNOWN = "–";

type Value = number | null | undefined;

const WHOLE = new Intl.NumberFormat("en");
const PREFIXES: readonly (readonly [number, string])[] = [
  [1e9, "G"],
  [1e6, "M"],
  [1e3, "k"],
];

export const isKnown = (value: Value): value is number =>
  typeof value === "number" && Number.isFinite(value);

/** A rate in bit/s with three significant digits and a prefix: 9.87 M. */
export function rate(bps: Value): string {
  if (!isKnown(bps)) {
    return UNKNOWN;
  }
  // 999 500 would become 1000 k: the prefix is chosen after rounding.
  const rounded = Number(bps.toPrecision(3));
  const [scale, prefix] = PREFIXES.find(([from]) => rounded >= from) ?? [1, ""];
  const scaled = rounded / scale;
  const digits = scaled >= 100 || prefix === "" ? 0 : scaled >= 10 ? 1 : 2;
  return `${scaled.toFixed(digits)} ${prefix}`.trimEnd();
}

/** A count. */
export function whole(value: Value): string {
  return isKnown(value) ? WHOLE.format(value) : UNKNOWN;
}

/** A number with a fixed count of decimals. */
export function decimals(value: Value, digits: number): string {
  return isKnown(value) ? value.toFixed(digits) : UNKNOWN;
}

/** Decimals of the smallest time that is shown, 1 ns. */
const MOST_DECIMALS_OF_MS = 6;

/** Milliseconds: three significant digits below 1, two decimals below 10, one below 100, none above. */
export function milliseconds(value: Value): string {
  if (isKnown(value) && value > 0 && value < 1) {
    return decimals(value, Math.min(MOST_DECIMALS_OF_MS, 2 - Math.floor(Math.log10(value))));
  }
  return decimals(value, isKnown(value) && value >= 100 ? 0 : isKnown(value) && value >= 10 ? 1 : 2);
}

/** A fraction below this is as good as nothing. */
const LEAST_FRACTION = 1e-6;

/** A fraction in percent with three significant digits: 0.012 as 1.2 %. */
export function percent(value: Value): string {
  if (!isKnown(value)) {
    return UNKNOWN;
  }
  return value > 0 && value < LEAST_FRACTION
    ? `< ${Number((LEAST_FRACTION * 100).toPrecision(3))} %`
    : `${Number((value * 100).toPrecision(3))} %`;
}

/** A chosen fraction in percent, however small: 1e-7 as 0.00001 %. */
function exactPercent(value: number): string {
  return `${Number((value * 100).toPrecision(3))} %`;
}

/** The day of a time, in this browser: 29 Nov 2026. */
export function day(timeMs: number): string {
  return new Date(timeMs).toLocaleDateString("en-GB", { day: "numeric", month: "short", year: "numeric" });
}

/** Time of day of this browser, with the day if that is not today. */
export function clock(timeMs: number): string {
  const time = new Date(timeMs).toLocaleTimeString("en-GB");
  return day(timeMs) === day(Date.now()) ? time : `${day(timeMs)}, ${time}`;
}

/** Day and time of this browser with its zone: 29 Nov 2026, 14:05:09 CET. */
export function dateTime(timeMs: number): string {
  return new Date(timeMs).toLocaleString("en-GB", {
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    timeZoneName: "short",
  });
}

interface TargetText {
  /** Name within a sentence. */
  name: string;
  /** Label of the field in the editor, with its unit. */
  label: string;
  text: (value: number) => string;
}

/** Targets in the order in which they are shown. */
export const TARGETS: Record<Target, TargetText> = {
  delayMs: { name: "delay", label: "Mean delay, ms", text: (value) => `delay ≤ ${value} ms` },
  p99DelayMs: { name: "p99 delay", label: "99th percentile of the delay, ms", text: (value) => `p99 delay ≤ ${value} ms` },
  jitterMs: { name: "jitter", label: "Jitter (standard deviation of the delay), ms", text: (value) => `jitter ≤ ${value} ms` },
  lossFraction: { name: "loss", label: "Loss, part of the packets (0 to 1)", text: (value) => `loss ≤ ${exactPercent(value)}` },
  minRateBps: { name: "rate", label: "Guaranteed rate, bit/s", text: (value) => `rate ≥ ${rate(value)}bit/s` },
  maxRateBps: { name: "highest rate", label: "Highest rate, bit/s", text: (value) => `rate ≤ ${rate(value)}bit/s` },
};

/** Whether a text that REST sent is the name of a target. */
export const isTarget = (name: string): name is Target => name in TARGETS;

/** The targets that are set, each as text. */
export function targetTexts(targets: Targets): [Target, string][] {
  return (Object.keys(TARGETS) as Target[]).flatMap((name) => {
    const value = targets[name];
    return value === undefined ? [] : [[name, TARGETS[name].text(value)] as [Target, string]];
  });
}

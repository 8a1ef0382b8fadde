// SPDX-License-Identifier: Apache-2.0
// How numbers are written. What is not known is a dash, never a zero.

export const UNKNOWN = "–";

const WHOLE = new Intl.NumberFormat("en");
const PREFIXES = [
  [1e9, "G"],
  [1e6, "M"],
  [1e3, "k"],
];

const known = (value) => typeof value === "number" && Number.isFinite(value);

/** A rate in bit/s with three significant digits and a prefix: 9.87 M. */
export function rate(bps) {
  if (!known(bps)) {
    return UNKNOWN;
  }
  // 999 500 would be written 1000 k: the prefix is chosen after rounding.
  const rounded = Number(bps.toPrecision(3));
  const [scale, prefix] = PREFIXES.find(([from]) => rounded >= from) ?? [1, ""];
  const scaled = rounded / scale;
  const digits = scaled >= 100 || prefix === "" ? 0 : scaled >= 10 ? 1 : 2;
  return `${scaled.toFixed(digits)} ${prefix}`.trimEnd();
}

/** A count. */
export function whole(value) {
  return known(value) ? WHOLE.format(value) : UNKNOWN;
}

/** A number with a fixed count of decimals. */
export function decimals(value, digits) {
  return known(value) ? value.toFixed(digits) : UNKNOWN;
}

/** Milliseconds, finer the shorter they are. */
export function milliseconds(value) {
  return decimals(value, known(value) && value >= 100 ? 0 : known(value) && value >= 10 ? 1 : 2);
}

/** Names of targets, for a reader. */
export const TARGETS = {
  delayMs: { name: "delay", text: (value) => `delay ≤ ${value} ms` },
  p99DelayMs: { name: "p99 delay", text: (value) => `p99 delay ≤ ${value} ms` },
  jitterMs: { name: "jitter", text: (value) => `jitter ≤ ${value} ms` },
  lossFraction: { name: "loss", text: (value) => `loss ≤ ${Number((value * 100).toPrecision(3))} %` },
  minRateBps: { name: "rate", text: (value) => `rate ≥ ${rate(value)}bit/s` },
  maxRateBps: { name: "highest rate", text: (value) => `rate ≤ ${rate(value)}bit/s` },
};

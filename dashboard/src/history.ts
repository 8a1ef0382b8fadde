// SPDX-License-Identifier: Apache-2.0
// What the page has seen of each queue since it was opened, and what REST knows of the hour before.

import { portId, type Port, type Queue, type QueuePoint } from "./types";

/** Fields that are kept; NaN stands for an unknown value. */
export const FIELDS = [
  "offeredBps",
  "goodputBps",
  "targetRateBps",
  "depthMean",
  "depthMax",
  "threshold",
  "delayP50",
  "delayP99",
  "marks",
  "drops",
] as const;

export type Field = (typeof FIELDS)[number];

const FINE_STEP_MS = 1_000;
const FINE_SAMPLES = 120;
const COARSE_STEP_MS = 10_000;
/** One hour. */
const COARSE_SAMPLES = 360;

/** Without a recent reading the counts are those of the last one, and no point of a chart. */
function values(queue: Queue, measured: boolean): number[] {
  return [
    queue.offeredBps,
    queue.goodputBps,
    queue.targetRateBps,
    queue.depthPackets.mean,
    queue.depthPackets.max,
    queue.thresholdPackets,
    queue.delayMs.p50,
    queue.delayMs.p99,
    measured ? queue.marks : null,
    measured ? queue.drops : null,
  ].map((value) => value ?? Number.NaN);
}

function pastValues(point: QueuePoint): number[] {
  return [
    point.offeredBps,
    point.goodputBps,
    point.targetRateBps,
    point.depthMeanPackets,
    point.depthMaxPackets,
    point.thresholdPackets,
    point.delayP50Ms,
    point.delayP99Ms,
    // Counts since the point before; the page has totals.
    null,
    null,
  ].map((value) => value ?? Number.NaN);
}

/** The last samples of one queue, at most one for each step. */
class Ring {
  private readonly times: Float64Array;
  private readonly columns: Float64Array;
  private next = 0;
  private count = 0;

  constructor(
    private readonly capacity: number,
    private readonly stepMs: number,
  ) {
    this.times = new Float64Array(capacity);
    this.columns = new Float64Array(capacity * FIELDS.length);
  }

  add(timeMs: number, sample: number[]): void {
    const last = (this.next + this.capacity - 1) % this.capacity;
    // Readings come about once a second: a step begins a little before its nominal time.
    if (this.count > 0 && timeMs - this.times[last]! < this.stepMs * 0.8) {
      return;
    }
    this.times[this.next] = timeMs;
    this.columns.set(sample, this.next * FIELDS.length);
    this.next = (this.next + 1) % this.capacity;
    this.count = Math.min(this.count + 1, this.capacity);
  }

  /** Puts older samples before those that are here. */
  after(older: [number, number[]][]): Ring {
    const all = new Ring(this.capacity, this.stepMs);
    const own = this.positions();
    const firstMs = own.length > 0 ? this.times[own[0]!]! : Number.POSITIVE_INFINITY;
    older.filter(([timeMs]) => timeMs < firstMs).forEach(([timeMs, sample]) => all.add(timeMs, sample));
    for (const position of own) {
      const start = position * FIELDS.length;
      all.add(this.times[position]!, [...this.columns.slice(start, start + FIELDS.length)]);
    }
    return all;
  }

  private positions(): number[] {
    const first = (this.next + this.capacity - this.count) % this.capacity;
    return Array.from({ length: this.count }, (_, i) => (first + i) % this.capacity);
  }

  timesMs(): number[] {
    return this.positions().map((position) => this.times[position]!);
  }

  field(name: Field): number[] {
    const column = FIELDS.indexOf(name);
    return this.positions().map((position) => this.columns[position * FIELDS.length + column]!);
  }
}

export type Window = "minutes" | "hour";

/** Two minutes in steps of a second, and an hour in steps of ten seconds. */
export class QueueHistory {
  private readonly rings: Record<Window, Ring> = {
    minutes: new Ring(FINE_SAMPLES, FINE_STEP_MS),
    hour: new Ring(COARSE_SAMPLES, COARSE_STEP_MS),
  };

  add(timeMs: number, queue: Queue, measured: boolean): void {
    const sample = values(queue, measured);
    this.rings.minutes.add(timeMs, sample);
    this.rings.hour.add(timeMs, sample);
  }

  /** Takes in the hour before the page was opened. */
  addPast(points: QueuePoint[]): void {
    this.rings.hour = this.rings.hour.after(points.map((point) => [point.timeMs, pastValues(point)]));
  }

  timesMs(window: Window): number[] {
    return this.rings[window].timesMs();
  }

  field(window: Window, name: Field): number[] {
    return this.rings[window].field(name);
  }
}

/** Something that happened at a known time. */
export interface Happening {
  timeMs: number;
  kind: "policy" | "settings" | "link";
  text: string;
}

/** Histories of all queues, and what happened meanwhile. */
export class NetworkHistory {
  private readonly queues = new Map<string, QueueHistory>();
  /** Times that each port got new settings. */
  private readonly resolves = new Map<string, number>();
  private readonly happenings = new Map<string, Happening>();

  /** Takes in a reading of all ports; queues that are gone are forgotten. */
  add(timeMs: number, ports: Port[]): void {
    const present = new Set<string>();
    for (const port of ports) {
      const id = portId(port);
      for (const queue of port.classes) {
        const key = this.key(id, queue);
        present.add(key);
        const history = this.queues.get(key) ?? new QueueHistory();
        this.queues.set(key, history);
        history.add(timeMs, queue, port.measured);
      }
      const before = this.resolves.get(id);
      if (before !== undefined && before < port.resolves) {
        this.note({ timeMs: port.solvedAtMs, kind: "settings", text: `new settings at ${id}` }, id);
      }
      this.resolves.set(id, port.resolves);
    }
    for (const key of this.queues.keys()) {
      if (!present.has(key)) {
        this.queues.delete(key);
      }
    }
  }

  /**
   * Remembers something that happened, once.
   *
   * @param port port that it concerns; empty if all
   */
  note(happening: Happening, port = ""): void {
    this.happenings.set(`${port} ${happening.timeMs} ${happening.text}`, happening);
    const oldest = Date.now() - COARSE_STEP_MS * COARSE_SAMPLES;
    for (const [key, { timeMs }] of this.happenings) {
      if (timeMs < oldest) {
        this.happenings.delete(key);
      }
    }
  }

  /** What concerned this port, or all ports. */
  happeningsOf(port: string): Happening[] {
    return [...this.happenings]
      .filter(([key]) => key.startsWith(`${port} `) || key.startsWith(" "))
      .map(([, happening]) => happening);
  }

  of(port: string, queue: { index: number; name: string }): QueueHistory {
    return this.queues.get(this.key(port, queue)) ?? new QueueHistory();
  }

  private key(port: string, { index, name }: { index: number; name: string }): string {
    return `${port} ${index} ${name}`;
  }
}

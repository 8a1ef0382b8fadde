// SPDX-License-Identifier: Apache-2.0
// Depth against marking threshold of a port's queues: one lane per class, as high as the class's row
// in the table beside it.

import { addSvg } from "../dom";
import type { QueueHistory } from "../history";
import type { Queue } from "../types";

const WINDOW_MS = 60_000;
const TICK_MS = 15_000;
const LANE_PX = 40;
const LABEL_PX = 52;
const TOP_PX = 5;
const BOTTOM_PX = 4;
/** A lane that shows less than this would enlarge single packets. */
const LEAST_SCALE_PACKETS = 4;
const PATHS = ["grid", "base", "area", "over", "peak", "mean", "threshold"] as const;

type Point = [number, number];

interface Sample {
  timeMs: number;
  /** NaN, as the largest depth, without a recent reading. */
  mean: number;
  max: number;
  threshold: number;
}

interface Lane {
  group: SVGGElement;
  paths: Record<(typeof PATHS)[number], SVGPathElement>;
  label: SVGTextElement;
}

export class DepthChart {
  private readonly lanes: Lane[];
  private readonly svg: SVGSVGElement;

  /** A chart for some queues of one port, within a cell of the table. */
  constructor(cell: HTMLElement, port: string, queues: Queue[]) {
    this.svg = addSvg(cell, "svg", { role: "img", "data-chart": port, height: queues.length * LANE_PX });
    this.lanes = queues.map((queue) => {
      const group = addSvg(this.svg, "g", { "data-index": queue.index, "data-class": queue.name });
      const paths = Object.fromEntries(
        PATHS.map((name) => [name, addSvg(group, "path", { class: name })]),
      ) as Lane["paths"];
      return { group, paths, label: addSvg(group, "text") };
    });
  }

  /** Draws everything again, in a width in pixels. */
  draw(nowMs: number, queues: Queue[], histories: QueueHistory[], width: number): void {
    this.svg.setAttribute("viewBox", `0 0 ${width} ${queues.length * LANE_PX}`);
    this.lanes.forEach((lane, i) => drawLane(lane, i, nowMs, width - LABEL_PX, samples(histories[i]!, nowMs)));
    this.svg.setAttribute("aria-label", queues.map(describe).join("; "));
  }
}

function samples(history: QueueHistory, nowMs: number): Sample[] {
  const mean = history.field("minutes", "depthMean");
  const max = history.field("minutes", "depthMax");
  const threshold = history.field("minutes", "threshold");
  const all = history.timesMs("minutes").map((timeMs, i) => ({
    timeMs,
    mean: mean[i]!,
    max: max[i]!,
    threshold: threshold[i]!,
  }));
  // One sample before the window stays, so that lines reach its edge.
  const first = all.findIndex(({ timeMs }) => timeMs >= nowMs - WINDOW_MS);
  return first < 0 ? [] : all.slice(Math.max(0, first - 1));
}

function describe(queue: Queue): string {
  const depth = queue.depthPackets.mean;
  const text = depth === null ? "unknown" : `${depth.toFixed(1)} packets`;
  return `${queue.name}: mean depth ${text}, threshold ${queue.thresholdPackets ?? "not set"}`;
}

function scale(all: Sample[]): number {
  return all.reduce(
    (most, { mean, max, threshold }) =>
      Math.max(most, (max || 0) * 1.05, (mean || 0) * 1.05, (threshold || 0) * 1.3),
    LEAST_SCALE_PACKETS,
  );
}

/** The samples with a reading, in runs without a gap between them. */
function runs(all: Sample[]): Sample[][] {
  const found: Sample[][] = [];
  let isOpen = false;
  for (const sample of all) {
    const isRead = !Number.isNaN(sample.mean);
    if (isRead && isOpen) {
      found.at(-1)!.push(sample);
    } else if (isRead) {
      found.push([sample]);
    }
    isOpen = isRead;
  }
  return found;
}

function drawLane({ group, paths, label }: Lane, lane: number, nowMs: number, width: number, all: Sample[]): void {
  const bottom = LANE_PX - BOTTOM_PX;
  const top = scale(all);
  const x = (timeMs: number) => Math.max(0, (1 - (nowMs - timeMs) / WINDOW_MS) * width);
  const y = (packets: number) => bottom - (packets / top) * (bottom - TOP_PX);
  const read = runs(all);
  const line = (value: (sample: Sample) => number) =>
    read.map((run) => trace(run.map((sample) => [x(sample.timeMs), y(value(sample))]))).join("");

  group.setAttribute("transform", `translate(0 ${lane * LANE_PX})`);
  const ticks = [];
  for (let age = TICK_MS; age < WINDOW_MS; age += TICK_MS) {
    ticks.push(`M${x(nowMs - age).toFixed(1)} 0V${LANE_PX}`);
  }
  paths.grid.setAttribute("d", ticks.join(""));
  paths.base.setAttribute("d", `M0 ${bottom}H${width}`);
  paths.mean.setAttribute("d", line(({ mean }) => mean));
  paths.peak.setAttribute("d", line(({ max }) => max));
  paths.area.setAttribute("d", read.map((run) => closed(run, x, ({ mean }) => y(mean), () => bottom)).join(""));

  const set = all.filter(({ threshold }) => !Number.isNaN(threshold));
  // Settings change at once: steps, not slopes.
  const steps = set.flatMap((sample, i): Point[] => {
    const at: Point = [x(sample.timeMs), y(sample.threshold)];
    return i === 0 ? [at] : [[at[0], y(set[i - 1]!.threshold)], at];
  });
  paths.threshold.setAttribute("d", trace(steps));
  paths.over.setAttribute(
    "d",
    runs(set)
      .map((run) =>
        closed(run, x, ({ mean, threshold }) => y(Math.max(mean, threshold)), ({ threshold }) => y(threshold)),
      )
      .join(""),
  );

  const latest = set.at(-1);
  label.textContent = latest ? `K ${latest.threshold}` : "no K";
  label.setAttribute("x", String(width + 6));
  label.setAttribute("y", String(latest ? Math.max(y(latest.threshold) + 4, 12) : bottom));
}

function trace(points: Point[]): string {
  return points.map(([x, y], i) => `${i ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");
}

function closed(
  all: Sample[],
  x: (timeMs: number) => number,
  upper: (sample: Sample) => number,
  lower: (sample: Sample) => number,
): string {
  if (all.length === 0) {
    return "";
  }
  const there = all.map((sample): Point => [x(sample.timeMs), upper(sample)]);
  const back = all.map((sample): Point => [x(sample.timeMs), lower(sample)]).reverse();
  return `${trace([...there, ...back])}Z`;
}

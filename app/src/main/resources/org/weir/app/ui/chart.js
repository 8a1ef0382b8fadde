// SPDX-License-Identifier: Apache-2.0
// Depth against threshold: one lane per class, as high as the class's row in the table beside it.

const SVG = "http://www.w3.org/2000/svg";
const WINDOW_MS = 60_000;
const TICK_MS = 15_000;
const LANE_PX = 40;
const LABEL_PX = 52;
const TOP_PX = 5;
const BOTTOM_PX = 4;
// A lane that shows less than this would blow up single packets.
const LEAST_SCALE_PACKETS = 4;
// K from here on is none: the class is told by its rate, or the port's scheme marks alone.

function element(name, attributes, parent) {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) {
    node.setAttribute(key, value);
  }
  parent.append(node);
  return node;
}

/** The last minute of one queue. */
class History {
  samples = [];

  add(timeMs, queue) {
    this.samples.push({
      timeMs,
      mean: queue.depthPackets.mean ?? 0,
      max: queue.depthPackets.max ?? 0,
      threshold: queue.thresholdPackets,
    });
    // One sample before the window stays, so that lines reach its edge.
    while (this.samples.length > 1 && this.samples[1].timeMs < timeMs - WINDOW_MS) {
      this.samples.shift();
    }
  }

  scale() {
    return this.samples.reduce(
      (most, s) => Math.max(most, s.max * 1.05, s.mean * 1.05, (s.threshold ?? 0) * 1.3),
      LEAST_SCALE_PACKETS,
    );
  }
}

export class DepthChart {
  #lanes;
  #svg;

  /** A chart for some queues of one port, within a cell of the table. */
  constructor(cell, port, queues) {
    this.#svg = element("svg", { role: "img" }, cell);
    this.#svg.dataset.chart = port;
    this.#svg.setAttribute("height", queues.length * LANE_PX);
    this.#lanes = queues.map((queue) => {
      const group = element("g", { "data-index": queue.index, "data-class": queue.name }, this.#svg);
      const paths = {};
      for (const name of ["grid", "base", "area", "over", "peak", "mean", "threshold"]) {
        paths[name] = element("path", { class: name }, group);
      }
      return { group, paths, history: new History(), label: element("text", {}, group) };
    });
  }

  /** Takes in one reading of the queues. */
  add(timeMs, queues) {
    queues.forEach((queue, i) => this.#lanes[i].history.add(timeMs, queue));
  }

  /** Draws everything anew; the width may have changed since. */
  draw(nowMs, queues) {
    const width = Math.max(this.#svg.clientWidth, 160);
    this.#svg.setAttribute("viewBox", `0 0 ${width} ${queues.length * LANE_PX}`);
    this.#lanes.forEach((lane, i) => drawLane(lane, i, nowMs, width - LABEL_PX));
    this.#svg.setAttribute("aria-label", queues.map(describe).join("; "));
  }
}

function describe(queue) {
  const depth = (queue.depthPackets.mean ?? 0).toFixed(1);
  return `${queue.name}: mean depth ${depth} packets, threshold ${queue.thresholdPackets ?? "not set"}`;
}

function drawLane({ group, paths, history, label }, lane, nowMs, width) {
  const { samples } = history;
  const bottom = LANE_PX - BOTTOM_PX;
  const scale = history.scale();
  const x = (timeMs) => Math.max(0, (1 - (nowMs - timeMs) / WINDOW_MS) * width);
  const y = (packets) => bottom - (packets / scale) * (bottom - TOP_PX);
  const line = (value) => trace(samples.map((s) => [x(s.timeMs), y(value(s))]));

  group.setAttribute("transform", `translate(0 ${lane * LANE_PX})`);
  const ticks = [];
  for (let age = TICK_MS; age < WINDOW_MS; age += TICK_MS) {
    ticks.push(`M${x(nowMs - age).toFixed(1)} 0V${LANE_PX}`);
  }
  paths.grid.setAttribute("d", ticks.join(""));
  paths.base.setAttribute("d", `M0 ${bottom}H${width}`);
  paths.mean.setAttribute("d", line((s) => s.mean));
  paths.peak.setAttribute("d", line((s) => s.max));
  paths.area.setAttribute("d", closed(samples, x, (s) => y(s.mean), () => bottom));

  const set = samples.filter((s) => s.threshold !== null);
  // Settings change at once and not little by little: steps, not slopes.
  const steps = set.flatMap((s, i) => {
    const at = [x(s.timeMs), y(s.threshold)];
    return i === 0 ? [at] : [[at[0], y(set[i - 1].threshold)], at];
  });
  paths.threshold.setAttribute("d", trace(steps));
  paths.over.setAttribute(
    "d",
    closed(set, x, (s) => y(Math.max(s.mean, s.threshold)), (s) => y(s.threshold)),
  );

  const latest = set.at(-1);
  label.textContent = latest ? `K ${latest.threshold}` : "no K";
  label.setAttribute("x", width + 6);
  label.setAttribute("y", latest ? Math.max(y(latest.threshold) + 4, 12) : bottom);
}

function trace(points) {
  return points.map(([x, y], i) => `${i ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");
}

function closed(samples, x, upper, lower) {
  if (samples.length === 0) {
    return "";
  }
  const there = samples.map((s) => [x(s.timeMs), upper(s)]);
  const back = samples.map((s) => [x(s.timeMs), lower(s)]).reverse();
  return `${trace([...there, ...back])}Z`;
}

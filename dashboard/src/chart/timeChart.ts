// SPDX-License-Identifier: Apache-2.0
// A chart of some values over time, with vertical lines where something happened.

import uPlot from "uplot";
import type { Happening } from "../history";

export interface Line {
  label: string;
  /** CSS colour. */
  colour: string;
  dash?: number[];
  width?: number;
  /** Settings change at once: a step, not a slope. */
  stepped?: boolean;
}

const HEIGHT_PX = 150;

const KINDS: Record<Happening["kind"], string> = {
  policy: "--accent",
  settings: "--line",
  link: "--bad",
};

export const css = (name: string) =>
  getComputedStyle(document.documentElement).getPropertyValue(name).trim();

export class TimeChart {
  private readonly plot: uPlot;
  private happenings: Happening[] = [];
  private windowMs = 0;

  /**
   * A chart at the end of `parent`.
   *
   * @param text a value of the vertical axis as text
   */
  constructor(
    private readonly parent: HTMLElement,
    title: string,
    lines: Line[],
    text: (value: number) => string,
  ) {
    const axis = { stroke: css("--quiet"), grid: { stroke: css("--faint") }, ticks: { stroke: css("--line") } };
    this.plot = new uPlot(
      {
        title,
        width: Math.max(parent.clientWidth, 240),
        height: HEIGHT_PX,
        legend: { live: true },
        cursor: { drag: { x: false, y: false } },
        scales: {
          x: { range: (_, __, latest) => [(latest ?? 0) - this.windowMs / 1_000, latest ?? 0] },
          y: { range: (_, __, high) => [0, (high > 0 ? high : 1) * 1.05] },
        },
        axes: [
          { ...axis, values: "{HH}:{mm}:{ss}", space: 70 },
          { ...axis, size: 62, values: (_, splits) => splits.map(text) },
        ],
        series: [
          { label: "time", value: (_, at) => (at == null ? "–" : new Date(at * 1_000).toLocaleTimeString("en-GB")) },
          ...lines.map(({ label, colour, dash, width, stepped }) => ({
            label,
            stroke: colour,
            width: width ?? 1.5,
            points: { show: false },
            value: (_: uPlot, value: number | null) => (value == null ? "–" : text(value)),
            ...(dash ? { dash } : {}),
            ...(stepped ? { paths: uPlot.paths.stepped!({ align: 1 }) } : {}),
          })),
        ],
        hooks: { draw: [(plot) => this.drawHappenings(plot)] },
      },
      [[], ...lines.map(() => [])],
      parent,
    );
  }

  /** Shows the last `windowMs` of these values; NaN leaves a gap. */
  show(timesMs: number[], columns: number[][], happenings: Happening[], windowMs: number): void {
    this.happenings = happenings;
    this.windowMs = windowMs;
    this.parent.dataset.points = String(timesMs.length);
    const width = this.parent.clientWidth;
    if (width > 0 && width !== this.plot.width) {
      this.plot.setSize({ width, height: HEIGHT_PX });
    }
    this.plot.setData([
      timesMs.map((timeMs) => timeMs / 1_000),
      ...columns.map((column) => column.map((value) => (Number.isNaN(value) ? null : value))),
    ]);
  }

  destroy(): void {
    this.plot.destroy();
  }

  private drawHappenings(plot: uPlot): void {
    const { ctx, bbox } = plot;
    ctx.save();
    ctx.lineWidth = 1.5;
    for (const { timeMs, kind } of this.happenings) {
      const x = plot.valToPos(timeMs / 1_000, "x", true);
      if (x < bbox.left || x > bbox.left + bbox.width) {
        continue;
      }
      ctx.strokeStyle = css(KINDS[kind]);
      ctx.beginPath();
      ctx.moveTo(x, bbox.top);
      ctx.lineTo(x, bbox.top + bbox.height);
      ctx.stroke();
    }
    ctx.restore();
  }
}

import uPlot from "uplot";
import { h } from "../view/element.ts";
import type { Chart } from "./charts.ts";

const heightPixels = 150;

/** A card that draws a chart again whenever its data, its width or the theme changes. */
export function chartCard(title: string): {
  readonly node: HTMLElement;
  readonly show: (chart: Chart) => void;
  readonly fail: (reason: string) => void;
} {
  const note = h("p", { class: "chart-note" }, "Loading …");
  const plotPlace = h("div", { class: "chart-plot" });
  const node = h("div", { class: "card chart" }, h("h2", {}, title), note, plotPlace);
  let shown: Chart | undefined;
  let drawnWith = "";
  let plot: uPlot | undefined;
  const draw = (): void => {
    if (shown === undefined || !node.isConnected) return;
    const width = Math.floor(plotPlace.clientWidth);
    if (width === 0) return;
    const key = [width, getComputedStyle(node).color, shown.x, "/", shown.y].join();
    if (key === drawnWith) return;
    drawnWith = key;
    plot?.destroy();
    plot = undefined;
    if (shown.x.length === 0) return;
    plotPlace.setAttribute("role", "img");
    plotPlace.setAttribute("aria-label", `${shown.title}: ${shown.summary}`);
    plot = new uPlot(optionsOf(shown, width, node, note), [[...shown.x], [...shown.y]], plotPlace);
  };
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const theme = new MutationObserver(draw);
  // Also when the page is shown or left: then nothing may keep it in memory.
  new ResizeObserver(() => {
    if (node.isConnected) {
      dark.addEventListener("change", draw);
      theme.observe(document.documentElement, { attributeFilter: ["data-theme"] });
      draw();
    } else {
      dark.removeEventListener("change", draw);
      theme.disconnect();
      plot?.destroy();
      plot = undefined;
      drawnWith = "";
    }
  }).observe(plotPlace);
  return {
    node,
    show: (chart) => {
      shown = chart;
      note.textContent = chart.x.length === 0 ? chart.empty : chart.summary;
      draw();
    },
    fail: (reason) => {
      if (shown === undefined) note.textContent = reason;
    },
  };
}

function optionsOf(
  chart: Chart,
  width: number,
  node: HTMLElement,
  note: HTMLElement,
): uPlot.Options {
  const accent = colorOf(node, "--accent");
  const axis = {
    stroke: colorOf(node, "--ink-soft"),
    grid: { stroke: colorOf(node, "--line"), width: 1 },
    ticks: { show: false },
    font: `11px ${getComputedStyle(node).fontFamily}`,
  };
  const { bars, stepped } = uPlot.paths;
  return {
    width,
    height: heightPixels,
    legend: { show: false },
    padding: [8, 24, 0, 0],
    cursor: { y: false, drag: { x: false, y: false } },
    scales: {
      x: { time: false, range: (_plot, least, most) => rangeOf(chart, least, most) },
      y: { range: (_plot, _least, most) => [0, chart.yMax ?? (most > 0 ? most * 1.15 : 1)] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        size: 28,
        space: 70,
        incrs: steps,
        values: (_plot, all) => withoutRepeats(all.map(chart.xText)),
      },
      {
        ...axis,
        size: (plot, texts) => Math.max(axisWidthMin, widthOf(plot, texts ?? [], axis.font)),
        space: 34,
        values: (_plot, all) => all.map(chart.yText),
      },
    ],
    series: [
      {},
      {
        stroke: accent,
        width: chart.shape === "bars" ? 0 : 2,
        fill: chart.shape === "bars" ? accent : `color-mix(in srgb, ${accent} 15%, transparent)`,
        paths: chart.shape === "bars" ? bars!({ size: [0.7, 40] }) : stepped!({ align: 1 }),
        points: { show: chart.shape === "steps" && chart.x.length < 3 },
      },
    ],
    hooks: {
      setCursor: [
        ({ cursor: { idx } }) => {
          const at = idx ?? undefined;
          note.textContent =
            at === undefined || chart.x[at] === undefined
              ? chart.summary
              : `${chart.xText(chart.x[at])}: ${chart.yText(chart.y[at]!)}`;
        },
      ],
    },
  };
}

/** A chart of one point has places less than a second apart. */
function withoutRepeats(texts: readonly string[]): string[] {
  return texts.map((text, at) => (text === texts[at - 1] ? "" : text));
}

// Ranks and heights are whole numbers.
const steps = [
  1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 21_600, 43_200, 86_400, 172_800,
  345_600, 604_800, 1_209_600, 2_592_000, 5_184_000, 7_776_000, 15_552_000, 31_536_000, 63_072_000,
  157_680_000, 315_360_000,
];

/** Pixels for the texts of most charts, so that charts below each other begin at the same place. */
const axisWidthMin = 64;
const axisGap = 10;

/** Pixels that the longest text takes beside the plot. */
function widthOf({ ctx }: uPlot, texts: readonly string[], font: string): number {
  ctx.save();
  ctx.font = font;
  const widths = texts.map((text) => ctx.measureText(text).width);
  ctx.restore();
  return Math.ceil(Math.max(0, ...widths)) + axisGap;
}

/** Bars need room on both sides; one point needs a range. */
function rangeOf({ shape }: Chart, least: number, most: number): [number, number] {
  if (shape === "bars") return [least - 0.7, most + 0.7];
  return least === most ? [least - 1, most + 1] : [least, most];
}

/** A canvas understands neither custom properties nor light-dark(). */
function colorOf(node: HTMLElement, name: string): string {
  const probe = h("span", { hidden: true });
  probe.style.color = `var(${name})`;
  node.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

/*
 * Writes docs/performance.md and its pictures from the JSON of the mixed run:
 * `npx tsx bench/performance-page.ts docs/performance/mixed.json`.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { MixedFigures, MixedRow } from "./mixed.ts";

const colours = ["#2f6f9f", "#7fb2d6", "#c44536", "#8a8a8a"];
const [left, barPx, gapPx, widthPx] = [200, 11, 12, 760];

const docs = join(import.meta.dirname, "../docs");
const source = process.argv[2] ?? join(docs, "performance/mixed.json");
const figures = JSON.parse(readFileSync(source, "utf8")) as MixedFigures;
mkdirSync(join(docs, "performance"), { recursive: true });
writeFileSync(
  join(docs, "performance/cpu.svg"),
  chart("CPU time for each request, microseconds", ({ cpuMicros }) => cpuMicros),
);
writeFileSync(
  join(docs, "performance/rate.svg"),
  chart("Requests per second", ({ requestsPerSecond }) => requestsPerSecond),
);
writeFileSync(join(docs, "performance.md"), page());

function page(): string {
  const { servers, rows, validators, addresses, blocksPerSecond, residentMiB, machine } = figures;
  const last = servers.length - 1;
  const hasOther = servers[last]!.startsWith("avalanchego");
  const table = (of: (row: MixedRow) => readonly number[], compares: boolean) => {
    const names = compares && hasOther ? [...servers, `${servers[0]} / ${servers[last]}`] : servers;
    return [
      `| call | ${names.join(" | ")} |`,
      `|---|${names.map(() => "--:|").join("")}`,
      ...rows.map((row) => {
        const values = of(row);
        const ratio = `${(values[0]! / values[last]!).toFixed(2)}x`;
        const cells = values.map((value) => value.toFixed(value < 100 ? 1 : 0));
        return `| ${row.label} | ${[...cells, ...(names.length > servers.length ? [ratio] : [])].join(" | ")} |`;
      }),
    ].join("\n");
  };
  return `# Performance

<!-- Written by bench/performance-page.ts from performance/mixed.json. Do not edit. -->

Each request has random arguments, so few requests repeat. The chain moves: a transaction is issued every half second. The network has ${validators.toLocaleString("en")} validators and ${addresses.toLocaleString("en")} addresses with eight UTXOs each.

- Machine: ${machine}.
- All servers run at the same time and take turns. The load generator runs on the same cores, so rates depend on the machine. CPU time per
  request varies less; it counts all processes and threads of a server.
- Blocks per second: ${servers.map((name, i) => `${name} ${blocksPerSecond[i]!.toFixed(2)}`).join("; ")}.
- Memory of the first process at the end: ${servers.map((name, i) => `${name} ${residentMiB[i]!.toFixed(0)} MiB`).join("; ")}.

## CPU time for each request, microseconds

![CPU time for each request](performance/cpu.svg)

${table(({ cpuMicros }) => cpuMicros, true)}

## Requests per second

![Requests per second](performance/rate.svg)

${table(({ requestsPerSecond }) => requestsPerSecond, false)}

## Reproduce

\`\`\`
npm run bench -- --only mixed --processes 1,2 --seconds ${figures.seconds} --rounds ${figures.rounds} --against PATH/avalanchego --json docs/performance/mixed.json
npx tsx bench/performance-page.ts docs/performance/mixed.json
\`\`\`
`;
}

/** Bars on a logarithmic scale, because rows differ by factors of a thousand. */
function chart(title: string, of: (row: MixedRow) => readonly number[]): string {
  const { rows, servers } = figures;
  const most = Math.max(...rows.flatMap((row) => of(row)));
  const least = Math.min(...rows.flatMap((row) => of(row))) / 2;
  const length = (value: number) =>
    (Math.log(value / least) / Math.log(most / least)) * (widthPx - left - 90);
  const rowPx = servers.length * barPx + gapPx;
  const height = 60 + rows.length * rowPx;
  const legend = servers.map(
    (name, i) =>
      `<rect x="${left + i * 180}" y="28" width="10" height="10" fill="${colours[i]}"/><text x="${left + 15 + i * 180}" y="37">${name}</text>`,
  );
  const bars = rows.flatMap((row, at) => {
    const top = 50 + at * rowPx;
    const label = `<text x="${left - 8}" y="${top + rowPx / 2}" text-anchor="end">${row.label}</text>`;
    return [
      label,
      ...of(row).map((value, i) => {
        const y = top + i * barPx;
        const width = length(value).toFixed(1);
        const text = value.toFixed(value < 100 ? 1 : 0);
        return `<rect x="${left}" y="${y}" width="${width}" height="${barPx - 2}" fill="${colours[i]}"/><text x="${left + Number(width) + 5}" y="${y + 8}" font-size="9">${text}</text>`;
      }),
    ];
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${widthPx} ${height}" font-family="sans-serif" font-size="11">
<title>${title}</title>
<rect width="${widthPx}" height="${height}" fill="#ffffff"/>
<text x="10" y="18" font-size="13">${title} (logarithmic)</text>
${[...legend, ...bars].join("\n")}
</svg>
`;
}

/** What appears at once in a terminal. */
export type Take = {
  /** A command that is typed, its output, or what the node prints. */
  readonly kind: "command" | "output" | "node";
  readonly text: string;
};

const columnsMax = 112;
const lineHeight = 18;
const padding = 16;
const barHeight = 30;
const charWidth = 7.83;

const colors = { command: "#e6edf3", output: "#9fb3c8", node: "#7fd6a0", prompt: "#7fbaf5" };

// Seconds that a reader needs.
const pauses = { command: 0.9, output: 0.15, node: 0.25 } as const;
const stayTime = 6;

/** A terminal in which the takes appear one after the other, and start again. Readers without motion see all of it. */
export function recordingSvg(takes: readonly Take[]): string {
  const lines = takes.flatMap(({ kind, text }) =>
    text.split("\n").map((line, index) => ({ kind, text: line, isFirst: index === 0 })),
  );
  let at = 0.4;
  const timed = lines.map((line) => {
    at += line.kind === "command" ? pauses.command : pauses[line.kind];
    return { ...line, at };
  });
  const total = at + stayTime;
  const width = Math.ceil(columnsMax * charWidth + 2 * padding);
  const height = barHeight + lines.length * lineHeight + 2 * padding;
  const frames = timed.map(({ at: time }, index) => frame(index, (time / total) * 100)).join("");
  const rows = timed.map((line, index) => row(line, index)).join("\n");
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="A dev node starts, executes a transaction, and moves two weeks ahead">
<!-- Made by npm run pictures. Do not edit. -->
<style>
text { font: 13px ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; white-space: pre }
@media (prefers-reduced-motion: no-preference) {
g { animation: ${total.toFixed(1)}s step-end infinite }
${frames}}
</style>
<rect width="${width}" height="${height}" rx="8" fill="#0f1419"/>
<circle cx="18" cy="15" r="5" fill="#4a5663"/><circle cx="36" cy="15" r="5" fill="#4a5663"/><circle cx="54" cy="15" r="5" fill="#4a5663"/>
${rows}
</svg>
`;
}

function frame(index: number, percent: number): string {
  return `#l${index} { animation-name: a${index} } @keyframes a${index} { 0% { opacity: 0 } ${percent.toFixed(2)}% { opacity: 1 } }\n`;
}

type Line = Take & { readonly isFirst: boolean };

function row({ kind, text, isFirst }: Line, index: number): string {
  const y = barHeight + padding + (index + 0.5) * lineHeight;
  const prompt = kind === "command" && isFirst ? `<tspan fill="${colors.prompt}">$ </tspan>` : "";
  const cut = text.length > columnsMax ? `${text.slice(0, columnsMax - 1)}…` : text;
  return `<g id="l${index}"><text x="${padding}" y="${y}" fill="${colors[kind]}">${prompt}${escapeXml(cut)}</text></g>`;
}

function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

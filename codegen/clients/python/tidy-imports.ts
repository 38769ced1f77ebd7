const lineMax = 100;
const importStatement = /^from (\S+) import (?:\(([^)]*)\)|([^\n(]+))\n/;

/** Orders the imports and `__all__` of a module as ruff does, and drops the names that it does not use. */
export function withTidyImports(text: string): string {
  const future = "from __future__ import annotations\n\n";
  const start = text.indexOf(future) + future.length;
  if (start < future.length) return withSortedAll(text);
  const imports: { readonly module: string; readonly names: readonly string[] }[] = [];
  const plain: string[] = [];
  let rest = text.slice(start);
  for (;;) {
    const from = importStatement.exec(rest);
    const line = /^(?:import [^\n]+)?\n/.exec(rest);
    if (from !== null) {
      const [, module = "", listed, inline = ""] = from;
      const names = (listed ?? inline).split(",").map((name) => name.trim());
      imports.push({ module, names: names.filter((name) => name !== "") });
    } else if (line !== null && line[0] !== "\n") plain.push(line[0]);
    else if (line === null) break;
    rest = rest.slice((from ?? line)?.[0].length);
  }
  const code = rest.replaceAll(/"""[\s\S]*?"""|#[^\n]*/g, "");
  // Types can be in strings, before they are defined.
  const functions = code.replaceAll(/"(?:[^"\\\n]|\\.)*"/g, "");
  const isUsed = (name: string) =>
    kindOf(name) === 2
      ? // Members and params can have the name of a function.
        new RegExp(`(?<!\\.)\\b${name}\\b(?!:|=[^=])`).test(functions)
      : new RegExp(`\\b${name}\\b(?!=[^=])`).test(code);
  const used = imports.map(({ module, names }) => ({
    module,
    names: names.filter(isUsed).sort(byKind),
  }));
  const written = used.filter(({ names }) => names.length > 0).sort(byModule);
  const standard = written.filter(({ module }) => !module.startsWith("."));
  const own = written.filter(({ module }) => module.startsWith("."));
  const sections = [[...plain, ...standard.map(printImport)], own.map(printImport)]
    .filter((section) => section.length > 0)
    .map((section) => section.join(""));
  const blank = /^(?:class|def|@)/.test(rest) ? "\n\n" : "\n";
  const head = sections.length === 0 ? "" : `${sections.join("\n")}${blank}`;
  return withSortedAll(text.slice(0, start) + head + rest);
}

function printImport({
  module,
  names,
}: {
  readonly module: string;
  readonly names: readonly string[];
}): string {
  const line = `from ${module} import ${names.join(", ")}\n`;
  if (line.length <= lineMax) return line;
  return `from ${module} import (\n${names.map((name) => `    ${name},\n`).join("")})\n`;
}

function withSortedAll(text: string): string {
  return text.replace(/^__all__ = \[\n((?: {4}"\w+",\n)*)\]/m, (_whole, listed: string) => {
    const names = [...listed.matchAll(/"(\w+)"/g)].map(([, name = ""]) => name);
    return `__all__ = [\n${names
      .sort((a, b) => kindOf(a) - kindOf(b) || natural(a, b))
      .map((name) => `    "${name}",\n`)
      .join("")}]`;
  });
}

/** Constants, then classes, then functions, each in the order of the alphabet. */
function byKind(a: string, b: string): number {
  const folded = natural(a.toLowerCase(), b.toLowerCase());
  return kindOf(a) - kindOf(b) || folded || natural(a, b);
}

function kindOf(name: string): number {
  if (/^[A-Z][A-Z0-9_]+$/.test(name)) return 0;
  return /^[A-Z]/.test(name) ? 1 : 2;
}

/** More distant packages come first. */
function byModule(a: { readonly module: string }, b: { readonly module: string }): number {
  const dots = (module: string) => /^\.*/.exec(module)?.[0].length ?? 0;
  return dots(b.module) - dots(a.module) || compare(a.module, b.module);
}

/** Numbers in names count by their value, but digit by digit if one begins with zero. */
function natural(a: string, b: string): number {
  const parts = (name: string) => name.split(/(\d+)/);
  const [own, other] = [parts(a), parts(b)];
  for (let at = 0; at < Math.min(own.length, other.length); at++) {
    const [mine = "", theirs = ""] = [own[at], other[at]];
    const isNumber = at % 2 === 1 && !mine.startsWith("0") && !theirs.startsWith("0");
    const order = isNumber ? Number(mine) - Number(theirs) : compare(mine, theirs);
    if (order !== 0) return order;
  }
  return own.length - other.length;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

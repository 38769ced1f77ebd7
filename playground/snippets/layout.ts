const columnsMax = 60;

/** A list of arguments between brackets: on one line if it is short, else one line for each. */
export function bracketed(
  open: string,
  parts: readonly string[],
  close: string,
  options: { readonly indent: string; readonly trailing: string; readonly columnsBefore?: number },
): string {
  const line = `${open}${parts.join(", ")}${close}`;
  const isShort = !line.includes("\n") && line.length + (options.columnsBefore ?? 0) <= columnsMax;
  if (parts.length === 0 || isShort) return line;
  const inner = parts.map((part) => options.indent + part.replaceAll("\n", `\n${options.indent}`));
  return `${open.trimEnd()}\n${inner.join(",\n")}${options.trailing}\n${close.trimStart()}`;
}

/** Returns the part of a path after `/ext/index/`: `P/block`; nothing for other paths. */
export function indexPath(path: string): string | undefined {
  return /^\/ext\/index\/(.+)$/.exec(path)?.[1];
}

/** Where a method is found in a client: the API whose path it is, `info` for one that every path has. */
export function groupOf(methodName: string, path: string): string {
  const [service = ""] = methodName.split(".");
  if (service !== "rpc") return service;
  return indexPath(path) === undefined ? (servedAt.get(path) ?? "info") : "index";
}

const servedAt = new Map([
  ["/ext/health", "health"],
  ["/ext/bc/P", "platform"],
  ["/ext/keystore", "keystore"],
  ["/ext/bc/X", "avm"],
  ["/ext/bc/C/avax", "avax"],
  ["/ext/dev", "dev"],
]);

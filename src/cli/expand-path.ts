import { resolve } from "node:path";
import type { Environment } from "./environment.ts";

/**
 * Replaces `$NAME` and `${NAME}` by the environment's values, `$AVALANCHEGO_DATA_DIR` by the data directory, and makes
 * the path absolute. An empty path stays empty.
 */
export function expandPath(path: string, dataDirectory: string, environment: Environment): string {
  if (path === "") return "";
  const expanded = expand(path, (name) =>
    name === "AVALANCHEGO_DATA_DIR"
      ? expand(dataDirectory, fromEnvironment)
      : fromEnvironment(name),
  );
  return resolve(expanded);

  function fromEnvironment(name: string): string {
    return environment[name] ?? "";
  }
}

function expand(text: string, lookUp: (name: string) => string): string {
  return text.replace(/\$(?:\{(\w+)\}|(\w+))/g, (_, braced?: string, bare?: string) =>
    lookUp((braced ?? bare)!),
  );
}

import { resolve } from "node:path";
import type { Environment } from "./environment.ts";
import { ConfigError } from "./flag-types.ts";

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

/**
 * Throws ConfigError for a path that would name another place than its user means: only a shell expands `~`, not in
 * `--data-dir=~/x` and not in a config file, and without a name the default files of a directory would be in `/`.
 */
export function refuseMistakenPath(name: string, text: string): void {
  if (text === "~" || text.startsWith("~/")) {
    throw new ConfigError(
      `~ is not expanded here: write $HOME${text.slice(1)} or the whole path, or ./${text} for a file of that name`,
    );
  }
  if (text === "" && name.endsWith("-dir")) {
    throw new ConfigError('expected the path of a directory, got ""');
  }
}

function expand(text: string, lookUp: (name: string) => string): string {
  return text.replace(/\$(?:\{(\w+)\}|(\w+))/g, (_, braced?: string, bare?: string) =>
    lookUp((braced ?? bare)!),
  );
}

import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { NodeProcess } from "../e2e/node-process.ts";
import { runLogged } from "./command.ts";
import type { SourceName } from "./sources.ts";
import type { Context } from "./suite.ts";
import type { SuiteName } from "./suites.ts";

const root = join(import.meta.dirname, "../..");
const logFolder = join(root, "artefacts/dropin");
const cacheFolder = join(root, "node_modules/.cache/couloir-dropin");

type Owned = { readonly context: Context; end(): Promise<void> };

/** The context of one suite; `end` stops the nodes that it has started. */
export function openContext(
  suite: SuiteName,
  source: (name: SourceName) => string | undefined,
): Owned {
  const logs = join(logFolder, suite);
  rmSync(logs, { recursive: true, force: true });
  mkdirSync(logs, { recursive: true });
  const cache = join(cacheFolder, suite);
  mkdirSync(cache, { recursive: true });
  const nodes: NodeProcess[] = [];
  const context: Context = {
    cache,
    logs,
    source,
    async startCouloir(...flags) {
      const log = join(logs, `couloir-${nodes.length}`);
      const node = await NodeProcess.start(`--log-dir=${log}`, ...flags);
      nodes.push(node);
      return node;
    },
    run: (command, options) => runLogged(command, options, join(logs, `${options.log}.log`)),
  };
  return {
    context,
    async end() {
      await Promise.all(nodes.map((node) => node.discard()));
    },
  };
}

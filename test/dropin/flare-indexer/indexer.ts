import { spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Context } from "../suite.ts";
import { MariaDB } from "./maria-db.ts";

const timeoutMs = 60_000;

/** The block before spends what the genesis has. */
export const firstIndex = 1;

/** Runs the indexer until its tables have every container of the node's index up to `lastIndex`. */
export async function fillTables(
  binary: string,
  database: MariaDB,
  { url, lastIndex }: { readonly url: string; readonly lastIndex: number },
  { cache, logs }: Context,
): Promise<void> {
  const config = join(cache, "config.toml");
  await writeFile(config, configOf(url, database.port));
  const child = spawn(binary, ["--config", config], { cwd: cache });
  const log = createWriteStream(join(logs, "indexer.log"));
  child.stdout.pipe(log);
  child.stderr.pipe(log);
  try {
    const began = Date.now();
    for (;;) {
      await sleep(200);
      if (child.exitCode !== null) throw new Error("the indexer ended; indexer.log has its output");
      const next = await nextIndex(database);
      if (next > lastIndex) return;
      if (Date.now() - began > timeoutMs) {
        throw new Error(`the indexer is at ${next} of ${lastIndex}; indexer.log has its output`);
      }
    }
  } finally {
    child.kill();
    if (child.exitCode === null) await once(child, "exit");
  }
}

async function nextIndex(database: MariaDB): Promise<number> {
  try {
    const [state] = await database.rows(
      "SELECT next_db_index FROM states WHERE name = 'p_chain_block'",
    );
    return Number(state?.["next_db_index"] ?? 0);
  } catch {
    // It has not made its tables yet.
    return 0;
  }
}

function configOf(url: string, port: number): string {
  const off = 'enabled = false\ntimeout = "10s"\n';
  return `[db]
host = "127.0.0.1"
port = ${port}
database = "${MariaDB.database}"
username = "${MariaDB.user}"
password = "${MariaDB.password}"
[logger]
level = "INFO"
console = true
[metrics]
prometheus_address = "127.0.0.1:0"
[chain]
node_url = "${url}/"
address_hrp = "local"
chain_id = 43112
eth_rpc_url = "${url}/ext/bc/C/rpc"
[p_chain_indexer]
enabled = true
timeout = "200ms"
start_index = ${firstIndex}
batch_size = 10
[x_chain_indexer]
${off}[uptime_cronjob]
${off}[voting_cronjob]
${off}[mirroring_cronjob]
${off}`;
}

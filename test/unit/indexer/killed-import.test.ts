import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { verifyContainers } from "../../../src/indexer/verify-containers.ts";
import {
  contentOf,
  linesOf,
  linkedBlocks,
  openIndices,
  scratchDirectory,
  unknownChains,
} from "../../support/containers.ts";

const importer = fileURLToPath(new URL("../../support/index-importer.ts", import.meta.url));
const killCount = Number(process.env["COULOIR_STORE_KILLS"] ?? 4);
const containerCount = 20_000;

it("leaves complete containers when it is killed, and resumes after them", async () => {
  const directory = scratchDirectory();
  const database = join(directory.path, "index.sqlite");
  const file = join(directory.path, "export.ndjson");
  const blocks = linkedBlocks(
    "P/block",
    Array.from({ length: containerCount }, (_, i) => contentOf(i, 100)),
  );
  writeFileSync(file, linesOf("P/block", blocks));

  let isDone = false;
  for (let kill = 0; !isDone; kill++) {
    const safe = await importAndKill(database, file, kill < killCount ? 5 + 60 * kill : undefined);
    const indices = openIndices(database);
    const log = indices.indexer.logs["P/block"];
    expect(Number(log.count())).toBeGreaterThanOrEqual(safe);
    for await (const { faults } of verifyContainers("P/block", log, unknownChains)) {
      expect(faults).toEqual([]);
    }
    expect(indices.database.pragma("integrity_check", { simple: true })).toBe("ok");
    isDone = log.count() === BigInt(containerCount);
    expect(isDone || kill < killCount).toBe(true);
    indices.close();
  }
  directory.remove();
});

/** Kills the importer some time after it said something; gives the number of containers that it said were safe. */
async function importAndKill(
  database: string,
  file: string,
  runMs: number | undefined,
): Promise<number> {
  const child = spawn(process.execPath, ["--import", "tsx", importer, database, file], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  child.stdout.setEncoding("utf8");
  child.stdout.on("data", (text: string) => {
    if (output === "" && runMs !== undefined) setTimeout(() => child.kill("SIGKILL"), runMs);
    output += text;
  });
  await once(child, "close");
  return Number(output.trimEnd().split("\n").at(-1));
}

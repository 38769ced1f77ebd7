import assert from "node:assert/strict";
import { readFile, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { publicKey } from "../../../src/crypto/secp256k1.ts";
import { ask } from "../../e2e/rpc.ts";
import type { Context } from "../suite.ts";
import { baseConfig, freePort, lastLine, type MeshCli } from "./mesh-cli.ts";

/** How many of each are confirmed before the check ends. */
const confirmed = { transfer: 8, delegation: 3, export: 3 };

const currency = { symbol: "AVAX", decimals: 9 };
const dayS = 86_400;

type Results = {
  readonly error: string;
  readonly stats: Readonly<Record<string, unknown>>;
};

/** Builds, signs, sends and confirms transactions, and compares each in its block with what was intended. */
export async function checkConstruction(
  { program, url, network }: MeshCli,
  funded: readonly object[],
  context: Context,
): Promise<void> {
  const folder = join(context.cache, "construction");
  await rm(folder, { recursive: true, force: true });
  const config = join(context.cache, "construction.json");
  const workflows = join(context.cache, "workflows.ros");
  const output = join(context.logs, "construction.json");
  await writeFile(workflows, await workflowsOf(url, network));
  const construction = {
    offline_url: `${url}/mesh`,
    stale_depth: 30,
    broadcast_limit: 3,
    constructor_dsl_file: basename(workflows),
    end_conditions: confirmed,
    prefunded_accounts: funded,
    status_port: await freePort(),
    results_output_file: output,
    quiet: true,
  };
  const settings = { ...baseConfig(url, network), data_directory: folder, construction };
  await writeFile(config, JSON.stringify(settings));
  const command = [program, "check:construction", "--configuration-file", config] as const;
  const { code, out, err } = await context.run(command, {
    log: "construction",
    cwd: context.cache,
  });
  assert.equal(code, 0, lastLine(out + err));
  const { error, stats } = JSON.parse(await readFile(output, "utf8")) as Results;
  assert.equal(error, "");
  const wanted = Object.values(confirmed).reduce((sum, each) => sum + each, 0);
  assert(Number(stats["transactions_confirmed"]) >= wanted, JSON.stringify(stats));
  assert.equal(stats["failed_broadcasts"], 0);
}

async function workflowsOf(url: string, network: string): Promise<string> {
  const { validators } = await ask<{ readonly validators: readonly Validator[] }>(
    url,
    "/ext/bc/P",
    "platform.getCurrentValidators",
    {},
  );
  const [validator] = validators.toSorted((a, b) => Number(b.endTime) - Number(a.endTime));
  const end = Math.floor(Date.now() / 1000) + 3 * dayS;
  assert(end < Number(validator!.endTime), "no validator of the genesis lasts for three days");
  const cold = await addressOf(url, network, hexOf(Buffer.alloc(32, 9)));
  const text = await readFile(join(import.meta.dirname, "workflows.ros"), "utf8");
  return text
    .replaceAll(/^\/\/.*\n/gm, "")
    .replaceAll("NETWORK", JSON.stringify(baseConfig(url, network).network))
    .replaceAll("NODE_ID", validator!.nodeID)
    .replaceAll("END", String(end))
    .replaceAll("COLD", cold)
    .replaceAll("RECIPIENT", cold.replace(/^P-/, "X-"));
}

type Validator = { readonly nodeID: string; readonly endTime: string };

/** Accounts with ten coins each, so that workflows do not wait for each other. */
export async function fundedAccounts({ url, network }: MeshCli): Promise<readonly object[]> {
  const accounts = [];
  for (const first of [1, 2, 3, 4, 5]) {
    const privkey = hexOf(Buffer.alloc(32, first));
    const address = await addressOf(url, network, privkey);
    for (let coin = 0; coin < 10; coin++)
      await ask(url, "/ext/dev", "dev.fund", { address, amount: "100000000000" });
    accounts.push({ privkey, account_identifier: { address }, curve_type: "secp256k1", currency });
  }
  // The next block, so that the last one does not change any more and is not the genesis, with which mesh-cli cannot begin.
  await ask(url, "/ext/dev", "dev.increaseTime", { seconds: dayS });
  return accounts;
}

async function addressOf(url: string, network: string, privkey: string): Promise<string> {
  const response = await fetch(`${url}/mesh/construction/derive`, {
    method: "POST",
    body: JSON.stringify({
      network_identifier: baseConfig(url, network).network,
      public_key: {
        hex_bytes: hexOf(publicKey(Buffer.from(privkey, "hex"))),
        curve_type: "secp256k1",
      },
    }),
  });
  const { account_identifier } = (await response.json()) as {
    readonly account_identifier: { readonly address: string };
  };
  return account_identifier.address;
}

function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("hex");
}

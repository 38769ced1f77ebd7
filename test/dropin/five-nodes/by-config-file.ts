import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runCase } from "../case.ts";
import type { Case, Context } from "../suite.ts";
import { LaunchedNode, type ProcessContext } from "./launched-node.ts";
import { checkMembers, contexts, discard, type Member, stopMembers } from "./network.ts";
import { contentOf, type StakingKey } from "./staking-keys.ts";

const how = "by config file";

/**
 * Five nodes one after the other, each with `--config-file` alone, keys as contents and free ports: as tmpnet does. Then they
 * are stopped and started again on the ports of their process.json.
 */
export async function startedByConfigFile(
  context: Context,
  keys: readonly StakingKey[],
  folder: string,
): Promise<Case[]> {
  const members: Member[] = [];
  const logOf = (index: number) => join(context.logs, `by-config-file-${index + 1}.log`);
  try {
    for (const [index, key] of keys.entries()) {
      const directory = join(folder, `config${index + 1}`);
      const flags = { ...flagsOf(key, directory), ...(await beaconsOf(members)) };
      members.push(startWith(key, directory, flags, logOf(index)));
      await members.at(-1)?.node.context();
    }
    const cases = await checkMembers(how, members);
    const before = await contexts(members);
    cases.push(...(await stopMembers(how, members)));
    for (const [index, { key, node }] of members.entries()) {
      const flags = { ...flagsOf(key, node.directory), ...portsOf(before[index]!) };
      members[index] = startWith(key, node.directory, flags, logOf(index));
    }
    return [...cases, ...(await checkRestarted(members, before))];
  } finally {
    await discard(members);
  }
}

function startWith(key: StakingKey, directory: string, flags: object, log: string): Member {
  mkdirSync(directory, { recursive: true });
  const file = join(directory, "flags.json");
  writeFileSync(file, JSON.stringify(flags, undefined, 2));
  return { key, node: LaunchedNode.start(directory, ["--config-file", file], log) };
}

/** Values are numbers, booleans and texts, as they come. */
function flagsOf({ certFile, keyFile, signerKeyFile }: StakingKey, directory: string) {
  return {
    "data-dir": directory,
    "network-id": "local",
    "staking-tls-cert-file-content": contentOf(certFile),
    "staking-tls-key-file-content": contentOf(keyFile),
    "staking-signer-key-file-content": contentOf(signerKeyFile),
    "http-port": 0,
    "staking-port": 0,
    "public-ip": "127.0.0.1",
    "health-check-frequency": "2s",
    "network-max-reconnect-delay": "1s",
    "network-peer-list-pull-gossip-frequency": "250ms",
    "min-stake-duration": "1s",
    "proposervm-use-current-height": true,
    // The tmpnet of v1.14.2 sets these too.
    "proposervm-min-block-delay": "0s",
    "system-tracker-disk-required-available-space-percentage": "0",
    "api-admin-enabled": true,
    "index-enabled": true,
    "log-display-level": "OFF",
    "log-level": "DEBUG",
  };
}

async function beaconsOf(members: readonly Member[]) {
  const started = await contexts(members);
  return {
    "bootstrap-ids": members.map(({ key }) => key.nodeID).join(","),
    "bootstrap-ips": started.map(({ stakingAddress }) => stakingAddress).join(","),
  };
}

/** As texts, for that is what tmpnet writes then. */
function portsOf({ uri, stakingAddress }: ProcessContext) {
  return { "http-port": new URL(uri).port, "staking-port": stakingAddress.split(":").at(-1) };
}

async function checkRestarted(
  members: readonly Member[],
  before: readonly ProcessContext[],
): Promise<Case[]> {
  return Promise.all(
    members.map(({ node }, index) =>
      runCase(`${how}, node ${index + 1}: started again, it has its addresses`, async () => {
        const { uri, stakingAddress } = await node.context();
        const { uri: oldUri, stakingAddress: oldAddress } = before[index]!;
        assert.deepEqual([uri, stakingAddress], [oldUri, oldAddress]);
      }),
    ),
  );
}

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Case, Context } from "../suite.ts";
import { freePorts } from "./free-ports.ts";
import { LaunchedNode } from "./launched-node.ts";
import { checkMembers, discard, type Member, stopMembers } from "./network.ts";
import type { StakingKey } from "./staking-keys.ts";

const how = "by flags";

/** Five nodes at once, everything on the command line and every port chosen before: as avalanche-network-runner does. */
export async function startedByFlags(
  context: Context,
  keys: readonly StakingKey[],
  folder: string,
): Promise<Case[]> {
  const ports = await freePorts(2 * keys.length);
  const members = keys.map((key, index): Member => {
    const directory = join(folder, `node${index + 1}`);
    mkdirSync(directory, { recursive: true });
    const args = flagsOf(keys, ports, index, directory);
    const log = join(context.logs, `by-flags-${index + 1}.log`);
    return { key, node: LaunchedNode.start(directory, args, log) };
  });
  try {
    const checked = await checkMembers(how, members);
    return [...checked, ...(await stopMembers(how, members))];
  } finally {
    await discard(members);
  }
}

/** Ports 2i and 2i+1 are those of node i; the others are its beacons. */
function flagsOf(
  keys: readonly StakingKey[],
  ports: readonly number[],
  index: number,
  directory: string,
): string[] {
  const { certFile, keyFile, signerKeyFile } = keys[index]!;
  const beacons = keys.map((key, at) => ({ ...key, address: `127.0.0.1:${ports[2 * at + 1]}` }));
  const others = beacons.filter((_beacon, at) => at !== index);
  return [
    "--network-id=local",
    `--data-dir=${directory}`,
    `--db-dir=${join(directory, "db")}`,
    `--log-dir=${join(directory, "logs")}`,
    `--plugin-dir=${join(directory, "plugins")}`,
    `--chain-config-dir=${join(directory, "configs/chains")}`,
    `--staking-tls-cert-file=${certFile}`,
    `--staking-tls-key-file=${keyFile}`,
    `--staking-signer-key-file=${signerKeyFile}`,
    `--http-port=${ports[2 * index]}`,
    `--staking-port=${ports[2 * index + 1]}`,
    `--bootstrap-ips=${others.map(({ address }) => address).join(",")}`,
    `--bootstrap-ids=${others.map(({ nodeID }) => nodeID).join(",")}`,
    "--public-ip=127.0.0.1",
    "--network-max-reconnect-delay=1s",
    "--health-check-frequency=2s",
    "--api-admin-enabled=true",
    "--index-enabled=true",
    "--log-level=DEBUG",
    "--log-display-level=INFO",
  ];
}

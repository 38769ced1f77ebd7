import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { formatAddress, parseAddress } from "../../../src/formats/address.ts";
import local from "../../../src/networks/genesis/local.json" with { type: "json" };
import { defaultPort } from "../default-port.ts";

const daySeconds = 86_400;

/**
 * Flags of the network that the examples know: number 1337 at AvalancheGo's own port, with the money of network `local`, before
 * Durango, which ended memos and the first staking transactions. Files go into `folder`.
 */
export function networkFlags(folder: string): string[] {
  const never = "2100-01-01T00:00:00Z";
  const upgrades = { durangoTime: never, etnaTime: never };
  return [
    "--network-id=1337",
    `--genesis-file=${write(folder, "genesis.json", genesis())}`,
    `--upgrade-file=${write(folder, "upgrade.json", upgrades)}`,
    `--http-port=${defaultPort}`,
    "--api-profile=avalanchego-1.12",
    "--sybil-protection-enabled=false",
  ];
}

function genesis() {
  const startTime = Math.floor(Date.now() / 1000) - daySeconds;
  const text = JSON.stringify({ ...local, networkID: 1337, startTime });
  return JSON.parse(
    text.replaceAll(/X-local1\w+/g, (address) =>
      formatAddress("X", "custom", parseAddress(address).address),
    ),
  );
}

function write(folder: string, name: string, value: object): string {
  const file = join(folder, name);
  writeFileSync(file, JSON.stringify(value));
  return file;
}

import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Context } from "../suite.ts";

const goModule = "github.com/ava-labs/avalanchego@v1.12.1";
const download = ["go", "mod", "download", "-json", goModule] as const;

/** The files of one well-known validator of network `local`, and who it is. */
export type StakingKey = {
  readonly nodeID: string;
  readonly certFile: string;
  readonly keyFile: string;
  readonly signerKeyFile: string;
};

/** staking/local/README.md has them in this order. */
const nodeIDs = [
  "NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg",
  "NodeID-MFrZFVCXPv5iCn6M9K6XduxGTYp891xXZ",
  "NodeID-NFBbbJ4qCmNaCzeW7sxErhvWqvEQMnYcN",
  "NodeID-GWPcbFJZFfZreETSoWjPimr846mXEKCtu",
  "NodeID-P7oB2McjBGgW2NXXWVYjV8JEDFoW9xDE5",
];

/** What to do if there are none. */
export const keysRemedy = `the well-known staking keys are in the Go module ${goModule}: install Go, which fetches it`;

/** Empty if the module is not available. */
export async function stakingKeys(context: Context): Promise<readonly StakingKey[]> {
  const { code, out } = await context.run(download, { log: "go-module", cwd: context.cache });
  if (code !== 0) return [];
  const { Dir: module } = JSON.parse(out) as { Dir: string };
  const folder = join(module, "staking/local");
  return nodeIDs.map((nodeID, index) => ({
    nodeID,
    certFile: join(folder, `staker${index + 1}.crt`),
    keyFile: join(folder, `staker${index + 1}.key`),
    signerKeyFile: join(folder, `signer${index + 1}.key`),
  }));
}

/** As the flags that end in `-content` want it. */
export function contentOf(file: string): string {
  return readFileSync(file).toString("base64");
}

import { join } from "node:path";
import { goCases } from "../go/test-output.ts";
import type { Case, Context } from "../suite.ts";
import { buildTest, moduleFolder, sourcesOf } from "./module.ts";

const profiles = ["avalanchego-1.12", "spec"] as const;

/** Runs a package of our tests against a staker of the network `local`, a new one for each profile. */
export async function runOnNodes(context: Context, name: string): Promise<readonly Case[]> {
  const binary = join(context.cache, `${name}.test`);
  await buildTest(context, binary, `./${name}`);
  const keys = join(await sourcesOf(context), "staking/local");
  const cases: Case[] = [];
  for (const profile of profiles) {
    const node = await context.startCouloir(
      `--api-profile=${profile}`,
      "--network-id=local",
      // The last upgrade that v1.12.1 knows: its codec cannot read the containers of Granite.
      "--hardfork=etna",
      "--index-enabled",
      "--api-keystore-enabled",
      // As tmpnet starts nodes: warp messages are checked against the validators of now.
      "--proposervm-use-current-height",
      `--staking-tls-key-file=${join(keys, "staker1.key")}`,
      `--staking-tls-cert-file=${join(keys, "staker1.crt")}`,
      `--staking-signer-key-file=${join(keys, "signer1.key")}`,
    );
    const ended = await context.run([binary, "-test.v"], {
      log: `${name}-${profile}`,
      cwd: join(moduleFolder, name),
      env: { COULOIR_URI: node.url, COULOIR_PROFILE: profile },
      timeoutMs: 120_000,
    });
    cases.push(...goCases(ended).map((each) => ({ ...each, name: `${profile}: ${each.name}` })));
  }
  return cases;
}

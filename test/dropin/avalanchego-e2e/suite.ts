import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { avalancheGo, avalancheGoNeeds, buildPrograms, buildTest } from "../avalanchego/module.ts";
import { withImpossible } from "../go/impossible.ts";
import { executable, launcherEnvironment } from "../launcher.ts";
import { type Profile, profileEnvironment } from "../profiles.ts";
import type { Case, Context, Suite } from "../suite.ts";
import { impossible } from "./impossible.ts";
import { runSpecs } from "./run-specs.ts";

const profiles = ["spec", "avalanchego-1.12"] as const satisfies readonly Profile[];

/** AvalancheGo's end-to-end specs: those of an upgrade, and those about the P-chain on a network that tmpnetctl has started. */
export const avalanchegoE2e: Suite = {
  about:
    "tests/upgrade, and the specs about the P-chain in tests/e2e, of AvalancheGo v1.12.1, in profiles spec and avalanchego-1.12",
  needs: avalancheGoNeeds,
  async run(context) {
    const fixture = `${avalancheGo}/tests/fixture/tmpnet`;
    await buildPrograms(context, programIn(context, "tmpnetctl"), `${fixture}/cmd`);
    for (const name of ["upgrade", "e2e"] as const) {
      await buildTest(context, programIn(context, `${name}.test`), `${avalancheGo}/tests/${name}`);
    }
    const cases: Case[] = [];
    for (const profile of profiles) {
      const specs = await inProfile(context, profile);
      cases.push(...specs.map((each) => ({ ...each, name: `${profile}: ${each.name}` })));
    }
    return cases;
  },
};

async function inProfile(context: Context, profile: Profile): Promise<readonly Case[]> {
  const home = await mkdtemp(join(tmpdir(), "couloir-e2e-"));
  const env = {
    ...launcherEnvironment(home),
    ...profileEnvironment(profile),
    TMPNET_ROOT_DIR: home,
    TMPNET_NETWORK_DIR: join(home, "latest"),
    // A node that joins would follow the others over their peers. They build their own blocks, so they have none.
    E2E_SKIP_BOOTSTRAP_CHECKS: "1",
  };
  const tmpnetCommand = (...args: string[]) =>
    context.run([programIn(context, "tmpnetctl"), ...args], { log: "tmpnetctl", cwd: home, env });
  const node = `--avalanchego-path=${executable}`;
  try {
    const upgraded = await runSpecs(context, programIn(context, "upgrade.test"), {
      env,
      flags: [node, `--avalanchego-path-to-upgrade-to=${executable}`],
    });
    // Without the subnets of AvalancheGo's test VM, which the specs would start themselves: Couloir runs no VM of others.
    await tmpnetCommand("start-network", node, "--node-count=1");
    const specs = await runSpecs(context, programIn(context, "e2e.test"), {
      env,
      flags: [node, "--reuse-network", "--ginkgo.focus=\\[P-Chain\\]|Staking Rewards|Etna"],
    });
    return [...upgraded, ...withImpossible(specs, impossible)];
  } finally {
    await tmpnetCommand("stop-network");
    await rm(home, { recursive: true, force: true });
  }
}

const programIn = ({ cache }: Context, name: string): string => join(cache, name);

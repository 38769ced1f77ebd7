import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { avalancheGo, avalancheGoNeeds, buildPrograms, buildTest } from "../avalanchego/module.ts";
import { withImpossible } from "../go/impossible.ts";
import { executable, launcherEnvironment } from "../launcher.ts";
import type { Suite } from "../suite.ts";
import { impossible } from "./impossible.ts";
import { runSpecs } from "./run-specs.ts";

/** AvalancheGo's end-to-end specs: those of an upgrade, and those about the P-chain on a network that tmpnetctl has started. */
export const avalanchegoE2e: Suite = {
  about: "tests/upgrade, and the specs about the P-chain in tests/e2e, of AvalancheGo v1.12.1",
  needs: avalancheGoNeeds,
  async run(context) {
    const [upgrade, e2e] = [join(context.cache, "upgrade.test"), join(context.cache, "e2e.test")];
    const tmpnetctl = join(context.cache, "tmpnetctl");
    await buildPrograms(context, tmpnetctl, `${avalancheGo}/tests/fixture/tmpnet/cmd`);
    await buildTest(context, upgrade, `${avalancheGo}/tests/upgrade`);
    await buildTest(context, e2e, `${avalancheGo}/tests/e2e`);
    const home = await mkdtemp(join(tmpdir(), "couloir-e2e-"));
    const env = {
      ...launcherEnvironment(home),
      TMPNET_ROOT_DIR: home,
      TMPNET_NETWORK_DIR: join(home, "latest"),
    };
    const tmpnetCommand = (...args: string[]) =>
      context.run([tmpnetctl, ...args], { log: "tmpnetctl", cwd: home, env });
    const node = `--avalanchego-path=${executable}`;
    try {
      const upgraded = await runSpecs(context, upgrade, {
        env,
        flags: [node, `--avalanchego-path-to-upgrade-to=${executable}`],
      });
      // Without the subnets of AvalancheGo's test VM, which the specs would start themselves: Couloir runs no VM of others.
      await tmpnetCommand("start-network", node, "--node-count=1");
      const specs = await runSpecs(context, e2e, {
        env: { ...env, E2E_SKIP_BOOTSTRAP_CHECKS: "1" },
        flags: [node, "--reuse-network", "--ginkgo.focus=\\[P-Chain\\]|Staking Rewards|Etna"],
      });
      return [...upgraded, ...withImpossible(specs, impossible)];
    } finally {
      await tmpnetCommand("stop-network");
      await rm(home, { recursive: true, force: true });
    }
  },
};

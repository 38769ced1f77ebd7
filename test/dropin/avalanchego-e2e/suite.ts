import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { avalancheGo, avalancheGoNeeds, buildPrograms, buildTest } from "../avalanchego/module.ts";
import { withImpossible } from "../go/impossible.ts";
import { executable, launcherEnvironment } from "../launcher.ts";
import type { Case, Context, Suite } from "../suite.ts";
import { ginkgoCases } from "./ginkgo-report.ts";
import { impossible } from "./impossible.ts";

/** AvalancheGo's end-to-end specs about the P-chain, on a network that its own tmpnet has started. */
export const avalanchegoE2e: Suite = {
  about: "the specs about the P-chain in tests/e2e of AvalancheGo v1.12.1",
  needs: avalancheGoNeeds,
  async run(context) {
    const [specs, tmpnetctl] = [join(context.cache, "e2e.test"), join(context.cache, "tmpnetctl")];
    await buildPrograms(context, tmpnetctl, `${avalancheGo}/tests/fixture/tmpnet/cmd`);
    await buildTest(context, specs, `${avalancheGo}/tests/e2e`);
    const home = await mkdtemp(join(tmpdir(), "couloir-e2e-"));
    const network = join(home, "latest");
    const env = {
      ...launcherEnvironment(home),
      TMPNET_ROOT_DIR: home,
      TMPNET_NETWORK_DIR: network,
    };
    const tmpnetCommand = (...args: string[]) =>
      context.run([tmpnetctl, ...args], { log: "tmpnetctl", cwd: home, env });
    try {
      // Without the subnets of AvalancheGo's test VM, which the specs would start themselves: Couloir runs no VM of others.
      await tmpnetCommand("start-network", `--avalanchego-path=${executable}`, "--node-count=1");
      return withImpossible(await runSpecs(context, specs, home, env), impossible);
    } finally {
      await tmpnetCommand("stop-network");
      await rm(home, { recursive: true, force: true });
    }
  },
};

async function runSpecs(
  context: Context,
  specs: string,
  home: string,
  env: Readonly<Record<string, string>>,
): Promise<Case[]> {
  const report = join(home, "report.json");
  const { code } = await context.run(
    [
      specs,
      `--avalanchego-path=${executable}`,
      "--reuse-network",
      "--ginkgo.focus=\\[P-Chain\\]|Staking Rewards",
      `--ginkgo.json-report=${report}`,
    ],
    { log: "specs", cwd: home, env: { ...env, E2E_SKIP_BOOTSTRAP_CHECKS: "1" } },
  );
  if (existsSync(report)) return ginkgoCases(readFileSync(report, "utf8"));
  return [{ name: "the specs", outcome: "failed", why: `exit code ${code}` }];
}

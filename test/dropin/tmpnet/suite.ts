import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { avalancheGo, avalancheGoNeeds, buildPrograms, buildTest } from "../avalanchego/module.ts";
import { goCases } from "../go/test-output.ts";
import { launcherEnvironment } from "../launcher.ts";
import { profileEnvironment, profiles } from "../profiles.ts";
import type { Case, Context, Suite } from "../suite.ts";
import { runCommands } from "./commands.ts";

const fixture = `${avalancheGo}/tests/fixture/tmpnet`;

/** AvalancheGo's fixture for temporary networks: its own test, its command, and a life of a network through its library. */
export const tmpnet: Suite = {
  about:
    "networks of one and five nodes by tmpnet of AvalancheGo v1.12.1, its library and tmpnetctl, in each profile",
  needs: avalancheGoNeeds,
  async run(context) {
    const [own, networks] = [join(context.cache, "own.test"), join(context.cache, "networks.test")];
    const tmpnetctl = join(context.cache, "tmpnetctl");
    await buildTest(context, own, fixture);
    await buildTest(context, networks, "./network");
    await buildPrograms(context, tmpnetctl, `${fixture}/cmd`);
    const cases: Case[] = [];
    for (const profile of profiles) {
      // tmpnet keeps networks and the configuration of monitoring under the home directory.
      const home = await mkdtemp(join(tmpdir(), "couloir-tmpnet-"));
      try {
        const env = { ...launcherEnvironment(home), ...profileEnvironment(profile) };
        const inProfile = [
          ...(await runTests(context, "tmpnet's own tests", own, env)),
          ...(await runTests(context, "library", networks, env)),
          ...(await runCommands(context, tmpnetctl, env)),
        ];
        cases.push(...inProfile.map((each) => ({ ...each, name: `${profile}: ${each.name}` })));
      } finally {
        await rm(home, { recursive: true, force: true });
      }
    }
    return cases;
  },
};

async function runTests(
  context: Context,
  log: string,
  binary: string,
  env: Readonly<Record<string, string>>,
): Promise<Case[]> {
  const options = { log, cwd: context.cache, env };
  const ended = await context.run([binary, "-test.v"], options);
  return goCases(ended).map((each) => ({ ...each, name: `${log}: ${each.name}` }));
}

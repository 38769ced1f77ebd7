import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defaultPort, isFree } from "../default-port.ts";
import { goBuild } from "../go/build.ts";
import { withImpossible } from "../go/impossible.ts";
import { goCases } from "../go/test-output.ts";
import { goToolchain } from "../go/toolchain.ts";
import { executable, launcherEnvironment } from "../launcher.ts";
import { type Profile, profileEnvironment, profiles } from "../profiles.ts";
import { remedyFor } from "../sources.ts";
import type { Case, Context, Suite } from "../suite.ts";
import { impossible } from "./impossible.ts";

/** ava-labs/platform-cli: its end-to-end tests of a local network, and those that start a network with tmpnet. */
export const platformCli: Suite = {
  about:
    "the local e2e tests of ava-labs/platform-cli, and its tests on a network of tmpnet, in each profile",
  needs: [
    {
      what: "checkout of platform-cli",
      remedy: remedyFor("platform-cli"),
      isThere: async (context) => existsSync(join(checkoutOf(context), "e2e/pchain_test.go")),
    },
    goToolchain,
  ],
  async run(context) {
    await buildTests(context);
    const cases: Case[] = [];
    for (const profile of profiles) {
      const inProfile = [
        ...(await runNetwork(context, profile)),
        ...(await runIntegration(context, profile)),
      ];
      cases.push(...inProfile.map((each) => ({ ...each, name: `${profile}: ${each.name}` })));
    }
    return cases;
  },
};

function checkoutOf(context: Context): string {
  return context.source("platform-cli") ?? "";
}

async function buildTests(context: Context): Promise<void> {
  const build = (tags: string, binary: string, goPackage: string) =>
    goBuild(context, checkoutOf(context), "test", `-tags=${tags}`, "-c", "-o", binary, goPackage);
  await build("clie2e networke2e", networkTests(context), "./e2e");
  await build("integration", integrationTests(context), "./pkg/pchain");
}

const networkTests = ({ cache }: Context) => join(cache, "e2e.test");
const integrationTests = ({ cache }: Context) => join(cache, "integration.test");

/** `docs/testing.md` there: a node of the network local at the port that the tests know. They build the command themselves. */
async function runNetwork(context: Context, profile: Profile): Promise<Case[]> {
  const name = "e2e, -network=local";
  if (!(await isFree(defaultPort))) {
    const why = `port ${defaultPort}, which the tests have as their URL, is taken`;
    return [{ name, outcome: "skipped", why }];
  }
  // What platform-cli takes for the stakes of a network that is not a public one.
  const stakes = ["--min-validator-stake=1000000000", "--min-delegator-stake=1000000000"];
  const node = await context.startCouloir(
    `--api-profile=${profile}`,
    `--http-port=${defaultPort}`,
    "--network-id=local",
    ...stakes,
  );
  const ended = await context.run([networkTests(context), "-test.v", "-network=local"], {
    log: `e2e-${profile}`,
    cwd: join(checkoutOf(context), "e2e"),
    env: { RUN_E2E_NETWORK_TESTS: "1", PRIVATE_KEY: "", GOFLAGS: "-buildvcs=false" },
  });
  // The next profile's node has the same port.
  await node.stop();
  return withImpossible(goCases(ended), impossible.network);
}

async function runIntegration(context: Context, profile: Profile): Promise<Case[]> {
  const home = await mkdtemp(join(tmpdir(), "couloir-platform-cli-"));
  try {
    const ended = await context.run(
      [integrationTests(context), "-test.v", "-test.run=TestIntegration_"],
      {
        log: `integration-${profile}`,
        cwd: join(checkoutOf(context), "pkg/pchain"),
        env: {
          ...launcherEnvironment(home),
          ...profileEnvironment(profile),
          AVALANCHEGO_PATH: executable,
        },
      },
    );
    return withImpossible(goCases(ended), impossible.integration);
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

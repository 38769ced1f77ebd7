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
import { remedyFor } from "../sources.ts";
import type { Case, Context, Suite } from "../suite.ts";
import { impossible } from "./impossible.ts";

/** ava-labs/platform-cli: its end-to-end tests of a local network, and those that start a network with tmpnet. */
export const platformCli: Suite = {
  about: "the local e2e tests of ava-labs/platform-cli, and its tests on a network of tmpnet",
  needs: [
    {
      what: "checkout of platform-cli",
      remedy: remedyFor("platform-cli"),
      isThere: async (context) => existsSync(join(checkoutOf(context), "e2e/pchain_test.go")),
    },
    goToolchain,
  ],
  run: async (context) => [...(await runNetwork(context)), ...(await runIntegration(context))],
};

function checkoutOf(context: Context): string {
  return context.source("platform-cli") ?? "";
}

/** `docs/testing.md` there: a node of the network local at the port that the tests know. They build the command themselves. */
async function runNetwork(context: Context): Promise<Case[]> {
  const name = "e2e, -network=local";
  if (!(await isFree(defaultPort))) {
    const why = `port ${defaultPort}, which the tests have as their URL, is taken`;
    return [{ name, outcome: "skipped", why }];
  }
  const binary = join(context.cache, "e2e.test");
  await goBuild(
    context,
    checkoutOf(context),
    "test",
    "-tags=clie2e networke2e",
    "-c",
    "-o",
    binary,
    "./e2e",
  );
  // What platform-cli takes for the stakes of a network that is not a public one.
  const stakes = ["--min-validator-stake=1000000000", "--min-delegator-stake=1000000000"];
  await context.startCouloir(`--http-port=${defaultPort}`, "--network-id=local", ...stakes);
  const ended = await context.run([binary, "-test.v", "-network=local"], {
    log: "e2e",
    cwd: join(checkoutOf(context), "e2e"),
    env: { RUN_E2E_NETWORK_TESTS: "1", PRIVATE_KEY: "", GOFLAGS: "-buildvcs=false" },
  });
  return withImpossible(goCases(ended), impossible.network);
}

async function runIntegration(context: Context): Promise<Case[]> {
  const binary = join(context.cache, "integration.test");
  const folder = join(checkoutOf(context), "pkg/pchain");
  await goBuild(
    context,
    checkoutOf(context),
    "test",
    "-tags=integration",
    "-c",
    "-o",
    binary,
    "./pkg/pchain",
  );
  const home = await mkdtemp(join(tmpdir(), "couloir-platform-cli-"));
  try {
    const ended = await context.run([binary, "-test.v", "-test.run=TestIntegration_"], {
      log: "integration",
      cwd: folder,
      env: { ...launcherEnvironment(home), AVALANCHEGO_PATH: executable },
    });
    return withImpossible(goCases(ended), impossible.integration);
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

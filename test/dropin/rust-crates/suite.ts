import { cp } from "node:fs/promises";
import { join } from "node:path";
import { withImpossible } from "../go/impossible.ts";
import { printedCases } from "../printed-cases.ts";
import { type Profile, profiles } from "../profiles.ts";
import type { Case, Context, Suite } from "../suite.ts";
import { impossible } from "./impossible.ts";

/** The flags of the node for each part of the program; the wallet makes transactions of the time before Durango. */
const parts: Readonly<Record<string, readonly string[]>> = {
  clients: [],
  wallet: ["--hardfork=banff"],
  ash_sdk: ["--hardfork=banff"],
};

/** The Rust crates avalanche-types of Ava Labs and ash_sdk: their clients, and their P-chain wallet. */
export const rustCrates: Suite = {
  about:
    "the clients and P-chain wallet of avalanche-types 0.1.5, and ash_sdk 0.4.5, in each profile",
  needs: [
    {
      what: "Rust with cargo",
      remedy: "install Rust (https://rustup.rs) and a C compiler, with cargo and cc on PATH",
      isThere: async (context) =>
        (await context.run(["cargo", "--version"], { log: "toolchain", cwd: context.cache }))
          .code === 0,
    },
  ],
  async run(context) {
    const program = await build(context);
    const cases: Case[] = [];
    for (const profile of profiles) {
      const ran = await runParts(context, program, profile);
      const known = withImpossible(ran, impossible[profile]);
      cases.push(...known.map((each) => ({ ...each, name: `${profile}: ${each.name}` })));
    }
    return cases;
  },
};

/** Compiles the program, which pins both crates, in the suite's cache. */
async function build(context: Context): Promise<string> {
  for (const file of ["Cargo.toml", "Cargo.lock", "src"]) {
    await cp(join(import.meta.dirname, file), join(context.cache, file), { recursive: true });
  }
  const options = { log: "build", cwd: context.cache, timeoutMs: 1_800_000 };
  const { code, err } = await context.run(["cargo", "build", "--locked"], options);
  if (code !== 0) throw new Error(`cargo build: ${err.trim().split("\n").at(-1)}`);
  return join(context.cache, "target/debug/couloir-dropin");
}

async function runParts(context: Context, program: string, profile: Profile): Promise<Case[]> {
  const cases: Case[] = [];
  for (const [part, flags] of Object.entries(parts)) {
    const node = await context.startCouloir(
      `--api-profile=${profile}`,
      "--network-id=local",
      ...flags,
    );
    const ended = await context.run([program, part, node.url], {
      log: `${part}-${profile}`,
      cwd: context.cache,
      env: { RUST_BACKTRACE: "0" },
      timeoutMs: 300_000,
    });
    cases.push(...printedCases(ended));
    await node.stop();
  }
  return cases;
}

import assert from "node:assert/strict";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ask, type Json } from "../../e2e/rpc.ts";
import { runCase } from "../case.ts";
import { withImpossible } from "../go/impossible.ts";
import { buildTool, toolNeeds } from "../go/pinned-tool.ts";
import { type Profile, profiles } from "../profiles.ts";
import type { Case, Context, Suite } from "../suite.ts";

const tool = { folder: import.meta.dirname, module: "github.com/ava-labs/subnet-cli" };

/** The well-known key that network `local` funds. */
const key = "PrivateKey-ewoqjP7PxY4yr3iLTpLisriqt94hdyDFNgchSxGGztUrTXtNN";
const vmID = "jvFW8PbuerjWravW4Gbfe8W1GsVSQNPrLncseZG8vTX5nwqWh";
const newNode = "NodeID-4B4rc5vdD1758JSBYL1xyvE5NHGzz6xzH";

const refused = {
  "add validator": {
    why: "AvalancheGo's newest release, which this profile follows, issues no AddValidatorTx under any rules",
    failure: /failed to meter tx: unsupported transaction type/,
  },
};

/** ava-labs/subnet-cli, the first command for subnets: each of its commands, in the order of a user. */
export const subnetCli: Suite = {
  about: "every command of ava-labs/subnet-cli v0.0.4, on a network of its time, in each profile",
  needs: toolNeeds(tool),
  async run(context) {
    const program = await buildTool(context, tool);
    const runs = profiles.map(async (profile) => {
      const cases = await new Session(context, program, profile).run();
      const known = profile === "avalanchego-1.12" ? {} : refused;
      return withImpossible(cases, known).map((each) => ({
        ...each,
        name: `${profile}: ${each.name}`,
      }));
    });
    return (await Promise.all(runs)).flat();
  },
};

/** The commands of one profile, which build on each other. */
class Session {
  readonly #context: Context;
  readonly #program: string;
  readonly #profile: Profile;
  #url = "";

  constructor(context: Context, program: string, profile: Profile) {
    this.#context = context;
    this.#program = program;
    this.#profile = profile;
  }

  async run(): Promise<Case[]> {
    const { cache } = this.#context;
    const node = await this.#context.startCouloir(
      `--api-profile=${this.#profile}`,
      "--network-id=local",
      // Its transactions are those of v1.9, with a start time.
      "--hardfork=banff",
    );
    this.#url = node.url;
    await writeFile(join(cache, "ewoq.key"), key);
    await writeFile(join(cache, "genesis.json"), "{}");
    const { nodeID } = await ask<{ nodeID: string }>(this.#url, "/ext/info", "info.getNodeID");
    let subnetID = "";
    const cases: Case[] = [];
    const add = async (name: string, run: () => Promise<void>) =>
      cases.push(await runCase(name, run));
    await add("create key", async () => {
      const file = `${this.#profile}.key`;
      await rm(join(cache, file), { force: true });
      await this.#say("create", "key", `--private-key-path=${file}`);
    });
    await add("create VMID", async () => {
      assert.ok((await this.#say("create", "VMID", "ash")).includes(vmID));
    });
    await add("create subnet", async () => {
      const out = await this.#pay("create", "subnet");
      subnetID = /created subnet\S* "(\w+)"/.exec(out)?.[1] ?? "";
      const { subnets } = await this.#platform<Subnets>("getSubnets", { ids: [subnetID] });
      assert.equal(subnets[0]?.threshold, "1");
    });
    await add("create blockchain", async () => {
      const chain = ["--chain-name=ash", `--vm-id=${vmID}`, "--vm-genesis-path=genesis.json"];
      await this.#pay("create", "blockchain", `--subnet-id=${subnetID}`, ...chain);
      const { blockchains } = await this.#platform<Chains>("getBlockchains", {});
      assert.ok(blockchains.some((each) => each.subnetID === subnetID && each.vmID === vmID));
    });
    await add("add subnet-validator", async () => {
      await this.#pay("add", "subnet-validator", `--subnet-id=${subnetID}`, `--node-ids=${nodeID}`);
      assert.deepEqual(await this.#validators(subnetID), [nodeID]);
    });
    await add("remove subnet-validator", async () => {
      await this.#pay(
        "remove",
        "subnet-validator",
        `--subnet-id=${subnetID}`,
        `--node-ids=${nodeID}`,
      );
      assert.deepEqual(await this.#validators(subnetID), []);
    });
    await add("add validator", async () => {
      await this.#pay("add", "validator", `--node-ids=${newNode}`, "--stake-amount=2000000000000");
      assert.ok((await this.#validators()).includes(newNode));
    });
    await add("status blockchain", async () => {
      const params = { alias: "X" };
      const x = await ask<{ blockchainID: string }>(
        this.#url,
        "/ext/info",
        "info.getBlockchainID",
        params,
      );
      const chain = `--blockchain-id=${x.blockchainID}`;
      await this.#say("status", "blockchain", `--private-uri=${this.#url}`, chain);
    });
    const why = "asks at a terminal, even without prompts; the commands above are its steps";
    cases.push({ name: "wizard", outcome: "skipped", why });
    return cases;
  }

  /** A command that pays with the key. */
  #pay(...args: readonly string[]): Promise<string> {
    return this.#say(...args, `--public-uri=${this.#url}`, "--private-key-path=ewoq.key");
  }

  async #say(...args: readonly string[]): Promise<string> {
    const common = ["--enable-prompt=false", "--poll-interval=200ms", "--request-timeout=20s"];
    const { code, out, err } = await this.#context.run([this.#program, ...args, ...common], {
      log: this.#profile,
      cwd: this.#context.cache,
      timeoutMs: 90_000,
    });
    assert.equal(code, 0, err.trim().split("\n").at(-1));
    return out;
  }

  #platform<Result>(method: string, params: Json): Promise<Result> {
    return ask<Result>(this.#url, "/ext/bc/P", `platform.${method}`, params);
  }

  async #validators(subnetID?: string): Promise<string[]> {
    const params = subnetID === undefined ? {} : { subnetID };
    const { validators } = await this.#platform<Validators>("getCurrentValidators", params);
    return validators.map(({ nodeID }) => nodeID);
  }
}

type Subnets = { readonly subnets: readonly { readonly threshold: string }[] };
type Chains = {
  readonly blockchains: readonly {
    readonly subnetID: string;
    readonly vmID: string;
    readonly name: string;
  }[];
};
type Validators = { readonly validators: readonly { readonly nodeID: string }[] };

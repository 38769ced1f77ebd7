import { Wallet } from "../e2e/wallet.ts";
import { beaconsOf, heightOf } from "./couloir.ts";
import { issueEveryTxType, type Traces } from "./every-tx-type.ts";
import { heliconChecks } from "./helicon-checks.ts";
import { joinChecks, type Scene } from "./join-checks.ts";
import { liarChecks } from "./liar-checks.ts";
import { payFirst } from "./payer-txs.ts";
import type { Check } from "./peer-checks.ts";
import { payOnce } from "./traffic.ts";
import { upstreamChecks } from "./upstream-checks.ts";
import type { Validator, Validators } from "./validators.ts";
import { watchChecks } from "./watch-checks.ts";

const ewoq = "PrivateKey-ewoqjP7PxY4yr3iLTpLisriqt94hdyDFNgchSxGGztUrTXtNN";
const otherKey = "PrivateKey-vmRQiZeXEXYMyJhEiqdC2z5JhuDbxL8ix9UVvjgMu2Er1NepE";
const initialBlocks = 60;

/** With a validator gone, blocks come late until the others notice; one that votes for invented blocks goes unnoticed. */
const commitTimeoutMs = 180_000;

/** Parts of the checks of following that can run alone; each needs the chain that the first two checks make. */
export const followParts = ["helicon", "join", "upstream", "watches", "liars"] as const;

/** In order: first the chain that everything follows, at the end the liars, who take a validator's place. */
export function followChecks(
  validators: Validators,
  {
    avalanchego,
    stakingKeys,
    parts,
  }: {
    readonly avalanchego: string;
    readonly stakingKeys: string;
    readonly parts: readonly (typeof followParts)[number][];
  },
): readonly Check[] {
  const [first] = validators.all;
  const made: { wallet?: Wallet; traces?: Traces; partial?: Validator } = {};
  const scene: Scene = {
    validators,
    avalanchego,
    wallet: () => made.wallet!,
    traces: () => made.traces!,
    partial: () => made.partial!,
  };
  const url = first!.url;
  const everyTxType: readonly Check[] = [
    {
      name: "the network accepts every transaction type",
      needsBlocks: true,
      run: async () => {
        const other = await Wallet.open(otherKey, () => url, commitTimeoutMs);
        made.traces = await issueEveryTxType(made.wallet!, other, first!);
        return `subnets ${made.traces.subnetIDs}`;
      },
    },
    {
      name: "a partial-sync AvalancheGo joins, to compare with",
      needsBlocks: true,
      run: async () => {
        const startMs = performance.now();
        made.partial = await validators.joinPartially(avalanchego, beaconsOf(validators.all));
        return `bootstrapped after ${Math.round(performance.now() - startMs)} ms`;
      },
    },
  ];
  const checksOf = {
    helicon: () => heliconChecks(scene),
    join: () => joinChecks(scene),
    upstream: () => upstreamChecks(scene),
    watches: () => watchChecks(scene),
    liars: () => liarChecks(scene, stakingKeys),
  };
  return [
    {
      name: `the network accepts ${initialBlocks} payments`,
      needsBlocks: true,
      run: async () => {
        made.wallet = await Wallet.open(ewoq, () => url, commitTimeoutMs);
        const { network } = validators;
        await payFirst({ url, address: made.wallet.address, network });
        for (let count = 0; count < initialBlocks; count++) await payOnce(made.wallet);
        return `height ${await heightOf(url)}`;
      },
    },
    // The watches and the liars do without: they are compared with the validators.
    ...(parts.some((part) => part !== "liars" && part !== "watches") ? everyTxType : []),
    ...parts.flatMap((part) => checksOf[part]()),
  ];
}

import { Wallet } from "../e2e/wallet.ts";
import { beaconsOf } from "./couloir.ts";
import { issueEveryTxType, type Traces } from "./every-tx-type.ts";
import { joinChecks, type Scene } from "./join-checks.ts";
import { liarChecks } from "./liar-checks.ts";
import type { Check } from "./peer-checks.ts";
import { payOnce } from "./traffic.ts";
import { upstreamChecks } from "./upstream-checks.ts";
import type { Validator, Validators } from "./validators.ts";

const ewoq = "PrivateKey-ewoqjP7PxY4yr3iLTpLisriqt94hdyDFNgchSxGGztUrTXtNN";
const otherKey = "PrivateKey-vmRQiZeXEXYMyJhEiqdC2z5JhuDbxL8ix9UVvjgMu2Er1NepE";
const initialBlocks = 60;

/** In order: first the chain that everything follows, at the end the liars, who take a validator's place. */
export function followChecks(
  validators: Validators,
  { avalanchego, stakingKeys }: { readonly avalanchego: string; readonly stakingKeys: string },
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
  return [
    {
      name: "the network accepts every transaction type",
      needsBlocks: true,
      run: async () => {
        const url = first!.url;
        made.wallet = await Wallet.open(ewoq, () => url);
        const other = await Wallet.open(otherKey, () => url);
        made.traces = await issueEveryTxType(made.wallet, other, first!);
        for (let count = 0; count < initialBlocks; count++) await payOnce(made.wallet);
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
    ...joinChecks(scene),
    ...upstreamChecks(scene),
    ...liarChecks(scene, stakingKeys),
  ];
}

import { ask } from "../e2e/rpc.ts";
import type { ChainName, CrossChainWallet } from "./cross-chain-wallet.ts";
import { indexed } from "./indices.ts";
import { until } from "./traffic.ts";

export const followedChains = ["P", "X", "C"] as const satisfies readonly ChainName[];

/** Flags of a follower of all chains, from their first blocks. */
export const followingAllChains = [
  "--follow-chains=P,X,C",
  "--c-chain-start=0",
  "--index-enabled",
] as const;

const ways: readonly (readonly [ChainName, ChainName])[] = [
  ["X", "P"],
  ["X", "C"],
  ["C", "X"],
  ["C", "P"],
  ["P", "X"],
  ["P", "C"],
];

/** Exports in all six directions, imports in all six, and exports again, with payments on each chain between them. */
export async function crossAllWays(wallet: CrossChainWallet): Promise<void> {
  for (const [from, to] of ways) await wallet.export(from, to, 2);
  await payOnEach(wallet);
  for (const [from, to] of ways) await wallet.import(from, to);
  await payOnEach(wallet);
  for (const [from, to] of ways) await wallet.export(from, to);
}

export async function payOnEach(wallet: CrossChainWallet): Promise<void> {
  await wallet.pay("P");
  await wallet.pay("X");
  await wallet.payOnC();
}

/** Waits until a follower has stored X and C up to another node's tips, and says that it has. */
export async function untilStored(follower: string, other: string): Promise<void> {
  for (const chain of ["X", "C"] as const) {
    const target = (await indexed(other, chain)).length;
    let seen = "";
    await until(
      async () => {
        const method = "info.isBootstrapped";
        const { isBootstrapped } = await ask<{ isBootstrapped: boolean }>(
          follower,
          "/ext/info",
          method,
          { chain },
        );
        const count = isBootstrapped ? (await indexed(follower, chain)).length : 0;
        seen = `${chain}: bootstrapped ${isBootstrapped}, ${count} of ${target} blocks`;
        return count >= target;
      },
      () => seen,
    );
  }
}

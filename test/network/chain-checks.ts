import { deepStrictEqual } from "node:assert";
import { ask } from "../e2e/rpc.ts";
import { beaconsOf, Couloir } from "./couloir.ts";
import { type ChainName, CrossChainWallet, indexOf } from "./cross-chain-wallet.ts";
import type { Check } from "./peer-checks.ts";
import { until } from "./traffic.ts";
import type { Validators } from "./validators.ts";

/** Kills while the chains grow. */
const kills = 3;

/**
 * A follower of all three chains, compared with a validator. [spec: 4.5.X.block] [spec: 4.5.C.block]
 */
export function chainChecks(validators: Validators): readonly Check[] {
  const { url } = validators.all[0]!;
  const { network } = validators;
  let couloir: Couloir | undefined;
  return [
    {
      name: "a follower of P, X and C has their indices and all that lies between them",
      needsBlocks: true,
      run: async () => {
        const flags = ["--follow-chains=P,X,C", "--c-chain-start=0", "--index-enabled"];
        couloir = await Couloir.join(network, beaconsOf(validators.all), flags);
        const wallet = await CrossChainWallet.open(url, network);
        await cross(wallet);
        await catchUp(couloir.url, url);
        for (const chain of ["X", "C"] as const) {
          deepStrictEqual(await indexOf(couloir.url, chain), await indexOf(url, chain));
        }
        deepStrictEqual(await wallet.between(couloir.url), await wallet.between(url));
        // Issued at Couloir, accepted by the network.
        await wallet.import("X", "P", couloir.url);
        await wallet.import("C", "P", couloir.url);
        await couloir.catchesUp([url]);
        deepStrictEqual(await wallet.between(couloir.url), await wallet.between(url));
        return `${(await indexOf(url, "X")).length} X-chain and ${(await indexOf(url, "C")).length} C-chain blocks`;
      },
    },
    {
      name: `it loses nothing in ${kills} kills while the chains grow`,
      needsBlocks: true,
      run: async () => {
        const wallet = await CrossChainWallet.open(url, network);
        for (let kill = 0; kill < kills; kill++) {
          await Promise.all([cross(wallet), couloir!.process.stop("SIGKILL")]);
          await couloir!.process.start();
        }
        await catchUp(couloir!.url, url);
        for (const chain of ["X", "C"] as const) {
          deepStrictEqual(await indexOf(couloir!.url, chain), await indexOf(url, chain));
        }
        deepStrictEqual(await wallet.between(couloir!.url), await wallet.between(url));
        await couloir!.process.discard();
        return "equal";
      },
    },
  ];
}

/** In all six directions; some of it is imported. */
async function cross(wallet: CrossChainWallet): Promise<void> {
  const ways: readonly [ChainName, ChainName][] = [
    ["X", "P"],
    ["X", "C"],
    ["C", "X"],
    ["C", "P"],
    ["P", "X"],
    ["P", "C"],
  ];
  for (const [from, to] of ways) await wallet.export(from, to);
  await wallet.payOnX();
  await wallet.import("P", "X");
  await wallet.import("X", "C");
  await wallet.export("X", "C");
}

/** Waits until a follower has stored X and C up to a validator's tips, and says that it has. */
async function catchUp(follower: string, validator: string): Promise<void> {
  for (const chain of ["X", "C"] as const) {
    const target = (await indexOf(validator, chain)).length;
    let seen = "";
    await until(
      async () => {
        const params = { chain };
        const method = "info.isBootstrapped";
        const { isBootstrapped } = await ask<{ isBootstrapped: boolean }>(
          follower,
          "/ext/info",
          method,
          params,
        );
        const count = isBootstrapped ? (await indexOf(follower, chain)).length : 0;
        seen = `${chain}: bootstrapped ${isBootstrapped}, ${count} of ${target} blocks`;
        return count >= target;
      },
      () => seen,
    );
  }
}

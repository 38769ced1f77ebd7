import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { readContainer } from "../../src/follow/container.ts";
import { cChainForm } from "../../src/follow/stored-chain/block-forms.ts";
import { parseCChainBlock } from "../../src/foreign-chains/c-chain/block.ts";
import { formatId } from "../../src/formats/id.ts";
import { networkHrp } from "../../src/networks/ids.ts";
import { payer } from "../support/transfers.ts";
import { crossAllWays, followingAllChains, payOnEach, untilStored } from "./all-chains.ts";
import { beaconsOf, Couloir } from "./couloir.ts";
import { CrossChainWallet } from "./cross-chain-wallet.ts";
import { compareOutcomes, sharedMemoryQueries } from "./equal-queries.ts";
import { followingCost } from "./following-cost.ts";
import { equalRefusal, importOf, issued, refusedImports } from "./import-attempts.ts";
import { bytesOf, compareContainers, indexed } from "./indices.ts";
import type { Check } from "./peer-checks.ts";
import { statusOf, until } from "./traffic.ts";
import type { Validators } from "./validators.ts";

/** Kills while the chains grow. */
const kills = 10;
/** Accepted imports from each of two chains. */
const importsEach = 10;

/**
 * Followers of all three chains, compared with validators; if the network has Helicon, before and after it. Each check continues
 * where the previous one ended. [spec: 4.5.P.block] [spec: 4.5.X.block] [spec: 4.5.C.block]
 */
export function chainChecks(validators: Validators, avalanchego: string): readonly Check[] {
  const { network, all } = validators;
  const urls = all.map((validator) => validator.url);
  const [url] = urls as [string];
  const made: { couloir?: Couloir; wallet?: CrossChainWallet } = {};
  const couloir = () => made.couloir!;
  const wallet = () => made.wallet!;

  /** Every index and all that lies between the chains. */
  async function equal(follower = couloir().url, other = url): Promise<string> {
    await until(
      async () => (await indexed(follower)).length >= (await indexed(other)).length,
      () => `${follower} is behind on the P-chain`,
    );
    await untilStored(follower, other);
    const counts: string[] = [];
    for (const chain of ["P", "X", "C"] as const) {
      counts.push(`${await compareContainers(follower, other, chain)} of ${chain}`);
    }
    // The C-chain executes after it accepts, and a validator lists what is executed.
    let queries = 0;
    let difference = "";
    await until(
      async () => {
        const ids = Object.fromEntries(
          Object.entries(wallet().ids).map(([alias, id]) => [alias, formatId(id)]),
        );
        const names = { ids, hrp: networkHrp(network.id) };
        try {
          queries = await compareOutcomes(follower, other, sharedMemoryQueries(names, payer));
          return true;
        } catch (error) {
          difference = String(error);
          return false;
        }
      },
      () => difference,
    );
    return `blocks equal: ${counts.join(", ")}; ${queries} lists of UTXOs equal`;
  }

  const helicon: readonly Check[] = [
    {
      name: "Helicon activates while it follows all three chains",
      needsBlocks: true,
      run: async () => {
        const before = await indexed(url, "C");
        assert(
          before.every((each) => !hasSettlement(bytesOf(each))),
          "Helicon came too early",
        );
        const activeMs = Number(network.upgrades.helicon) * 1000;
        await sleep(Math.max(0, activeMs - Date.now()) + 1000);
        await crossAllWays(wallet());
        const blocks = (await indexed(url, "C")).slice(before.length);
        const since = blocks.filter((each) => hasSettlement(bytesOf(each)));
        assert(since.length > 0, "no block of the C-chain has Helicon's header");
        const seen = `${before.length} blocks of the C-chain before, ${since.length} of Helicon's`;
        return `${seen}; ${await equal()}`;
      },
    },
  ];

  return [
    {
      name: "a follower of P, X and C has their indices and all that lies between them",
      needsBlocks: true,
      run: async () => {
        made.couloir = await Couloir.join(network, beaconsOf(all), followingAllChains);
        made.wallet = await CrossChainWallet.open(url, network);
        await crossAllWays(wallet());
        return equal();
      },
    },
    ...(network.id === 1337 ? helicon : []),
    {
      name: "imports issued at it are accepted, or refused with a full node's text",
      needsBlocks: true,
      run: async () => {
        const texts: string[] = [];
        for (const from of ["X", "C"] as const) {
          await wallet().export(from, "P", importsEach + 1);
          await equal();
          const utxos = [...(await wallet().importable(from, "P"))];
          const present = utxos.pop()!;
          const imported = utxos.slice(0, importsEach);
          for (const utxo of imported) await acceptImport(from, utxo);
          await equal();
          const [other] = await wallet().importable(from === "X" ? "C" : "X", "P");
          const forms = { present, spent: imported[0]!, other: other! };
          for (const attempt of refusedImports(wallet(), from, forms)) {
            texts.push(await equalRefusal(attempt, couloir().url, url));
          }
        }
        const distinct = new Set(texts.map((text) => text.replaceAll(/[0-9A-Za-z]{40,}/g, "ID")));
        return `${2 * importsEach} accepted, ${texts.length} refused with equal texts, ${distinct.size} of them different`;
      },
    },
    {
      name: "its delay and what all three chains cost at the tip",
      needsBlocks: true,
      run: async () => {
        const plain = await Couloir.join(network, beaconsOf(all), ["--index-enabled"]);
        try {
          await plain.untilBootstrapped();
          return await followingCost(plain, couloir(), urls, () => payOnEach(wallet()));
        } finally {
          await plain.process.discard();
        }
      },
    },
    {
      name: `it loses nothing in ${kills} kills while the chains grow`,
      needsBlocks: true,
      run: async () => {
        for (let kill = 0; kill < kills; kill++) {
          const paying = (async () => {
            await payOnEach(wallet());
            await wallet().export("X", "P");
            await wallet().export("C", "P");
          })();
          await sleep(Math.random() * 1_500);
          await couloir().process.stop("SIGKILL");
          await couloir().process.start();
          await paying;
        }
        await couloir().untilBootstrapped();
        return equal();
      },
    },
    {
      name: "a second executable, whose only beacon it is, bootstraps from it",
      needsBlocks: true,
      run: async () => {
        const before = await sentAncestors();
        const startMs = performance.now();
        const beacons = [await beaconOf(couloir())];
        const second = await Couloir.join(network, beacons, followingAllChains);
        try {
          await second.untilBootstrapped();
          const seen = await equal(second.url);
          const answers = (await sentAncestors()) - before;
          assert(answers >= 3, `it sent ${answers} answers with ancestors`);
          const tookMs = Math.round(performance.now() - startMs);
          return `${answers} answers with ancestors; ${seen}, after ${tookMs} ms`;
        } finally {
          await second.process.discard();
        }
      },
    },
    {
      name: "an AvalancheGo bootstraps all chains, and fetches from it",
      needsBlocks: true,
      run: async () => {
        const before = await sentAncestors();
        // Few containers of each answer, so that it asks every peer.
        const flags = ["--bootstrap-ancestors-max-containers-received=4"];
        const joined = await validators.joinFully(avalanchego, [await beaconOf(couloir())], flags);
        const answers = (await sentAncestors()) - before;
        assert(answers > 0, "it asked Couloir for nothing");
        const seen = await equal(joined.url, url);
        await validators.end(joined);
        return `${answers} answers with ancestors; ${seen}`;
      },
    },
    {
      name: "the follower of all chains stops",
      needsBlocks: true,
      run: async () =>
        couloir()
          .process.discard()
          .then(() => "gone"),
    },
  ];

  function sentAncestors(): Promise<number> {
    return couloir().metric("avalanche_network_msgs", 'io="sent",op="ancestors"');
  }

  async function acceptImport(from: "X" | "C", utxo: Parameters<typeof importOf>[2]) {
    const tx = importOf(wallet(), from, utxo);
    const txID = formatId(tx.id);
    assert.equal(await issued(tx, couloir().url), txID);
    await until(
      async () => (await statusOf(url, txID)) === "Committed",
      () => `the import ${txID} is not accepted`,
    );
  }

  /** Whether the header of a C-chain block has the fields that Helicon added. */
  function hasSettlement(container: Uint8Array): boolean {
    const { block } = readContainer(container, cChainForm(network.upgrades));
    return parseCChainBlock(block).header.settledHeight !== undefined;
  }
}

async function beaconOf(couloir: Couloir) {
  return { nodeID: await couloir.nodeID(), address: `127.0.0.1:${couloir.stakingPort}` };
}

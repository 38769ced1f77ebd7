import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { Chain } from "../../src/chain/chain.ts";
import { nodeConfig } from "../../src/cli/config.ts";
import { readRawConfig } from "../../src/cli/raw-config.ts";
import { hash160, sha256 } from "../../src/crypto/hash.ts";
import { recoverPublicKey } from "../../src/crypto/secp256k1.ts";
import { decodeBytes } from "../../src/formats/encoding.ts";
import { importContainers } from "../../src/indexer/import-containers.ts";
import { Indexer } from "../../src/indexer/indexer.ts";
import { configuredNetwork } from "../../src/node/chain/configured-network.ts";
import { openChain } from "../../src/node/chain/open-chain.ts";
import { NodeClock } from "../../src/node/clock.ts";
import { createNode } from "../../src/node/create-node.ts";
import { silentLog } from "../../src/node/logging/log.ts";
import type { NodeConfig } from "../../src/node/node-config.ts";
import { blockTxs, parseBlock } from "../../src/pchain/blocks/block.ts";
import { innerBytes } from "../../src/pchain/blocks/proposervm.ts";
import type { Tx } from "../../src/pchain/txs/tx.ts";
import type { ChainStore } from "../../src/store/chain-store.ts";
import { ContainerImport } from "../../src/store/container-import.ts";
import type { RecordedContainer } from "./recorded-containers.ts";

export type RecordedNodeOptions = {
  /** The moment at which the clock stands. */
  readonly now: string;
  readonly flags: readonly string[];
  /** What the indices hold before the node starts; its P-chain is at the end of its own. */
  readonly containers: readonly RecordedContainer[];
  readonly isBootstrapped: boolean;
};

export type RunningNode = { readonly url: string; readonly stop: () => Promise<void> };

/** Starts a node of the local network as a recorded one was. */
export async function startRecordedNode(options: RecordedNodeOptions): Promise<RunningNode> {
  const directory = mkdtempSync(join(tmpdir(), "couloir-exchanges-"));
  const always = ["--http-port=0", "--network-id=local", "--gas-limit=network", "--accounts=1"];
  const args = [`--data-dir=${directory}`, ...always, ...options.flags];
  const config = nodeConfig(await readRawConfig(args, {}));
  const clock = new NodeClock();
  clock.freeze();
  clock.set(Date.parse(options.now));
  await bringIn(config, options.containers, clock.nowSeconds());
  const isBootstrapped = () => options.isBootstrapped;
  const node = await createNode(config, silentLog, { clock, isBootstrapped });
  const url = await node.start();
  return {
    url,
    stop: async () => {
      await node.stop();
      rmSync(directory, { recursive: true });
    },
  };
}

/** Flags that give a node the keys of one of the five stakers of the local genesis. */
export function stakerFlags(number: 1 | 2 | 3 | 4 | 5): string[] {
  const content = (name: string) =>
    readFileSync(new URL(`../vectors/staking/${name}`, import.meta.url)).toString("base64");
  return [
    `--staking-tls-cert-file-content=${content(`staker${number}.crt`)}`,
    `--staking-tls-key-file-content=${content(`staker${number}.key`)}`,
    `--staking-signer-key-file-content=${content(`signer${number}.key`)}`,
  ];
}

/** Brings the containers into the indices, and the P-chain to the end of its own. */
async function bringIn(
  config: NodeConfig,
  containers: readonly RecordedContainer[],
  startSeconds: bigint,
): Promise<void> {
  let now = startSeconds;
  const network = configuredNetwork(config);
  const { store, context, close } = await openChain(config, network, now, true);
  const database = store.database();
  const indexer = new Indexer({ database, upgrades: network.upgrades, enabled: true });
  const lines = containers.map((container) => JSON.stringify(container)).join("\n");
  const target = new ContainerImport(database, indexer.logs);
  await importContainers(Readable.from([Buffer.from(lines)]), target, {
    pChainBlockID: () => undefined,
    genesisID: () => undefined,
  });
  const chain = new Chain({
    store,
    context,
    clock: { nowSeconds: () => now },
    withinTransaction: (blocks) =>
      indexer.acceptBlocks(blocks, { nanos: 0n, chainTime: 0n, pChainHeight: 0n }),
  });
  for (const { bytes, timestamp } of containers.filter(({ path }) => path === "P/block")) {
    now = BigInt(Math.floor(Date.parse(timestamp) / 1000));
    const block = parseBlock(innerBytes(decodeBytes(bytes, "hex"))!);
    for (const tx of blockTxs(block)) exportWhatIsImported(tx, store);
    chain.acceptBlock(block, chain.height());
  }
  await close();
}

/** Other chains are not replayed: what a transaction imports belonged to its signer, one signature an input. */
function exportWhatIsImported({ unsigned, unsignedBytes, credentials }: Tx, store: ChainStore) {
  if (unsigned.kind !== "ImportTx") return;
  for (const [i, { txID, outputIndex, assetID, input }] of unsigned.importedInputs.entries()) {
    const credential = credentials[i]!;
    if (credential.kind !== "Credential" || input.kind !== "TransferInput") continue;
    const publicKey = recoverPublicKey(sha256(unsignedBytes), credential.signatures[0]!);
    if (typeof publicKey === "string") continue;
    const owners = { locktime: 0n, threshold: 1, addresses: [hash160(publicKey)] };
    const output = { kind: "TransferOutput", amount: input.amount, ...owners } as const;
    store.putAtomicUtxo(unsigned.sourceChain, { txID, outputIndex, assetID, output });
  }
}

import { OwnContainers } from "../../follow/own-containers.ts";
import { PeerServer } from "../../follow/peer-server.ts";
import { genesisBlocks } from "../../foreign-chains/genesis-blocks.ts";
import type { Transactions } from "../../handlers/context.ts";
import type { Indexer } from "../../indexer/indexer.ts";
import type { Release } from "../../networks/release.ts";
import { CodecError } from "../../pchain/codec/reader.ts";
import { parseTx, type Tx } from "../../pchain/txs/tx.ts";
import { txCodecOf } from "../../pchain/txs/unsigned-tx.ts";
import type { OpenChain } from "../chain/open-chain.ts";
import type { NodeIdentity } from "../identity/identity.ts";
import type { StakingAddress } from "../identity/staking-address.ts";
import type { Log } from "../logging/log.ts";
import type { NodeConfig } from "../node-config.ts";

export type PeerServerParts = {
  readonly config: Pick<NodeConfig, "staking" | "publicIP">;
  readonly opened: Pick<OpenChain, "store" | "context">;
  readonly indexer: Indexer;
  readonly identity: NodeIdentity;
  readonly staking: StakingAddress;
  readonly transactions: Pick<Transactions, "issue">;
  readonly isBootstrapped: () => boolean;
  readonly log: Log;
};

/** What peers connect to. Without --staking-host, only nodes of this machine can. */
export function openPeerServer(parts: PeerServerParts): PeerServer {
  const { config, opened, indexer, identity, staking, transactions, isBootstrapped, log } = parts;
  const { store, context } = opened;
  const { network } = context;
  const { certificate, blsSecretKey } = identity;
  const { address } = config.publicIP;
  const onError = (err: unknown) => log.error({ err }, "couldn't serve a peer");
  return new PeerServer({
    store,
    containers: new OwnContainers(store, indexer),
    emptyChains: emptyChains(opened),
    network,
    identity: { ...certificate, blsSecretKey },
    listenAt: { ip: config.staking.host || "127.0.0.1", port: staking.port },
    publicIP: address === undefined ? undefined : { ip: address, port: staking.port },
    isBootstrapped,
    onTx: (bytes) => {
      const tx = txOf(bytes, network.release);
      if (tx !== undefined) Promise.resolve(transactions.issue(tx)).catch(onError);
    },
    onError,
  });
}

/** Those that a dev node does not run. */
function emptyChains({ store, context }: PeerServerParts["opened"]) {
  const { X, C } = genesisBlocks(store, context);
  return [
    { chainID: context.xChainID, genesisID: X },
    ...(C === undefined ? [] : [{ chainID: context.cChainID, genesisID: C }]),
  ];
}

/** Undefined for bytes that are not a transaction, which AvalancheGo drops, too. */
function txOf(bytes: Uint8Array, release: Release): Tx | undefined {
  try {
    return parseTx(bytes, txCodecOf(release));
  } catch (error) {
    if (error instanceof CodecError) return undefined;
    throw error;
  }
}

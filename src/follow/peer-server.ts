import { emptyId, type Id } from "../formats/bytes.ts";
import type { Network } from "../networks/network.ts";
import type { ChainHandler } from "../p2p/chain-handler.ts";
import { type Environment, systemEnvironment } from "../p2p/environment.ts";
import { gossipedTxs } from "../p2p/gossip.ts";
import { ownIdentity } from "../p2p/identity/own-identity.ts";
import type { IpPort } from "../p2p/ip-address.ts";
import type { PeerInfo } from "../p2p/peer-info.ts";
import { PeerNetwork } from "../p2p/peer-network.ts";
import type { ChainStore } from "../store/chain-store.ts";
import { type AcceptedContainers, genesisOnly } from "./accepted-containers.ts";
import { serveChain } from "./chain-server.ts";
import type { FollowPeersOptions } from "./follow-options.ts";
import { handshakeTerms } from "./handshake-terms.ts";
import type { OwnContainers } from "./own-containers.ts";
import { PrimaryValidators } from "./validator-stakes.ts";

export type PeerServerOptions = {
  readonly store: ChainStore;
  readonly containers: OwnContainers;
  /** The other chains of the primary network, which have no blocks here. */
  readonly emptyChains: readonly { readonly chainID: Id; readonly genesisID: Id }[];
  readonly network: Network;
  readonly identity: FollowPeersOptions["identity"];
  readonly listenAt: IpPort;
  readonly publicIP?: IpPort | undefined;
  readonly isBootstrapped: () => boolean;
  /** A peer sent the bytes of a signed transaction, which nobody verified. */
  readonly onTx: (bytes: Uint8Array) => void;
  readonly onError: (error: unknown) => void;
  readonly environment?: Environment;
};

/** Serves the accepted chain to peers that connect, and takes their transactions. It dials nobody. */
export class PeerServer {
  readonly #options: PeerServerOptions;
  readonly #network: PeerNetwork;
  readonly #environment: Environment;

  constructor(options: PeerServerOptions) {
    const { environment = systemEnvironment(), identity, network, listenAt, publicIP } = options;
    const validators = new PrimaryValidators(options.store);
    this.#options = options;
    this.#environment = environment;
    this.#network = new PeerNetwork({
      identity: ownIdentity(identity.certificatePem, identity.keyPem, identity.blsSecretKey),
      terms: handshakeTerms(network, []),
      listenAt,
      ...(publicIP && { publicIP }),
      allowPrivateIPs: true,
      knowledge: {
        isWanted: () => false,
        isOfInterest: (nodeID) => validators.has(nodeID),
        isValidator: (nodeID) => validators.has(nodeID),
        blsKeyOf: (nodeID) => validators.blsKeyOf(nodeID),
        uptimePercentOf: (nodeID) => (validators.has(nodeID) ? 100 : 0),
      },
      events: { fault: options.onError },
      environment,
    });
  }

  /** Rejects if the address cannot be bound. */
  async start(): Promise<void> {
    const { containers, emptyChains, onTx, onError } = this.#options;
    await this.#network.start();
    const handler = this.#handlerOf(containers);
    for (const { chainID, genesisID } of emptyChains) {
      this.#network.handle(chainID, this.#handlerOf(genesisOnly(genesisID)));
    }
    const appGossip = (payload: Uint8Array) => {
      try {
        for (const bytes of gossipedTxs(payload)) onTx(bytes);
      } catch (error) {
        onError(error);
      }
    };
    this.#network.handle(emptyId, { ...handler, appGossip });
  }

  #handlerOf(containers: AcceptedContainers): ChainHandler {
    return serveChain({
      containers,
      isBootstrapped: this.#options.isBootstrapped,
      nowMillis: this.#environment.elapsedMs,
      sleep: (delayMs) => new Promise((resolve) => void this.#environment.after(delayMs, resolve)),
    });
  }

  stop(): Promise<void> {
    return this.#network.close();
  }

  peers(): readonly PeerInfo[] {
    return this.#network.peers();
  }

  /** Undefined before the start. */
  listeningAt(): IpPort | undefined {
    return this.#network.listeningAt;
  }
}

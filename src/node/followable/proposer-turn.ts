import { createPrivateKey, sign, X509Certificate } from "node:crypto";
import { equalBytes } from "../../formats/bytes.ts";
import type { ProposerParent, ProposerSigner } from "../../indexer/proposer.ts";
import { expectedProposer, slotAt } from "../../indexer/proposer-windows.ts";
import { primaryNetworkID } from "../../networks/chains.ts";
import type { ChainStore } from "../../store/chain-store.ts";
import type { NodeClock } from "../clock.ts";
import type { NodeIdentity } from "../identity/identity.ts";

export type ProposerTurnOptions = {
  readonly identity: Pick<NodeIdentity, "nodeID" | "certificate">;
  readonly store: ChainStore;
  readonly clock: Pick<NodeClock, "nowNanos">;
};

/**
 * When a node may propose a block, and its signature. Validators that somebody added have their slots, too, and nobody
 * proposes in those of a validator that does not run.
 */
export class ProposerTurn {
  readonly signer: ProposerSigner;
  readonly #options: ProposerTurnOptions;
  #turnNanos: bigint | undefined;

  constructor(options: ProposerTurnOptions) {
    const { certificatePem, keyPem } = options.identity.certificate;
    const key = createPrivateKey(keyPem);
    this.#options = options;
    this.signer = {
      certificate: new Uint8Array(new X509Certificate(certificatePem).raw),
      sign: (header) => new Uint8Array(sign("sha256", header, key)),
      isProposer: (parent) => this.#validatorsAfter(parent).length > 0,
    };
  }

  /** Whether the next block is this node's to propose now. */
  hasCome(parent: ProposerParent): boolean {
    const { identity, store, clock } = this.#options;
    this.#turnNanos = clock.nowNanos();
    const expected = expectedProposer(
      this.#validatorsAfter(parent),
      store.blocks.lastAccepted().height + 1n,
      slotAt(parent.timestamp, this.#turnNanos / 1_000_000_000n),
    );
    return expected === undefined || equalBytes(expected, identity.nodeID);
  }

  /** The time of the block for which the turn has come: a slot may end while a block is built. Unix nanoseconds. */
  readonly nowNanos = (): bigint => this.#turnNanos ?? this.#options.clock.nowNanos();

  /** None before the first wrapped block, which nobody signs. */
  #validatorsAfter({ isWrapped, pChainHeight }: ProposerParent) {
    return isWrapped ? this.#options.store.validators.setAt(primaryNetworkID, pChainHeight) : [];
  }
}

import { emptyId, type Id, keyOf } from "../formats/bytes.ts";
import {
  isSignedBy,
  isSignedByAsync,
  type PeerCertificate,
  parsePeerCertificate,
} from "../p2p/identity/certificate.ts";
import { ProtocolError } from "../p2p/protocol-error.ts";
import { headerBytes } from "../pchain/blocks/proposervm.ts";
import type { Container } from "./container.ts";

/** A network has some 1,000 validators: their certificates are read once. */
const certificatesMax = 4_096;

/** Bounds what waits for other threads. */
const verifiedAtOnce = 256;

type Claim = {
  readonly signer: PeerCertificate;
  readonly message: Uint8Array;
  readonly signature: Uint8Array;
};

/**
 * Verifies the signatures of proposers. An ID does not cover the signature, so a sender could alter
 * it. Containers that nobody signed have an empty one. avalanchego vms/proposervm/block/block.go (verify) @ v1.14.2
 */
export class ProposerSignatures {
  /** By certificate; undefined for one that cannot be read. */
  readonly #certificates = new Map<string, PeerCertificate | undefined>();
  readonly #chainID: Id;

  /** Proposers sign for one chain; the P-chain's ID is zero. */
  constructor(chainID: Id = emptyId) {
    this.#chainID = chainID;
  }

  isValid(container: Container): boolean {
    const claim = this.#claimOf(container);
    if (typeof claim === "boolean") return claim;
    return isSignedBy(claim.signer, claim.message, claim.signature);
  }

  /** How many of the containers, from the first on, are valid. Other threads verify while this one continues. */
  async countValid(containers: readonly Container[]): Promise<number> {
    for (let first = 0; first < containers.length; first += verifiedAtOnce) {
      const some = containers.slice(first, first + verifiedAtOnce);
      const valid = await Promise.all(some.map((container) => this.#isValidAsync(container)));
      const invalid = valid.indexOf(false);
      if (invalid >= 0) return first + invalid;
    }
    return containers.length;
  }

  async #isValidAsync(container: Container): Promise<boolean> {
    const claim = this.#claimOf(container);
    if (typeof claim === "boolean") return claim;
    return isSignedByAsync(claim.signer, claim.message, claim.signature);
  }

  /** What remains to be verified with the signer's key; a boolean if that is not necessary. */
  #claimOf({ outer, id }: Container): boolean | Claim {
    if (outer === undefined || outer.kind === "Option") return true;
    const { certificate, parentID } = outer.proposal;
    const { signature } = outer;
    if (certificate.length === 0) return signature.length === 0;
    const signer = this.#certificate(certificate);
    if (signer === undefined) return false;
    return { signer, message: headerBytes(this.#chainID, parentID, id), signature };
  }

  #certificate(der: Uint8Array): PeerCertificate | undefined {
    const key = keyOf(der);
    if (this.#certificates.has(key)) return this.#certificates.get(key);
    if (this.#certificates.size >= certificatesMax) this.#certificates.clear();
    const certificate = readOrUndefined(der);
    this.#certificates.set(key, certificate);
    return certificate;
  }
}

function readOrUndefined(der: Uint8Array): PeerCertificate | undefined {
  try {
    return parsePeerCertificate(der);
  } catch (error) {
    if (error instanceof ProtocolError) return undefined;
    throw error;
  }
}

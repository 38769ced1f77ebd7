import { emptyId, keyOf } from "../formats/bytes.ts";
import {
  isSignedBy,
  type PeerCertificate,
  parsePeerCertificate,
} from "../p2p/identity/certificate.ts";
import { ProtocolError } from "../p2p/protocol-error.ts";
import { headerBytes } from "../pchain/blocks/proposervm.ts";
import type { Container } from "./container.ts";

/** A network has some 1,000 validators: their certificates are read once. */
const certificatesMax = 4_096;

/**
 * Verifies the signatures of proposers. An ID does not cover the signature, so a sender could alter
 * it. Containers that nobody signed have an empty one. avalanchego vms/proposervm/block/block.go (verify) @ v1.14.2
 */
export class ProposerSignatures {
  /** By certificate; undefined for one that cannot be read. */
  readonly #certificates = new Map<string, PeerCertificate | undefined>();

  isValid({ outer, id }: Container): boolean {
    if (outer === undefined || outer.kind === "Option") return true;
    const { certificate, parentID } = outer.proposal;
    if (certificate.length === 0) return outer.signature.length === 0;
    const signer = this.#certificate(certificate);
    if (signer === undefined) return false;
    return isSignedBy(signer, headerBytes(emptyId, parentID, id), outer.signature);
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

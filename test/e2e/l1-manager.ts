import {
  aggregateSignatures,
  blsPublicKey,
  sign,
  signProofOfPossession,
  uncompressPublicKey,
} from "../../src/crypto/bls.ts";
import { sha256 } from "../../src/crypto/hash.ts";
import { compareBytes } from "../../src/formats/bytes.ts";
import { formatId, parseId } from "../../src/formats/id.ts";
import { avalanchejs, type Packable, type PChainOwner } from "./avalanchejs.ts";

const { Address, BigIntPr, BlsPublicKey, BlsSignature, Bytes, Id, Int, NodeId } = avalanchejs;
const { warp } = avalanchejs.pvmSerial;
const { AddressedCall, L1ValidatorWeightMessage, RegisterL1ValidatorMessage } =
  warp.AddressedCallPayloads;

/** A BLS key that a validator signs with. */
export class BlsKey {
  readonly secret: Uint8Array;
  readonly publicKey: Uint8Array;
  readonly proofOfPossession: Uint8Array;

  /** The secret is 32 times the byte, which must be below 0x73. */
  constructor(byte: number) {
    this.secret = new Uint8Array(32).fill(byte);
    this.publicKey = blsPublicKey(this.secret);
    this.proofOfPossession = signProofOfPossession(this.secret);
  }
}

/** Of a validator that came with the conversion: sha256 of the subnet and the position among them. */
export function initialValidationID(subnetID: string, position: number): string {
  const preimage = new Uint8Array(36);
  preimage.set(parseId(subnetID));
  preimage[35] = position;
  return formatId(sha256(preimage));
}

export type Registration = {
  readonly subnetID: string;
  readonly nodeID: string;
  readonly key: BlsKey;
  readonly expiry: bigint;
  readonly owner: PChainOwner;
  readonly weight: bigint;
};

/** The contract that manages an L1: what it says is signed by all validators of the L1. */
export class L1Manager {
  readonly #networkID: number;
  readonly #chainID: string;
  readonly #address: Uint8Array;
  readonly #keys: readonly BlsKey[];

  constructor(
    networkID: number,
    chainID: string,
    address: Uint8Array,
    validatorKeys: readonly BlsKey[],
  ) {
    this.#networkID = networkID;
    this.#chainID = chainID;
    this.#address = address;
    this.#keys = [...validatorKeys].sort((a, b) =>
      compareBytes(uncompressPublicKey(a.publicKey), uncompressPublicKey(b.publicKey)),
    );
  }

  register(request: Registration): { readonly payload: Uint8Array; readonly message: Uint8Array } {
    const payload = pack(
      new RegisterL1ValidatorMessage(
        Id.fromString(request.subnetID),
        NodeId.fromString(request.nodeID),
        BlsPublicKey.fromBytes(request.key.publicKey)[0],
        new BigIntPr(request.expiry),
        request.owner,
        request.owner,
        new BigIntPr(request.weight),
      ),
    );
    return { payload, message: this.#signed(payload) };
  }

  setWeight(validationID: string, nonce: bigint, weight: bigint): Uint8Array {
    return this.#signed(
      pack(
        new L1ValidatorWeightMessage(
          Id.fromString(validationID),
          new BigIntPr(nonce),
          new BigIntPr(weight),
        ),
      ),
    );
  }

  #signed(payload: Uint8Array): Uint8Array {
    const call = pack(new AddressedCall(new Address(this.#address), new Bytes(payload)));
    const unsigned = new warp.WarpUnsignedMessage(
      new Int(this.#networkID),
      Id.fromString(this.#chainID),
      new Bytes(call),
    );
    const unsignedBytes = pack(unsigned);
    const signatures = this.#keys.map(({ secret }) => sign(secret, unsignedBytes));
    const everySigner = Uint8Array.of((1 << this.#keys.length) - 1);
    const signature = new warp.WarpSignature(
      new Bytes(everySigner),
      BlsSignature.fromSignatureBytes(aggregateSignatures(signatures)),
    );
    return pack(new warp.WarpMessage(unsigned, signature));
  }
}

/** With the codec's version, zero, before it. */
function pack(value: Packable): Uint8Array {
  return Uint8Array.of(0, 0, ...value.toBytes(warp.codec));
}

import { signatureFault, uncompressPublicKey, verifyAggregate } from "../../crypto/bls.ts";
import { type BytesKey, compareBytes, type Id, keyOf } from "../../formats/bytes.ts";
import type { Network } from "../../networks/network.ts";
import type { Release } from "../../networks/release.ts";
import { Rejection } from "../rejection.ts";
import { maxUint64 } from "../uint64.ts";
import type { WarpMessage } from "./message.ts";

const quorumNumerator = 67n;
const quorumDenominator = 100n;

/** The validator sets at the block's P-chain height, which warp signatures are verified against. */
export interface WarpValidators {
  /** The subnet that validates a chain; throws a Rejection if there is no such chain. */
  subnetOf(chainID: Id): Id;
  setAt(subnetID: Id, pChainHeight: bigint): readonly WarpValidator[];
}

export type WarpValidator = {
  readonly weight: bigint;
  /** 48 bytes compressed. */
  readonly publicKey: Uint8Array | undefined;
};

/**
 * Rejects a message signed by too little of its source's weight. avalanchego vms/platformvm/warp/signature.go
 * @ v1.12.1
 */
export function verifyWarpMessage(
  message: WarpMessage,
  { id: networkID, release }: Pick<Network, "id" | "release">,
  validators: WarpValidators,
  pChainHeight: bigint,
): void {
  const verifyNetworkID = () => {
    if (message.networkID !== networkID) throw new Rejection("wrong networkID");
  };
  if (release.verifiesWarpNetworkFirst) verifyNetworkID();
  const subnetID = validators.subnetOf(message.sourceChainID);
  const { signable, totalWeight } = canonicalSet(validators.setAt(subnetID, pChainHeight), release);
  verifyNetworkID();
  const signers = selectSigners(message.signature.signers, signable);
  const weight = signers.reduce((sum, signer) => sum + signer.weight, 0n);
  if (!isQuorum(weight, totalWeight)) {
    throw new Rejection(
      `signature weight is insufficient: ${quorumNumerator}*${totalWeight} > ${quorumDenominator}*${weight}`,
    );
  }
  const fault = signatureFault(message.signature.signature);
  if (fault !== undefined) throw new Rejection(`failed to parse signature: ${fault}`);
  if (signers.length === 0) throw new Rejection("no public keys");
  const keys = signers.map((signer) => signer.publicKey);
  if (!verifyAggregate(keys, message.unsignedBytes, message.signature.signature)) {
    throw new Rejection("signature is invalid");
  }
}

/** Whether validators with a weight may sign for all: 67 % of the total. */
export function isQuorum(weight: bigint, totalWeight: bigint): boolean {
  return quorumNumerator * totalWeight <= quorumDenominator * weight;
}

type Signable = { readonly publicKey: Uint8Array; weight: bigint };

/** Validators with a key, merged by key, in the order of the uncompressed keys. avalanchego vms/platformvm/warp/validator.go @ v1.12.1 */
export function canonicalSet(
  validators: readonly WarpValidator[],
  { texts }: Release,
): {
  readonly signable: readonly Signable[];
  readonly totalWeight: bigint;
} {
  let totalWeight = 0n;
  const byKey = new Map<BytesKey, Signable>();
  for (const { weight, publicKey } of validators) {
    totalWeight += weight;
    if (totalWeight > maxUint64) throw new Rejection(texts.warpWeightOverflow);
    if (publicKey === undefined) continue;
    const same = byKey.get(keyOf(publicKey));
    if (same === undefined) byKey.set(keyOf(publicKey), { publicKey, weight });
    else same.weight += weight;
  }
  const ordered = [...byKey.values()].map((signable) => ({
    signable,
    position: uncompressPublicKey(signable.publicKey),
  }));
  ordered.sort((a, b) => compareBytes(a.position, b.position));
  return { signable: ordered.map(({ signable }) => signable), totalWeight };
}

/** The validators whose bits are set; the lowest bit of the last byte is the first validator. */
function selectSigners(bits: Uint8Array, validators: readonly Signable[]): Signable[] {
  if (bits[0] === 0) throw new Rejection("bitset is invalid");
  const length = bits.length === 0 ? 0 : bits.length * 8 - Math.clz32(bits[0]!) + 24;
  if (length > validators.length) {
    throw new Rejection(
      `unknown validator: NumIndices (${length - 1}) >= NumFilteredValidators (${validators.length})`,
    );
  }
  return validators.filter((_, index) => isSet(bits, index));
}

function isSet(bits: Uint8Array, index: number): boolean {
  const byte = bits[bits.length - 1 - (index >> 3)] ?? 0;
  return ((byte >> (index & 7)) & 1) === 1;
}

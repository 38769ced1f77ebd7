import { type BytesKey, compareBytes, keyOf } from "../../formats/bytes.ts";
import { formatHex } from "../../formats/hex.ts";
import type { WarpValidatorSet } from "../../generated/types.ts";
import type { Validator } from "../../store/chain-queries.ts";
import { nodeIDText } from "../id-text.ts";

type Signer = { readonly publicKey: Uint8Array; weight: bigint; readonly nodes: Uint8Array[] };

/**
 * A validator set as cross-chain messages see it: nodes with the same key are one, those without count in the total
 * only. avalanchego snow/validators/warp.go @ v1.14.2
 */
export function warpValidatorSet(validators: readonly Validator[]): WarpValidatorSet {
  const signers = new Map<BytesKey, Signer>();
  let totalWeight = 0n;
  for (const { nodeID, weight, publicKey } of validators) {
    totalWeight += weight;
    if (publicKey === undefined) continue;
    const key = keyOf(publicKey);
    const signer = signers.get(key) ?? { publicKey, weight: 0n, nodes: [] };
    signer.weight += weight;
    signer.nodes.push(nodeID);
    signers.set(key, signer);
  }
  return {
    validators: [...signers.values()]
      .sort(compareUncompressed)
      .map(({ publicKey, weight, nodes }) => ({
        publicKey: formatHex(publicKey),
        weight: weight.toString(),
        nodeIDs: nodes.sort(compareBytes).map(nodeIDText),
      })),
    totalWeight: totalWeight.toString(),
  };
}

const signFlag = 0x20;
const flags = 0xe0;

/**
 * Orders compressed keys as their uncompressed bytes stand: by x, then by y. The first byte of a compressed key has
 * three flags before x; one of them says that y is the larger of the two.
 */
function compareUncompressed(a: Signer, b: Signer): number {
  return (
    compareBytes(withoutFlags(a.publicKey), withoutFlags(b.publicKey)) ||
    (a.publicKey[0]! & signFlag) - (b.publicKey[0]! & signFlag)
  );
}

function withoutFlags(publicKey: Uint8Array): Uint8Array {
  const x = publicKey.slice();
  x[0]! &= ~flags;
  return x;
}

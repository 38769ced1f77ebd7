import { compareBytes, type NodeId } from "../../formats/bytes.ts";
import { formatHex } from "../../formats/hex.ts";
import { formatNodeId } from "../../formats/node-id.ts";
import { errors } from "../../generated/errors.ts";
import type { WarpValidatorSet } from "../../generated/types.ts";
import { maxUint64 } from "../../pchain/uint64.ts";
import type { Validator } from "../../store/chain-queries.ts";
import type { Handler } from "../handler.ts";
import { acceptedHeight } from "../validators/set.ts";
import type { ViewCache } from "../views/view-cache.ts";

/** The validators of every subnet at a height, by BLS key. avalanchego v1.14.2 */
export const getAllValidatorsAt: Handler<
  "platform.getAllValidatorsAt",
  "queries" | "transactions" | "views"
> = ({ height }, context) => {
  const { queries, views } = context;
  const accepted = acceptedHeight(height, context, errors.allHeightNotAccepted);
  const sets = [...queries.validators.allSetsAt(accepted)].flatMap(({ subnetID, validators }) => {
    const set = warpValidatorSet(validators, views);
    return set === undefined ? [] : [[views.id(subnetID), set] as const];
  });
  // Go's encoder sorts maps by the text of their keys.
  sets.sort(([a], [b]) => (a < b ? -1 : 1));
  return { validatorSets: Object.fromEntries(sets) };
};

type Signer = { readonly publicKey: Uint8Array; weight: bigint; readonly nodes: NodeId[] };

/**
 * A validator set as Warp sees it: nodes that share a key count as one, and nodes without a key count only towards the
 * total. Undefined if the total exceeds 64 bits: then no message of the set is valid. avalanchego snow/validators/warp.go @ v1.14.2
 */
function warpValidatorSet(
  validators: readonly Validator[],
  views: ViewCache,
): WarpValidatorSet | undefined {
  // By the order of their keys, which is another text for each key.
  const signers = new Map<string, Signer>();
  let totalWeight = 0n;
  for (const { nodeID, weight, publicKey } of validators) {
    totalWeight += weight;
    if (publicKey === undefined) continue;
    const order = views.memo(orderOf, publicKey, undefined);
    const signer = signers.get(order);
    if (signer === undefined) signers.set(order, { publicKey, weight, nodes: [nodeID] });
    else {
      signer.weight += weight;
      signer.nodes.push(nodeID);
    }
  }
  if (totalWeight > maxUint64) return undefined;
  return {
    validators: [...signers.entries()]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, { publicKey, weight, nodes }]) => ({
        publicKey: views.memo(formatHex, publicKey, undefined),
        weight: weight.toString(),
        nodeIDs: nodes
          .sort(compareBytes)
          .map((nodeID) => views.memo(formatNodeId, nodeID, undefined)),
      })),
    totalWeight: totalWeight.toString(),
  };
}

const signFlag = 0x20;
const flags = 0xe0;

/**
 * A text that orders compressed keys by their uncompressed bytes: by x, then by y. The first byte of a compressed key has
 * three flags before x; one of them is set if y is the larger of the two possible values.
 */
function orderOf(publicKey: Uint8Array): string {
  const x = publicKey.slice();
  x[0]! &= ~flags;
  return `${Buffer.from(x).toString("latin1")}${publicKey[0]! & signFlag ? "1" : "0"}`;
}

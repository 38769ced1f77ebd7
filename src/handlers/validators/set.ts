import type { Id } from "../../formats/bytes.ts";
import { formatHex } from "../../formats/hex.ts";
import { formatId } from "../../formats/id.ts";
import { formatNodeId } from "../../formats/node-id.ts";
import { errors } from "../../generated/errors.ts";
import type { HeightParam } from "../../generated/types.ts";
import type { Validator } from "../../store/chain-queries.ts";
import type { HandlerContext } from "../context.ts";
import type { ViewCache } from "../views/view-cache.ts";

type Context = Pick<HandlerContext, "queries" | "transactions">;

/** A formatted member of a validator set. */
export type SetMember = {
  readonly nodeID: string;
  /** `0x` and the 48 bytes of the compressed key. */
  readonly publicKey: string | null;
  readonly weight: string;
};

/** The validators of a subnet at a height, sorted by the text of their node IDs. Throws HeightNotAccepted. */
export function validatorSet(
  height: HeightParam,
  subnetID: Id,
  context: Context & Pick<HandlerContext, "views">,
): readonly SetMember[] {
  const accepted = acceptedHeight(height, context, (tooHigh) =>
    errors.heightNotAccepted({ ...tooHigh, subnetID: formatId(subnetID) }),
  );
  return context.queries.validators
    .setAt(subnetID, accepted)
    .map((validator) => memberOf(validator, context.views))
    .sort((a, b) => (a.nodeID < b.nodeID ? -1 : 1));
}

/** Resolves a height param. Throws the error that `refuse` makes if no block was accepted at that height. */
export function acceptedHeight(
  height: HeightParam,
  { queries, transactions }: Context,
  refuse: (tooHigh: { readonly height: bigint; readonly currentHeight: bigint }) => Error,
): bigint {
  if (height === "proposed") return transactions.minimumHeight();
  const currentHeight = queries.blocks.lastAccepted().height;
  if (height > currentHeight) throw refuse({ height, currentHeight });
  return height;
}

function memberOf({ nodeID, weight, publicKey }: Validator, views: ViewCache): SetMember {
  return {
    // An ended validator is another object in each query, but its node and key are not.
    nodeID: views.memo(formatNodeId, nodeID, undefined),
    publicKey: publicKey === undefined ? null : views.memo(formatHex, publicKey, undefined),
    weight: weight.toString(),
  };
}

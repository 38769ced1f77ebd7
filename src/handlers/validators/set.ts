import type { Id } from "../../formats/bytes.ts";
import { formatHex } from "../../formats/hex.ts";
import { formatId } from "../../formats/id.ts";
import { errors } from "../../generated/errors.ts";
import type { HeightParam } from "../../generated/types.ts";
import type { Validator } from "../../store/chain-queries.ts";
import type { HandlerContext } from "../context.ts";
import { nodeIDText } from "../id-text.ts";

type Context = Pick<HandlerContext, "queries" | "transactions">;

/** A validator of a set in texts. */
export type SetMember = {
  readonly nodeID: string;
  /** `0x` and the 48 bytes of the compressed key. */
  readonly publicKey: string | null;
  readonly weight: string;
};

/** The validators of a subnet at a height, by the text of their node IDs. Throws HeightNotAccepted. */
export function validatorSet(
  height: HeightParam,
  subnetID: Id,
  context: Context,
): readonly SetMember[] {
  const accepted = acceptedHeight(height, context, (tooHigh) =>
    errors.heightNotAccepted({ ...tooHigh, subnetID: formatId(subnetID) }),
  );
  return context.queries.validators
    .setAt(subnetID, accepted)
    .map(memberOf)
    .sort((a, b) => (a.nodeID < b.nodeID ? -1 : 1));
}

/** The number of a height param, where its block is accepted; else what `refuse` makes is thrown. */
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

/** The store keeps a validator as the same object while nothing about it changes. */
const members = new WeakMap<Validator, SetMember>();

function memberOf(validator: Validator): SetMember {
  const known = members.get(validator);
  if (known !== undefined) return known;
  const { nodeID, weight, publicKey } = validator;
  const member = {
    nodeID: nodeIDText(nodeID),
    publicKey: publicKey === undefined ? null : formatHex(publicKey),
    weight: weight.toString(),
  };
  members.set(validator, member);
  return member;
}

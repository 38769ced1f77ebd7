import { equalBytes, type Id } from "../../formats/bytes.ts";
import { encodeBytes } from "../../formats/encoding.ts";
import { errors } from "../../generated/errors.ts";
import { deferredLimits } from "../../generated/limits.ts";
import type { AssetAmounts } from "../../generated/types.ts";
import { type AddressReading, addressArguments } from "../arguments.ts";
import type { HandlerContext } from "../context.ts";
import type { Handler } from "../handler.ts";
import { assetAmountsView } from "./get-balance.ts";

/** The stake of some addresses. specification 4.3 */
export const getStake: Handler<
  "platform.getStake",
  "blockchains" | "chain" | "queries" | "views"
> = (params, context) => {
  const { encoding } = params;
  const { staked, stakeds, outputs } = stakeView(params, context);
  return {
    staked,
    stakeds,
    stakedOutputs: outputs.map((output) => encodeBytes(output, encoding)),
    encoding,
  };
};

export type StakeView = {
  readonly staked: string;
  readonly stakeds: AssetAmounts;
  /** TransferableOutputs, serialized with the codec version. */
  readonly outputs: readonly Uint8Array[];
};

/** Throws TooManyStakeAddresses and AddressNotParsed. */
export function stakeView(
  params: { readonly addresses: readonly string[]; readonly validatorsOnly: boolean },
  context: AddressReading & Pick<HandlerContext, "queries">,
): StakeView {
  const count = params.addresses.length;
  const { maxItems } = deferredLimits["platform.getStake"].addresses;
  if (count > maxItems) throw errors.tooManyStakeAddresses({ count });
  const addresses = addressArguments(params.addresses, context);
  const { assets, outputs } = context.queries.stakes.byAddresses(addresses, params);
  const isAvax = ({ assetID }: { readonly assetID: Id }) =>
    equalBytes(assetID, context.chain.avaxAssetID);
  return {
    staked: (assets.find(isAvax)?.staked ?? 0n).toString(),
    stakeds: assetAmountsView(
      assets.map(({ assetID, staked }) => [assetID, staked]),
      context.views,
    ),
    outputs,
  };
}

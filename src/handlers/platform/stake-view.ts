import { equalBytes, type Id } from "../../formats/bytes.ts";
import { errors } from "../../generated/errors.ts";
import type { AssetAmounts } from "../../generated/types.ts";
import type { HandlerContext } from "../context.ts";
import { type AddressReading, addressArguments } from "./address-argument.ts";
import { assetAmountsView } from "./asset-amounts.ts";

export type StakeView = {
  readonly staked: string;
  readonly stakeds: AssetAmounts;
  /** TransferableOutputs in the codec with its version. */
  readonly outputs: readonly Uint8Array[];
};

const addressesMax = 256;

/** What some addresses have staked. Throws TooManyStakeAddresses, AddressNotParsed. */
export function stakeView(
  params: { readonly addresses: readonly string[]; readonly validatorsOnly: boolean },
  context: AddressReading & Pick<HandlerContext, "queries">,
): StakeView {
  const count = params.addresses.length;
  if (count > addressesMax) throw errors.tooManyStakeAddresses({ count });
  const addresses = addressArguments(params.addresses, context);
  const { assets, outputs } = context.queries.stakes.byAddresses(addresses, params);
  const isAvax = ({ assetID }: { readonly assetID: Id }) =>
    equalBytes(assetID, context.chain.avaxAssetID);
  return {
    staked: (assets.find(isAvax)?.staked ?? 0n).toString(),
    stakeds: assetAmountsView(assets.map(({ assetID, staked }) => [assetID, staked])),
    outputs,
  };
}

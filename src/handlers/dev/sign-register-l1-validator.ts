import { sha256 } from "../../crypto/hash.ts";
import { compareBytes, type Id } from "../../formats/bytes.ts";
import { parseHex } from "../../formats/hex.ts";
import { formatId } from "../../formats/id.ts";
import { errors } from "../../generated/errors.ts";
import type { PChainOwner } from "../../pchain/components/owners.ts";
import { encodeL1Message } from "../../pchain/warp/l1-messages.ts";
import type { UnsignedMessage } from "../../pchain/warp/message.ts";
import { encodeAddressedCall } from "../../pchain/warp/payload.ts";
import { type AddressReading, idArgument, nodeIDArgument } from "../arguments.ts";
import type { HandlerContext } from "../context.ts";
import type { Handler } from "../handler.ts";
import { ownAddresses } from "../own-addresses.ts";
import { signed } from "./sign-warp-message.ts";

const expirySeconds = 3600n;

/** Signs the message that registers an L1 validator as the validators of the L1. */
export const signRegisterL1Validator: Handler<
  "dev.signRegisterL1Validator",
  "blockchains" | "chain" | "clock" | "dev" | "state" | "views"
> = async ({ privateKeys, ...params }, context) => {
  const subnetID = idArgument("subnetID", params.subnetID);
  const payload = encodeL1Message({
    kind: "RegisterL1Validator",
    subnetID,
    nodeID: nodeIDArgument("nodeID", params.nodeID),
    blsPublicKey: parseHex(params.publicKey),
    expiry: params.expiry ?? context.clock.nowSeconds() + expirySeconds,
    remainingBalanceOwner: ownerOf("remainingBalanceOwners", params, context),
    disableOwner: ownerOf("disableOwners", params, context),
    weight: params.weight,
  });
  const message = fromManager(subnetID, payload, context);
  return {
    message: await signed(message, privateKeys, context.dev),
    validationID: formatId(sha256(payload)),
  };
};

/** The call that the manager of an L1 sends. Throws WarpMessageNotSigned if the subnet is no L1. */
export function fromManager(
  subnetID: Id,
  payload: Uint8Array,
  { chain, state }: Pick<HandlerContext, "chain" | "state">,
): UnsignedMessage {
  const conversion = state.subnetConversion(subnetID);
  if (conversion === undefined) {
    const reason = `subnet ${formatId(subnetID)} is not an L1. Convert it with a ConvertSubnetToL1Tx`;
    throw errors.warpMessageNotSigned({ reason });
  }
  const { managerChainID, managerAddress } = conversion;
  return {
    networkID: chain.network.id,
    sourceChainID: managerChainID,
    payload: encodeAddressedCall({ sourceAddress: managerAddress, payload }),
  };
}

function ownerOf<Field extends string>(
  field: Field,
  { [field]: addresses = [] }: { readonly [Name in Field]?: readonly string[] },
  context: AddressReading,
): PChainOwner {
  return {
    threshold: addresses.length === 0 ? 0 : 1,
    addresses: ownAddresses(field, addresses, context).sort(compareBytes),
  };
}

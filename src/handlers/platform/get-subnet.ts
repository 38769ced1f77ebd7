import { emptyId, equalBytes, type Id } from "../../formats/bytes.ts";
import { formatHex } from "../../formats/hex.ts";
import { formatId } from "../../formats/id.ts";
import { errors } from "../../generated/errors.ts";
import type { Subnet } from "../../generated/types.ts";
import { primaryNetworkID } from "../../networks/chains.ts";
import { idArgument } from "../arguments.ts";
import type { HandlerContext } from "../context.ts";
import type { Handler } from "../handler.ts";
import { subnetOwner } from "../subnets/subnet.ts";
import { addressTexts } from "../views/owners.ts";

/** A subnet or L1 in full. A proof-of-stake subnet has no control keys. specification 2.2 and 4.3 */
export const getSubnet: Handler<"platform.getSubnet", "chain" | "queries" | "state"> = (
  params,
  context,
) => {
  const subnetID = idArgument("subnetID", params.subnetID);
  const subnet = subnetView(subnetID, context);
  const isElastic = context.state.subnetTransformation(subnetID) !== undefined;
  return isElastic ? { ...subnet, controlKeys: [], threshold: "0", locktime: "0" } : subnet;
};

/**
 * A subnet with its owner from the state, even if it was transformed or converted since. Throws
 * PrimaryNetworkIsNotASubnet, NotFound and NotASubnet. avalanchego vms/platformvm/service.go GetSubnet @ v1.12.1
 */
export function subnetView(
  subnetID: Id,
  context: Pick<HandlerContext, "chain" | "queries" | "state">,
): Subnet {
  if (equalBytes(subnetID, primaryNetworkID)) throw errors.primaryNetworkIsNotASubnet();
  const owner = subnetOwner(subnetID, context);
  if (owner === undefined) throw errors.notFound();
  const transformation = context.state.subnetTransformation(subnetID);
  const conversion = context.state.subnetConversion(subnetID);
  return {
    isPermissioned: transformation === undefined && conversion === undefined,
    controlKeys: addressTexts(owner.addresses, context.chain),
    threshold: owner.threshold.toString(),
    locktime: owner.locktime.toString(),
    subnetTransformationTxID: formatId(transformation?.id ?? emptyId),
    conversionID: formatId(conversion?.conversionID ?? emptyId),
    managerChainID: formatId(conversion?.managerChainID ?? emptyId),
    managerAddress: conversion === undefined ? null : formatHex(conversion.managerAddress),
  };
}

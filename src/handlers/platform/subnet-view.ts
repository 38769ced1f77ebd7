import { emptyId, equalBytes, type Id } from "../../formats/bytes.ts";
import { formatHex } from "../../formats/hex.ts";
import { formatId } from "../../formats/id.ts";
import { errors } from "../../generated/errors.ts";
import type { Subnet } from "../../generated/types.ts";
import { primaryNetworkID } from "../../networks/chains.ts";
import type { HandlerContext } from "../context.ts";
import { addressTexts } from "./owner-view.ts";
import { subnetOwner } from "./subnet-lookup.ts";

/**
 * A subnet with the owner it has in the state, whatever it became. Throws PrimaryNetworkIsNotASubnet,
 * NotFound, NotASubnet. avalanchego vms/platformvm/service.go GetSubnet @ v1.12.1
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

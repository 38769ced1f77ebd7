import type { Id, NodeId, ShortId } from "../../formats/bytes.ts";
import { type AddressReading, idArgument, nodeIDArgument } from "../arguments.ts";
import { ownAddresses } from "../own-addresses.ts";

/** Parses members of a filter, if they are given. Each throws InvalidParams. */
export function filterID(name: string, text: string | undefined): Id | undefined {
  return text === undefined ? undefined : idArgument(`filter.${name}`, text);
}

export function filterNodeID(name: string, text: string | undefined): NodeId | undefined {
  return text === undefined ? undefined : nodeIDArgument(`filter.${name}`, text);
}

export function filterAddresses(
  texts: readonly string[] | undefined,
  context: AddressReading,
): readonly ShortId[] | undefined {
  return texts && ownAddresses("filter.addresses", texts, context);
}

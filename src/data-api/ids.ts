import type { Id, NodeId, ShortId } from "../formats/bytes.ts";
import { FormatError } from "../formats/format-error.ts";
import { formatId, parseId } from "../formats/id.ts";
import { parseNodeId } from "../formats/node-id.ts";
import { parsePlatformAddress } from "../handlers/arguments.ts";
import { ownAddressForm } from "../handlers/own-addresses.ts";
import { primaryNetworkID } from "../networks/chains.ts";
import type { DataContext } from "./operation.ts";
import { badRequest, Problem } from "./problem.ts";

/** Addresses or node IDs that a query can list. */
const inQueryMax = 64;
/** Addresses that a body can list. */
export const inBodyMax = 1024;

const primaryNetworkText = formatId(primaryNetworkID);

/** Throws Problem with status 400, which names the field. */
export function idParam(field: string, text: string): Id {
  if (text === primaryNetworkText) return primaryNetworkID;
  return parsed(field, text, "an ID", parseId);
}

/** Throws Problem with status 400, which names the field. */
export function nodeIDParam(field: string, text: string): NodeId {
  return parsed(field, text, "a node ID", parseNodeId);
}

/** Addresses that commas separate, with or without `P-`. Throws Problem with status 400, which names the field. */
export function addressesParam(
  field: string,
  text: string,
  context: DataContext,
  countMax = inQueryMax,
): ShortId[] {
  return listed(field, text, countMax).map((each) =>
    parsed(field, each, ownAddressForm(context), () =>
      parsePlatformAddress(each.includes("-") ? each : `P-${each}`, context),
    ),
  );
}

/** Node IDs that commas separate. Throws Problem with status 400, which names the field. */
export function nodeIDsParam(field: string, text: string): NodeId[] {
  return listed(field, text, inQueryMax).map((each) => nodeIDParam(field, each));
}

/** Entries that commas separate. Throws Problem with status 400 if there are too many. */
export function listed(field: string, text: string, countMax: number): string[] {
  const entries = text.split(",").map((each) => each.trim());
  if (entries.length <= countMax) return entries;
  throw new Problem(400, `${field}: expected at most ${countMax} entries, got ${entries.length}`);
}

function parsed<T>(field: string, text: string, expected: string, parse: (text: string) => T): T {
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    const reason = error.cause instanceof FormatError ? error.cause.message : error.message;
    throw badRequest(field, `${expected}: ${reason}`, text);
  }
}

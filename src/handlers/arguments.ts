import { emptyId, type Id, type NodeId } from "../formats/bytes.ts";
import { FormatError } from "../formats/format-error.ts";
import { formatId, parseId } from "../formats/id.ts";
import { parseNodeId } from "../formats/node-id.ts";
import { errors } from "../generated/errors.ts";
import { describeValue } from "../generated/issue.ts";

const emptyIdText = formatId(emptyId);

/**
 * The ID in a param, whose form is checked already. Throws InvalidParams for a wrong checksum, since
 * AvalancheGo reads IDs together with the params.
 */
export function idArgument(field: string, text: string): Id {
  if (text === emptyIdText) return emptyId;
  return parsed(field, text, "a cb58 ID of 32 bytes with its checksum", parseId);
}

/** The node ID in a param. Throws InvalidParams for a wrong checksum. */
export function nodeIDArgument(field: string, text: string): NodeId {
  const expected = "a node ID: NodeID- followed by the cb58 encoding of 20 bytes with its checksum";
  return parsed(field, text, expected, parseNodeId);
}

function parsed<T>(field: string, text: string, expected: string, parse: (text: string) => T): T {
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    throw errors.invalidParams({ field, expected, got: describeValue(text) });
  }
}

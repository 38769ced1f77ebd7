import { FormatError } from "../formats/format-error.ts";
import { parseHex } from "../formats/hex.ts";
import type { JsonValue } from "../formats/json.ts";
import { makeOuterBlock, type Proposal } from "../pchain/blocks/proposervm.ts";
import { at, type JsonMembers, membersOf, textOf } from "../pchain/codec/json-form.ts";
import { i64, id, u64 } from "../pchain/codec/primitives.ts";
import { encodeCChainBlock, encodeXChainBlock } from "./foreign-chains.ts";

/** `encodeBlock` encodes a P-chain block. Throws FormatError. */
export function encodeContainer(
  json: JsonValue,
  kind: JsonValue | undefined,
  encodeBlock: (value: JsonValue, kind: JsonValue | undefined) => Uint8Array,
): Uint8Array {
  const members = membersOf(json);
  const block = at("block", () => {
    const { chain, value = null, kind: inner, bytes } = membersOf(members["block"] ?? null);
    if (bytes !== undefined) return parseHex(textOf(bytes));
    if (chain === "X") return encodeXChainBlock(value);
    return chain === "C" ? encodeCChainBlock(value) : encodeBlock(value, inner);
  });
  const parentID = member(members, "parentID", (value) => id.fromJson(value));
  if (kind === "Option") return makeOuterBlock({ kind, parentID, block }).bytes;
  const proposal: Proposal = {
    parentID,
    timestamp: member(members, "timestamp", (value) => i64.fromJson(value)),
    pChainHeight: member(members, "pChainHeight", (value) => u64.fromJson(value)),
    certificate: member(members, "certificate", hexBytes),
    block,
  };
  const signature = member(members, "signature", hexBytes);
  if (kind === "StatelessBlock") return makeOuterBlock({ kind, proposal, signature }).bytes;
  if (kind !== "StatelessGraniteBlock") {
    throw new FormatError(
      "kind of the container: expected StatelessBlock, StatelessGraniteBlock or Option",
    );
  }
  const epoch = member(members, "epoch", (value) => {
    const { pChainHeight = null, number = null, startTime = null } = membersOf(value);
    return {
      pChainHeight: u64.fromJson(pChainHeight),
      number: u64.fromJson(number),
      startTime: i64.fromJson(startTime),
    };
  });
  return makeOuterBlock({ kind, proposal, epoch, signature }).bytes;
}

function member<T>(members: JsonMembers, name: string, read: (value: JsonValue) => T): T {
  return at(name, () => read(members[name] ?? null));
}

function hexBytes(value: JsonValue): Uint8Array {
  return parseHex(textOf(value));
}

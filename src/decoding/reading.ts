import type { JsonValue } from "../formats/json.ts";

/** What bytes or a text can be, in the order in which readings are listed. */
export const readingTypes = [
  "transaction",
  "unsignedTransaction",
  "block",
  "container",
  "utxo",
  "xChainTransaction",
  "xChainBlock",
  "vertex",
  "cChainBlock",
  "atomicTransaction",
  "warpMessage",
  "unsignedWarpMessage",
  "warpPayload",
  "l1Message",
  "id",
  "nodeID",
  "address",
  "blsPublicKey",
] as const;

export type ReadingType = (typeof readingTypes)[number];

/** One way to read bytes. */
export type Reading = {
  readonly type: ReadingType;
  /** AvalancheGo's name of the kind of transaction, block, output or message. */
  readonly kind?: string;
  /** Of a transaction, block, container or UTXO; of a warp message, the ID that its validators know it by. */
  readonly id?: string;
  readonly value: JsonValue;
};

export type DecodeContext = {
  /** The prefix of addresses where the bytes do not name their network. */
  readonly hrp: string;
};

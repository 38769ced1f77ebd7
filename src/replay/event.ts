import { FormatError } from "../formats/format-error.ts";
import { parseHex } from "../formats/hex.ts";
import { parseId } from "../formats/id.ts";
import { type JsonValue, parseJson } from "../formats/json.ts";
import { parseNodeId } from "../formats/node-id.ts";
import type { CallAnswer } from "../node/apis/answer-call.ts";
import type { Ask } from "./compare-asks.ts";

/** A line of a recorded history. Clocks are the recording node's, in Unix seconds. */
export type HistoryEvent = BlockEvent | ComparedEvent | ExportEvent | DropEvent | PeerEvent;

export type BlockEvent = {
  readonly event: "block";
  /** Codec bytes, without a proposervm wrapper. */
  readonly bytes: Uint8Array;
  /** The block in its proposervm form, if the recording has it. */
  readonly container: Uint8Array | undefined;
  /** cb58; undefined if not recorded. */
  readonly id: string | undefined;
  readonly height: bigint | undefined;
  /** The height whose validators verify its warp messages; default: that of the container, else the parent's height. */
  readonly pChainHeight: bigint | undefined;
  /** Undefined for the machine's clock. */
  readonly clock: bigint | undefined;
  /** Of a proposal: the option that the recording node preferred, if that is recorded. */
  readonly preferred: string | undefined;
};

/** Calls and attempts that do not change the chain. */
export type ComparedEvent =
  | { readonly event: "ask"; readonly ask: Ask }
  | {
      readonly event: "issue";
      readonly kind: string;
      readonly tx: string;
      readonly response: CallAnswer;
      readonly clock: bigint;
    }
  | {
      readonly event: "refusedBlock";
      readonly bytes: Uint8Array;
      readonly pChainHeight: bigint;
      readonly stage: string;
      readonly error: string;
      readonly clock: bigint;
    };

/** Another chain exported a UTXO to the P-chain. */
export type ExportEvent = {
  readonly event: "atomicUTXO";
  readonly sourceChain: Uint8Array;
  readonly utxo: Uint8Array;
};

/** A transaction left the mempool without a block. */
export type DropEvent = {
  readonly event: "drop";
  readonly txID: Uint8Array;
  /** Empty if the reason is unknown. */
  readonly reason: string;
};

/** The recording node connected to a peer or lost it. Uptimes, and the preferred options, follow from it. */
export type PeerEvent = {
  readonly event: "peer";
  readonly nodeID: Uint8Array;
  readonly connected: boolean;
  readonly clock: bigint;
};

type Members = Readonly<Record<string, JsonValue | undefined>>;

/** Reads a line; one without `event` is a block. Throws FormatError. */
export function readEvent(line: string): HistoryEvent {
  const value = parseJson(line);
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new FormatError("the line is not an object");
  }
  const members = value as Members;
  const event = members["event"] ?? "block";
  const read = Object.hasOwn(readers, String(event)) ? readers[String(event)] : undefined;
  if (read === undefined) throw new FormatError(`unknown event ${JSON.stringify(event)}`);
  return read(members);
}

const readers: Readonly<Record<string, (members: Members) => HistoryEvent>> = {
  block: (members) => ({
    event: "block",
    bytes: bytesOf(members, "bytes"),
    container: members["container"] === undefined ? undefined : bytesOf(members, "container"),
    id: members["id"] === undefined ? undefined : textOf(members, "id"),
    height: optionalInteger(members, "height"),
    pChainHeight: optionalInteger(members, "pChainHeight"),
    clock: optionalInteger(members, "clock"),
    preferred: members["preferred"] === undefined ? undefined : textOf(members, "preferred"),
  }),
  ask: (members) => ({
    event: "ask",
    ask: {
      clock: Number(integerOf(members, "clock")),
      method: textOf(members, "method"),
      params: members["params"] ?? {},
      ...answerOf(members),
    },
  }),
  issue: (members) => ({
    event: "issue",
    kind: textOf(members, "kind"),
    tx: textOf(members, "tx"),
    response: answerOf(members),
    clock: integerOf(members, "clock"),
  }),
  refusedBlock: (members) => ({
    event: "refusedBlock",
    bytes: bytesOf(members, "bytes"),
    pChainHeight: integerOf(members, "pChainHeight"),
    stage: textOf(members, "stage"),
    error: textOf(members, "error"),
    clock: integerOf(members, "clock"),
  }),
  atomicUTXO: (members) => ({
    event: "atomicUTXO",
    sourceChain: parseId(textOf(members, "sourceChain")),
    utxo: bytesOf(members, "utxo"),
  }),
  peer: (members) => ({
    event: "peer",
    nodeID: parseNodeId(textOf(members, "nodeID")),
    connected: members["connected"] === true,
    clock: integerOf(members, "clock"),
  }),
  drop: (members) => ({
    event: "drop",
    txID: parseId(textOf(members, "txID")),
    reason: textOf(members, "reason"),
  }),
};

function textOf(members: Members, name: string): string {
  const value = members[name];
  if (typeof value !== "string") throw new FormatError(`${name} is not a string`);
  return value;
}

function bytesOf(members: Members, name: string): Uint8Array {
  const text = textOf(members, name);
  return parseHex(text.startsWith("0x") ? text : `0x${text}`);
}

function integerOf(members: Members, name: string): bigint {
  const value = members[name];
  if (typeof value === "bigint") return value;
  if (typeof value === "number" && Number.isInteger(value)) return BigInt(value);
  throw new FormatError(`${name} is not an integer`);
}

function optionalInteger(members: Members, name: string): bigint | undefined {
  return members[name] === undefined ? undefined : integerOf(members, name);
}

function answerOf(members: Members): CallAnswer {
  const response = members["response"];
  if (typeof response !== "object" || response === null) {
    throw new FormatError("response is not an object");
  }
  const { result, error } = response as CallAnswer;
  return error === undefined ? { result: result ?? null } : { error };
}

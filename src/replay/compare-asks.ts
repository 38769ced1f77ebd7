import { formatJson, type JsonValue, parseJson } from "../formats/json.ts";
import type { CallAnswer } from "../node/apis/answer-call.ts";
import { firstDifference } from "./first-difference.ts";

/** A call of a recorded history and what AvalancheGo v1.12.1 answered. Big integers are bigint. */
export type Ask = {
  /** The recording node's clock in Unix seconds. */
  readonly clock: number;
  readonly method: string;
  readonly params: JsonValue;
} & CallAnswer;

/** Answers a call: a table of handlers, or a node over HTTP. */
export type Answerer = (ask: Ask) => CallAnswer | Promise<CallAnswer>;

export type Comparison = {
  readonly compared: number;
  readonly equal: number;
  /** `method params: what differs`, one for each ask that is not equal. */
  readonly differences: readonly string[];
  readonly byMethod: Readonly<Record<string, { compared: number; equal: number }>>;
};

/** A recorded ask, from its line in a history or from a vector. */
export function readAsk(text: string): Ask {
  const { response, ...ask } = parseJson(text) as unknown as Ask & {
    readonly response?: CallAnswer;
  };
  return response === undefined ? ask : { ...ask, ...response };
}

/** Asks everything in order and compares. */
export async function compareAsks(asks: Iterable<Ask>, answerer: Answerer): Promise<Comparison> {
  const differences: string[] = [];
  const byMethod: Record<string, { compared: number; equal: number }> = {};
  let compared = 0;
  for (const ask of asks) {
    const found = compareAnswer(ask, await answerer(ask));
    const counts = byMethod[ask.method] ?? { compared: 0, equal: 0 };
    byMethod[ask.method] = counts;
    compared++;
    counts.compared++;
    if (found === undefined) counts.equal++;
    else differences.push(`${ask.method} ${formatJson(ask.params)}: ${found}`);
  }
  return { compared, equal: compared - differences.length, differences, byMethod };
}

/**
 * The clock at which an ask must be repeated: AvalancheGo reads getFeeConfig's from the machine and not from the
 * clock that the recording moved.
 */
export function clockOf(ask: Ask): bigint {
  return ask.method === "platform.getFeeConfig" ? 2n ** 32n : BigInt(ask.clock);
}

/** Undefined where the answer is the recorded one after the masks of the recordings; else the first difference. */
export function compareAnswer(ask: Ask, answer: CallAnswer): string | undefined {
  if (ask.error !== undefined || answer.error !== undefined) {
    return firstDifference(errorOf(answer), errorOf(ask), "error");
  }
  const mask = masks[ask.method] ?? ((result: JsonValue) => result);
  const actual = mask(answer.result!, ask.params);
  const expected = mask(ask.result!, ask.params);
  const found = firstDifference(actual, expected, "result");
  if (found !== undefined) return found;
  return formatJson(actual) === formatJson(expected) ? undefined : "members in another order";
}

function errorOf({ error, result }: CallAnswer): JsonValue {
  return error === undefined ? { result: result! } : { code: error.code, message: error.message };
}

type Members = Readonly<Record<string, JsonValue>>;
type Mask = (result: JsonValue, params: JsonValue) => JsonValue;

/** What does not follow from the chain alone: peers of the recording node, and Go's order of maps. */
const masks: Readonly<Record<string, Mask>> = {
  "platform.getCurrentValidators": (result) => {
    const { validators } = result as { readonly validators: readonly Members[] };
    return { ...(result as Members), validators: validators.map(maskPresence) };
  },
  "platform.getBalance": (result) => {
    const { utxoIDs } = result as { readonly utxoIDs: readonly JsonValue[] | null };
    return { ...(result as Members), utxoIDs: utxoIDs && sorted(utxoIDs) };
  },
  "platform.getUTXOs": (result, params) => {
    const page = result as Members;
    const { limit } = params as { readonly limit?: number };
    const utxos = page["utxos"] as readonly JsonValue[];
    const isCut = utxos.length === Math.min(limit || 1024, 1024);
    return {
      ...page,
      utxos: isCut ? utxos.length : sorted(utxos),
      endIndex: maskEndIndex(page["endIndex"] as Members),
    };
  },
};

function maskPresence(validator: Members): Members {
  const masked: Record<string, JsonValue> = { ...validator };
  if (/^\d+\.\d{4}$/.test(String(validator["uptime"]))) masked["uptime"] = "(percent)";
  if (typeof validator["connected"] === "boolean") masked["connected"] = "(boolean)";
  return masked;
}

function maskEndIndex(endIndex: Members): Members {
  const shape = (text: JsonValue) => String(text).replace(/[a-z0-9]{38}$/i, "(address)");
  const isID = /^[1-9A-HJ-NP-Za-km-z]{32,52}$/.test(String(endIndex["utxo"]));
  return {
    ...endIndex,
    address: shape(endIndex["address"]!),
    utxo: isID ? "(ID)" : endIndex["utxo"]!,
  };
}

function sorted(items: readonly JsonValue[]): JsonValue[] {
  return [...items].sort((a, b) => (formatJson(a) < formatJson(b) ? -1 : 1));
}

import { formatJson, type JsonValue, parseJson } from "../formats/json.ts";
import type { CallAnswer } from "../node/apis/answer-call.ts";
import { firstDifference } from "./first-difference.ts";
import { allMasks, answerMasks, type MaskName, type Results } from "./masks.ts";

/** A recorded call and AvalancheGo's answer. Integers beyond 2^53 are bigint. */
export type Ask = {
  /** The recording node's clock in Unix seconds. */
  readonly clock: number;
  readonly method: string;
  readonly params: JsonValue;
} & CallAnswer;

/** Answers a call, for example from a table of handlers or from a node over HTTP. */
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
export async function compareAsks(
  asks: Iterable<Ask>,
  answerer: Answerer,
  masks: ReadonlySet<MaskName> = allMasks,
): Promise<Comparison> {
  const differences: string[] = [];
  const byMethod: Record<string, { compared: number; equal: number }> = {};
  let compared = 0;
  for (const ask of asks) {
    const { difference } = await compareAnswer(ask, await answerer(ask), answerer, masks);
    const counts = byMethod[ask.method] ?? { compared: 0, equal: 0 };
    byMethod[ask.method] = counts;
    compared++;
    counts.compared++;
    if (difference === undefined) counts.equal++;
    else differences.push(`${ask.method} ${formatJson(ask.params)}: ${difference}`);
  }
  return { compared, equal: compared - differences.length, differences, byMethod };
}

/** The clock to repeat an ask at, in Unix seconds: the recorded one, unless "fee config clock" is needed. */
export function clockOf(ask: Ask): bigint {
  return ask.method === "platform.getFeeConfig" ? afterEveryUpgrade : BigInt(ask.clock);
}

const afterEveryUpgrade = 2n ** 32n;

/** How an answer compares with the recorded one. */
export type AnswerComparison = {
  /** Where the two first differ; undefined if they are equal under the masks. */
  readonly difference: string | undefined;
  /** The masks without which the two would differ. */
  readonly masked: readonly MaskName[];
};

/** Compares an answer with the recorded one. `answerer` is asked for the other pages of a cut list. */
export async function compareAnswer(
  ask: Ask,
  answer: CallAnswer,
  answerer: Answerer,
  masks: ReadonlySet<MaskName> = allMasks,
): Promise<AnswerComparison> {
  if (ask.error !== undefined || answer.error !== undefined) {
    return { difference: firstDifference(errorOf(answer), errorOf(ask), "error"), masked: [] };
  }
  const results = { actual: answer.result!, expected: ask.result! };
  if (differenceOf(results) === undefined) return { difference: undefined, masked: [] };
  const names = [...masks].filter((name) => answerMasks[name]?.method === ask.method);
  const pages = new OwnedUtxos(ask, answerer);
  const differenceUnder = async (some: readonly MaskName[]) => {
    let masked: Results = results;
    for (const name of some) {
      masked = await answerMasks[name]!.apply(masked, ask.params, pages.all);
    }
    return differenceOf(masked);
  };
  const difference = await differenceUnder(names);
  if (difference !== undefined) return { difference, masked: [] };
  const needed: MaskName[] = [];
  for (const name of names) {
    const others = names.filter((other) => other !== name);
    if ((await differenceUnder(others)) !== undefined) needed.push(name);
  }
  return { difference: undefined, masked: needed };
}

function differenceOf({ actual, expected }: Results): string | undefined {
  const found = firstDifference(actual, expected, "result");
  if (found !== undefined) return found;
  return formatJson(actual) === formatJson(expected) ? undefined : "members in another order";
}

function errorOf({ error, result }: CallAnswer): JsonValue {
  return error === undefined ? { result: result! } : { code: error.code, message: error.message };
}

/** Everything that a getUTXOs call pages through, as our side returns it. Asked at most once. */
class OwnedUtxos {
  readonly #ask: Ask;
  readonly #answerer: Answerer;
  #found: Promise<readonly string[]> | undefined;

  constructor(ask: Ask, answerer: Answerer) {
    this.#ask = ask;
    this.#answerer = answerer;
  }

  readonly all = (): Promise<readonly string[]> => {
    this.#found ??= this.#readAll();
    return this.#found;
  };

  async #readAll(): Promise<readonly string[]> {
    const { limit: _limit, ...params } = this.#ask.params as Readonly<Record<string, JsonValue>>;
    const found = new Set<string>();
    let startIndex = params["startIndex"];
    for (;;) {
      const start = startIndex === undefined ? {} : { startIndex };
      const { result } = await this.#answerer({ ...this.#ask, params: { ...params, ...start } });
      const page = result as { readonly utxos: readonly string[]; readonly endIndex: JsonValue };
      const before = found.size;
      for (const utxo of page.utxos) found.add(utxo);
      if (found.size === before) return [...found];
      startIndex = page.endIndex;
    }
  }
}

import { parseHex } from "../formats/hex.ts";
import { formatId } from "../formats/id.ts";
import { formatJson, type JsonValue } from "../formats/json.ts";
import { decodeUtxo, utxoID } from "../pchain/components/utxo.ts";

/**
 * The parts of a result that a recorded chain does not determine, and how a replay compares them
 * instead. `couloir replay --compare` prints every mask that it used; test/histories proves that
 * each is needed.
 */
export const maskDocs = {
  "validator uptime": "getCurrentValidators: the format, as the recording node saw other peers",
  "validator connected": "getCurrentValidators: the type, for the same reason",
  "balance order": "getBalance: utxoIDs as a set, as their order follows Go's map iteration",
  "page order": "getUTXOs: a page with all UTXOs as a set, for the same reason",
  "page choice":
    "getUTXOs: a page cut by its limit, by membership: different UTXOs, as many as recorded, all owned by the addresses",
  "page end": "getUTXOs: endIndex.utxo by membership: the ID of a UTXO owned by the addresses",
  "validator order":
    "getCurrentValidators: the order with several nodeIDs, as it follows Go's map iteration",
  "restaked rewards":
    "getCurrentValidators: restakedValidationRewards and restakedDelegateeRewards, which releases up to v1.15.0 do not return",
  "validator sample": "sampleValidators: the number of nodes, as the sample is random",
  "fee config clock":
    "getFeeConfig: called at a time after every upgrade, as AvalancheGo reads the machine's clock here",
} as const;

export type MaskName = keyof typeof maskDocs;

export const allMasks: ReadonlySet<MaskName> = new Set(Object.keys(maskDocs) as MaskName[]);

/**
 * Two results of a call. If its rule holds, a mask replaces what it covers in both by the same
 * value.
 */
export type Results = { readonly actual: JsonValue; readonly expected: JsonValue };

export type AnswerMask = {
  readonly method: string;
  /** `ownedUtxos` returns everything that a getUTXOs call pages through. */
  readonly apply: (
    results: Results,
    params: JsonValue,
    ownedUtxos: () => Promise<readonly string[]>,
  ) => Results | Promise<Results>;
};

/** The masks that change results; "fee config clock" changes when a call is made. */
export const answerMasks: Readonly<Partial<Record<MaskName, AnswerMask>>> = {
  "validator order": {
    method: "platform.getCurrentValidators",
    // L1 validators are always sorted by node ID.
    apply: (results, params) =>
      bothResults((result) => {
        const validators = result["validators"] as readonly Members[];
        if (!hasMapOrder(validators, params)) return result;
        const old = validators.filter((each) => !isL1(each));
        const byTx = old.toSorted((a, b) => (String(a["txID"]) < String(b["txID"]) ? -1 : 1));
        return { ...result, validators: [...byTx, ...validators.filter(isL1)] };
      })(results),
  },
  "restaked rewards": {
    method: "platform.getCurrentValidators",
    apply: ({ actual, expected }) => {
      const recorded = (expected as Members)["validators"] as readonly Members[];
      const isNewer = recorded.some((each) => each[restakedMembers[0]] !== undefined);
      return isNewer ? { actual, expected } : { actual: withoutRestaked(actual), expected };
    },
  },
  "validator sample": {
    method: "platform.sampleValidators",
    apply: bothResults((result) => {
      const { length } = result["validators"] as readonly JsonValue[];
      return { ...result, validators: `(${length} nodes)` };
    }),
  },
  "validator uptime": {
    method: "platform.getCurrentValidators",
    apply: bothResults(
      eachValidator("uptime", (value) => /^\d+\.\d{4}$/.test(String(value)), "(percent)"),
    ),
  },
  "validator connected": {
    method: "platform.getCurrentValidators",
    apply: bothResults(
      eachValidator("connected", (value) => typeof value === "boolean", "(boolean)"),
    ),
  },
  "balance order": {
    method: "platform.getBalance",
    apply: bothResults((result) => {
      const ids = result["utxoIDs"];
      return Array.isArray(ids) ? { ...result, utxoIDs: sorted(ids) } : result;
    }),
  },
  "page order": {
    method: "platform.getUTXOs",
    apply: (results, params) => {
      if (isCut(results.expected, params)) return results;
      return bothResults((page) => ({ ...page, utxos: sorted(utxosOf(page)) }))(results);
    },
  },
  "page choice": {
    method: "platform.getUTXOs",
    apply: async (results, params, ownedUtxos) => {
      if (!isCut(results.expected, params)) return results;
      const owned = new Set(await ownedUtxos());
      return bothResults((page) => {
        const utxos = utxosOf(page);
        const areOwned = utxos.every((utxo) => owned.has(utxo));
        if (!areOwned || new Set(utxos).size !== utxos.length) return page;
        return { ...page, utxos: `(${utxos.length} of the owned UTXOs)` };
      })(results);
    },
  },
  "page end": {
    method: "platform.getUTXOs",
    apply: async (results, _params, ownedUtxos) => {
      const ids = new Set((await ownedUtxos()).map(idOfUtxo));
      return bothResults((page) => {
        const end = page["endIndex"] as Members;
        return ids.has(String(end["utxo"]))
          ? { ...page, endIndex: { ...end, utxo: "(owned)" } }
          : page;
      })(results);
    },
  },
};

const restakedMembers = ["restakedValidationRewards", "restakedDelegateeRewards"] as const;

/** Without both of them where both are amounts. */
function withoutRestaked(result: JsonValue): JsonValue {
  const validators = (result as Members)["validators"] as readonly Members[];
  const areAmounts = (each: Members) =>
    restakedMembers.every((name) => /^\d+$/.test(String(each[name])));
  return {
    ...(result as Members),
    validators: validators.map((each) => {
      if (!areAmounts(each)) return each;
      const kept = Object.entries(each).filter(
        ([name]) => !(restakedMembers as readonly string[]).includes(name),
      );
      return Object.fromEntries(kept);
    }),
  };
}

/** Whether several nodes were requested, or the subnet became an L1 while it had other validators. */
function hasMapOrder(validators: readonly Members[], params: JsonValue): boolean {
  const { nodeIDs } = params as { readonly nodeIDs?: readonly JsonValue[] };
  return (nodeIDs?.length ?? 0) > 1 || validators.some(isL1);
}

function isL1(validator: Members): boolean {
  return validator["validationID"] !== undefined;
}

type Members = Readonly<Record<string, JsonValue>>;

function bothResults(mask: (result: Members) => Members): (results: Results) => Results {
  return ({ actual, expected }) => ({
    actual: mask(actual as Members),
    expected: mask(expected as Members),
  });
}

function eachValidator(
  name: string,
  isPlausible: (value: JsonValue | undefined) => boolean,
  replacement: string,
): (result: Members) => Members {
  return (result) => ({
    ...result,
    validators: (result["validators"] as readonly Members[]).map((validator) =>
      isPlausible(validator[name]) ? { ...validator, [name]: replacement } : validator,
    ),
  });
}

const pageMax = 1024;

/** Whether the limit may have cut the page: a shorter page has all UTXOs. */
function isCut(page: JsonValue, params: JsonValue): boolean {
  const { limit } = params as { readonly limit?: number };
  return utxosOf(page as Members).length === Math.min(limit || pageMax, pageMax);
}

function utxosOf(page: Members): readonly string[] {
  return page["utxos"] as readonly string[];
}

/** cb58. The text is hexadecimal and ends with a checksum of four bytes. */
function idOfUtxo(text: string): string {
  return formatId(utxoID(decodeUtxo(parseHex(text).subarray(0, -4))));
}

function sorted(items: readonly JsonValue[]): JsonValue[] {
  return [...items].sort((a, b) => (formatJson(a) < formatJson(b) ? -1 : 1));
}

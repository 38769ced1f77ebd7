import { type JsonValue, parseJson } from "../../src/formats/json.ts";
import type { Answer, Exchange } from "./exchange.ts";

/** Values that depend on the machine, the moment or chance, by where they are. */
type Mask = {
  /** Method of a JSON-RPC call, or path of a GET; all if it is absent. */
  readonly of?: RegExp;
  /** Place in the answer, as `body.result.nodeID`. */
  readonly at: RegExp;
  /** What such a value looks like: another one is not masked, and so is a difference. */
  readonly looksLike: (value: JsonValue) => boolean;
};

const health = /^(health\.|\/ext\/health)/;
const pattern = (expression: RegExp) => (value: JsonValue) =>
  typeof value === "string" && expression.test(value);
const time = pattern(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/);
const count = (value: JsonValue) => typeof value === "number" || typeof value === "bigint";
const nodeID = pattern(/^NodeID-[1-9A-HJ-NP-Za-km-z]{20,40}$/);

/** The identity of a node whose keys are not recorded. */
export const otherIdentity: readonly Mask[] = [
  { at: /^headers\.node-id$/, looksLike: nodeID },
  { of: /^info\.getNodeID$/, at: /^body\.result\.nodeID$/, looksLike: nodeID },
  {
    of: /^info\.getNodeID$/,
    at: /^body\.result\.nodePOP\.(publicKey|proofOfPossession)$/,
    looksLike: pattern(/^0x([0-9a-f]{96}){1,2}$/),
  },
];

/** Versions of a program other than v1.12.1, and that it compresses nothing: so from v1.13.2 on. */
export const otherVersions: readonly Mask[] = [
  { at: /^headers\.vary$/, looksLike: pattern(/^(Accept-Encoding, )?Origin(, [\w-]+)*$/) },
  {
    of: /^info\.getNodeVersion$/,
    at: /^body\.result\.version$/,
    looksLike: pattern(/^\w+\/[\d.]+$/),
  },
  {
    of: /^info\.getNodeVersion$/,
    at: /^body\.result\.rpcProtocolVersion$/,
    looksLike: pattern(/^\d+$/),
  },
  {
    of: /^info\.getNodeVersion$/,
    at: /^body\.result\.vmVersions\.\w+$/,
    looksLike: pattern(/^(v|avalanchego\/)\d+\.\d+\.\d+$/),
  },
];

/** Where no mask of a whole file is needed, these are. */
const always: readonly Mask[] = [
  {
    of: /^info\.getNodeVersion$/,
    at: /^body\.result\.gitCommit$/,
    looksLike: pattern(/^([0-9a-f]{40})?$/),
  },
  { of: health, at: /\.(timestamp|timeOfFirstFailure)$/, looksLike: time },
  { of: health, at: /\.duration$/, looksLike: count },
  { of: health, at: /\.diskspace\.message\.availableDisk(Bytes|Percentage)$/, looksLike: count },
  {
    of: /^platform\.getCurrentValidators$/,
    at: /^body\.result\.validators\[\d+\]\.uptime$/,
    looksLike: pattern(/^\d{1,3}\.\d{4}$/),
  },
  {
    of: /^platform\.getCurrentValidators$/,
    at: /^body\.result\.validators\[\d+\]\.connected$/,
    looksLike: (value) => typeof value === "boolean",
  },
  {
    of: /^platform\.sampleValidators$/,
    at: /^body\.result\.validators\[\d+\]$/,
    looksLike: nodeID,
  },
];

/** Puts `<masked>` in the place of every value that a mask covers. */
export function maskAnswer<A extends Partial<Answer>>(
  exchange: Exchange,
  answer: A,
  ofFile: readonly Mask[],
): A {
  const subject = subjectOf(exchange);
  const masks = [...always, ...ofFile].filter(({ of }) => of === undefined || of.test(subject));
  const masked = (value: JsonValue, at: string): JsonValue => {
    if (masks.some((mask) => mask.at.test(at) && mask.looksLike(value))) return "<masked>";
    if (typeof value !== "object" || value === null) return value;
    if (isList(value)) return value.map((item, i) => masked(item, `${at}[${i}]`));
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, masked(member, `${at}.${name}`)]),
    );
  };
  return Object.fromEntries(
    Object.entries(answer).map(([part, value]) => [part, masked(value as JsonValue, part)]),
  ) as A;
}

/** The method called, or the path where nothing is. */
export function subjectOf({ path, body }: Exchange): string {
  try {
    const parsed = parseJson(body ?? "") as { readonly method?: JsonValue } | null;
    return typeof parsed?.method === "string" ? parsed.method : path;
  } catch {
    return path;
  }
}

function isList(value: object): value is readonly JsonValue[] {
  return Array.isArray(value);
}

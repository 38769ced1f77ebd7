import { FormatError } from "../../formats/format-error.ts";
import { maxUint64 } from "../../formats/uint64.ts";
import { describeValue } from "../../generated/issue.ts";
import type { Operation } from "../../generated/mesh/types.ts";
import type { TransferableInput } from "../../pchain/components/inputs.ts";
import type { TransferableOutput } from "../../pchain/components/outputs.ts";
import { chainAddress } from "../account.ts";
import { coinOf } from "../coin.ts";
import { checkCurrency } from "../currency.ts";
import { MeshError } from "../mesh-error.ts";
import type { MeshContext } from "../operation.ts";

/** What an operation adds to a transaction. */
export type OperationPart =
  | { readonly kind: "INPUT" | "IMPORT"; readonly input: TransferableInput; readonly owner: string }
  | { readonly kind: "OUTPUT" | "EXPORT" | "STAKE"; readonly output: TransferableOutput };

/** What operations of a type can be, and the alias of the other chain of imports and exports. */
export type Expected = { readonly kinds: readonly string[]; readonly alias: string | undefined };

/** Reads the operation at a place. Throws MeshError, which names the member, for what a transaction would not keep. */
export function partOf(
  operation: Operation,
  at: number,
  expected: Expected,
  context: MeshContext,
): OperationPart {
  const where = `operations[${at}]`;
  checkOrder(operation, at, where);
  const { account, amount, coin_change, metadata = {} } = operation;
  if (account === undefined || amount === undefined) {
    throw invalidOperations(`${where}: expected an account and an amount`);
  }
  if (account.sub_account !== undefined) {
    throw invalidOperations(`${where}.account.sub_account: expected none in construction`);
  }
  const { avaxAssetID: assetID } = context.chain;
  checkCurrency(`${where}.amount.currency`, amount.currency, assetID, context, invalidOperations);
  const value = amountOf(`${where}.amount.value`, amount.value);
  const isSpent = value < 0n;
  const kind = kindOf(`${where}.metadata.type`, metadata["type"], isSpent, expected);
  const address = { field: `${where}.account.address`, text: account.address };
  const owner = ownerOf(address, aliasesOf(kind, expected), context);
  const member = (name: string) => `${where}.metadata.${name}`;
  const action = isSpent ? "coin_spent" : "coin_created";
  if (coin_change !== undefined && coin_change.coin_action !== action) {
    const { coin_action: got } = coin_change;
    throw invalidOperations(`${where}.coin_change.coin_action: expected ${action}, got ${got}`);
  }
  if (isSpent) {
    if (coin_change === undefined) throw invalidOperations(`${where}: expected a coin_change`);
    checkOnly(member("locktime"), metadata["locktime"] ?? 0, 0);
    checkOnly(member("sig_indices"), metadata["sig_indices"] ?? [0], [0]);
    const coin = coinOf(
      `${where}.coin_change.coin_identifier.identifier`,
      coin_change.coin_identifier.identifier,
    );
    const input = { kind: "TransferInput", amount: -value, signatureIndices: [0] } as const;
    const isImported = kind === "IMPORT";
    return {
      kind: isImported ? "IMPORT" : "INPUT",
      input: { ...coin, assetID, input },
      owner: account.address,
    };
  }
  checkOnly(member("threshold"), metadata["threshold"] ?? 1, 1);
  const locktime = locktimeOf(member("locktime"), metadata["locktime"] ?? 0);
  const owners = { locktime, threshold: 1, addresses: [owner] };
  const output = { kind: "TransferOutput", amount: value, ...owners } as const;
  return { kind: kind as "OUTPUT" | "EXPORT" | "STAKE", output: { assetID, output } };
}

/** As the SDK's asserter has it: an operation can relate only to those before it. */
function checkOrder(
  { operation_identifier, related_operations = [] }: Operation,
  at: number,
  where: string,
): void {
  const { index } = operation_identifier;
  if (index !== at) {
    throw invalidOperations(`${where}.operation_identifier.index: expected ${at}, got ${index}`);
  }
  const later = related_operations.findIndex((each) => each.index >= at);
  if (later === -1) return;
  const got = related_operations[later]!.index;
  const expected = at === 0 ? "no related operation of the first one" : `less than ${at}`;
  throw invalidOperations(
    `${where}.related_operations[${later}].index: expected ${expected}, got ${got}`,
  );
}

function amountOf(field: string, text: string): bigint {
  const value = BigInt(text);
  const size = value < 0n ? -value : value;
  if (size > 0n && size <= maxUint64) return value;
  const expected = `an amount from 1 to ${maxUint64}, negative if it is spent`;
  throw invalidOperations(`${field}: expected ${expected}, got ${text}`);
}

const spentKinds: readonly string[] = ["INPUT", "IMPORT"];

function kindOf(field: string, given: unknown, isSpent: boolean, { kinds }: Expected): string {
  const possible = kinds.filter((kind) => spentKinds.includes(kind) === isSpent);
  const kind = given ?? (isSpent ? "INPUT" : "OUTPUT");
  const found = possible.find((each) => each === kind);
  if (found !== undefined) return found;
  const amounts = isSpent ? "a negative amount" : "a positive amount";
  const expected = `${possible.join(" or ")} for ${amounts}`;
  throw invalidOperations(`${field}: expected ${expected}, got ${describeValue(given)}`);
}

/** An export is to an address of the other chain; what is imported has its owner on either. */
function aliasesOf(kind: string, { alias = "P" }: Expected): readonly string[] {
  if (kind === "EXPORT") return [alias];
  return kind === "IMPORT" ? ["P", alias] : ["P"];
}

/** The owner of an address of one of the chains. */
function ownerOf(
  { field, text }: { readonly field: string; readonly text: string },
  aliases: readonly string[],
  context: MeshContext,
) {
  const known = aliases.find((each) => text.startsWith(`${each}-`));
  const expected = `an address that begins with ${aliases
    .map((each) => `${each}-${context.chain.network.hrp}1`)
    .join(" or ")}`;
  if (known === undefined) {
    throw invalidOperations(`${field}: expected ${expected}, got ${describeValue(text)}`);
  }
  return parsed(field, expected, () => chainAddress(`P-${text.slice(known.length + 1)}`, context));
}

function locktimeOf(field: string, value: unknown): bigint {
  if (typeof value === "number" && Number.isSafeInteger(value) && value >= 0) return BigInt(value);
  throw invalidOperations(
    `${field}: expected a whole number from 0 to ${Number.MAX_SAFE_INTEGER}, got ${describeValue(value)}`,
  );
}

function checkOnly(field: string, value: unknown, only: unknown): void {
  if (JSON.stringify(value) === JSON.stringify(only)) return;
  throw invalidOperations(
    `${field}: expected ${JSON.stringify(only)}, got ${describeValue(value)}`,
  );
}

/** Throws MeshError, which names the field, for a FormatError. */
export function parsed<T>(field: string, expected: string, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    throw invalidOperations(`${field}: expected ${expected}: ${error.message}`);
  }
}

export function invalidOperations(description: string): MeshError {
  return new MeshError("operationsInvalid", description);
}

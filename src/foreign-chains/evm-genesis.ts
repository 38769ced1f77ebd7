import { expectLength } from "../formats/cb58.ts";
import { FormatError } from "../formats/format-error.ts";
import { type GoJson, GoNumber, parseGoJson } from "../formats/go-json.ts";
import { GoObject, mismatch } from "../formats/go-object.ts";
import { parseHexDigits } from "../formats/hex.ts";

/** The genesis of an EVM chain: fields of its first header, and its first state. */
export type EvmGenesis = {
  readonly nonce: bigint;
  readonly timestamp: bigint;
  readonly extraData: Uint8Array;
  readonly gasLimit: bigint;
  readonly difficulty: bigint;
  readonly mixHash: Uint8Array;
  readonly coinbase: Uint8Array;
  readonly gasUsed: bigint;
  readonly parentHash: Uint8Array;
  readonly baseFee: bigint | undefined;
  readonly excessBlobGas: bigint;
  readonly blobGasUsed: bigint;
  readonly accounts: readonly EvmAccount[];
};

export type EvmAccount = {
  readonly address: Uint8Array;
  readonly nonce: bigint;
  readonly balance: bigint;
  readonly code: Uint8Array;
  readonly storage: readonly (readonly [key: Uint8Array, value: Uint8Array])[];
  readonly holdsOtherAssets: boolean;
};

/** Reads a genesis as coreth does. Throws FormatError. coreth core/gen_genesis.go, core/types/account.go @ v0.13.9-rc.1 */
export function parseEvmGenesis(json: Uint8Array): EvmGenesis {
  const genesis = new GoObject([parseGoJson(json)], "genesis");
  genesis.pointer("config", (value, path) => new GoObject([value], path));
  if ((numberOf(genesis, "number") ?? 0n) !== 0n) throw new FormatError("the number is not 0");
  return {
    nonce: numberOf(genesis, "nonce") ?? 0n,
    timestamp: numberOf(genesis, "timestamp") ?? 0n,
    extraData: bytesOf(genesis, "extraData"),
    gasLimit: required(numberOf(genesis, "gasLimit"), "gasLimit"),
    difficulty: required(numberOf(genesis, "difficulty", 256), "difficulty"),
    mixHash: fixedOf(genesis, "mixHash", 32),
    coinbase: fixedOf(genesis, "coinbase", 20),
    gasUsed: numberOf(genesis, "gasUsed") ?? 0n,
    parentHash: fixedOf(genesis, "parentHash", 32),
    baseFee: numberOf(genesis, "baseFeePerGas", 256),
    excessBlobGas: numberOf(genesis, "excessBlobGas") ?? 0n,
    blobGasUsed: numberOf(genesis, "blobGasUsed") ?? 0n,
    accounts: required(genesis.map("alloc"), "alloc").map(([address, account]) =>
      accountOf(expectLength(digitsOf(address), 20), new GoObject([account], address)),
    ),
  };
}

function accountOf(address: Uint8Array, account: GoObject): EvmAccount {
  return {
    address,
    nonce: numberOf(account, "nonce") ?? 0n,
    balance: required(numberOf(account, "balance", 256), "balance"),
    code: bytesOf(account, "code"),
    storage: (account.map("storage") ?? []).map(([key, value]) => [
      storageWord(key),
      storageWord(value),
    ]),
    holdsOtherAssets: (account.map("mcbalance") ?? []).length > 0,
  };
}

function required<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new FormatError(`missing required field '${name}'`);
  return value;
}

const hexNumber = /^0[xX]([0-9a-fA-F]+)$/;
const decimalNumber = /^\d+$/;
/** The digits of the largest number of 256 bits, and zeros before it: BigInt takes quadratic time. */
const digitsMax = 200;

/** Hexadecimal or decimal text, or a number. Empty text is 0. go-ethereum common/math */
function numberOf(object: GoObject, name: string, bits = 64): bigint | undefined {
  return object.pointer(name, (value, path) => {
    const text = value instanceof GoNumber ? value.literal : textOf(value, path);
    if (text === "") return 0n;
    const isNumber = text.length <= digitsMax && (hexNumber.test(text) || decimalNumber.test(text));
    const number = isNumber ? BigInt(text) : -1n;
    if (number < 0n || number >> BigInt(bits) !== 0n) {
      throw new FormatError(`${path} is not a number of ${bits} bits`);
    }
    return number;
  });
}

function bytesOf(object: GoObject, name: string): Uint8Array {
  return object.pointer(name, prefixedBytes) ?? new Uint8Array();
}

function fixedOf(object: GoObject, name: string, length: number): Uint8Array {
  const fixed = object.pointer(name, (value, path) =>
    expectLength(prefixedBytes(value, path), length),
  );
  return fixed ?? new Uint8Array(length);
}

/** A text, with 0x unless it is empty. go-ethereum common/hexutil */
function prefixedBytes(value: GoJson, path: string): Uint8Array {
  const text = textOf(value, path);
  if (text !== "" && !/^0x/i.test(text)) throw new FormatError(`${path} has no prefix 0x`);
  return digitsOf(text);
}

function textOf(value: GoJson, path: string): string {
  if (typeof value !== "string") throw mismatch(path, "a text");
  return value;
}

const digitsOf = (text: string): Uint8Array => parseHexDigits(text.replace(/^0x/i, ""));

/** A word of 32 bytes, which may be written without zeros before it, or null for 0. */
function storageWord(value: GoJson): Uint8Array {
  const text = textOf(value ?? "", "a word of the storage");
  const bytes = parseHexDigits(text.replace(/^0x/, ""));
  if (bytes.length > 32) throw new FormatError("a word of the storage has more than 32 bytes");
  const word = new Uint8Array(32);
  word.set(bytes, 32 - bytes.length);
  return word;
}

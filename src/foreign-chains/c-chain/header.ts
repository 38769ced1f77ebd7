import { FormatError } from "../../formats/format-error.ts";
import { formatHex, parseHex } from "../../formats/hex.ts";
import type { JsonValue } from "../../formats/json.ts";
import { at, type JsonMembers, membersOf, textOf } from "../../pchain/codec/json-form.ts";
import { RlpError } from "../c-chain-block.ts";
import { bigEndian, type RlpItem, rlpItems, rlpList, rlpString } from "./rlp.ts";

/** The fields that every block has. Amounts of AVAX are in wei, times in Unix seconds. */
type FirstFields = {
  readonly parentHash: Uint8Array;
  readonly sha3Uncles: Uint8Array;
  readonly miner: Uint8Array;
  readonly stateRoot: Uint8Array;
  readonly transactionsRoot: Uint8Array;
  readonly receiptsRoot: Uint8Array;
  readonly logsBloom: Uint8Array;
  readonly difficulty: bigint;
  readonly number: bigint;
  readonly gasLimit: bigint;
  readonly gasUsed: bigint;
  readonly timestamp: bigint;
  readonly extraData: Uint8Array;
  readonly mixHash: Uint8Array;
  readonly nonce: Uint8Array;
  readonly extDataHash: Uint8Array;
};

/** The fields that upgrades added; a header has them up to those of its upgrade. */
type LaterFields = {
  readonly baseFeePerGas: bigint;
  readonly extDataGasUsed: bigint;
  readonly blockGasCost: bigint;
  readonly blobGasUsed: bigint;
  readonly excessBlobGas: bigint;
  readonly parentBeaconBlockRoot: Uint8Array;
  readonly timestampMilliseconds: bigint;
  readonly minDelayExcess: bigint;
  readonly targetExponent: bigint;
  readonly minPriceExponent: bigint;
  readonly settledHeight: bigint;
  readonly settledGasUnix: bigint;
  readonly settledGasNumerator: bigint;
  readonly settledExcess: bigint;
};

/** A header of the C-chain, with the names of its JSON-RPC API. */
export type CChainHeader = FirstFields & Partial<LaterFields>;

type HeaderField<T> = {
  read(content: Uint8Array): T;
  write(value: T): Uint8Array;
  toJson(value: T): JsonValue;
  fromJson(json: JsonValue): T;
};

const byteString: HeaderField<Uint8Array> = {
  read: (content) => content,
  write: (value) => value,
  toJson: formatHex,
  fromJson: (json) => parseHex(textOf(json)),
};

function fixed(length: number): HeaderField<Uint8Array> {
  const checked = <E extends Error>(value: Uint8Array, error: new (message: string) => E) => {
    if (value.length === length) return value;
    throw new error(`expected ${length} bytes but got ${value.length}`);
  };
  return {
    ...byteString,
    read: (content) => checked(content, RlpError),
    fromJson: (json) => checked(parseHex(textOf(json)), FormatError),
  };
}

function unsigned(bytesMax: number): HeaderField<bigint> {
  return {
    read(content) {
      if (content.length > bytesMax) throw new RlpError("input string too long for uint64");
      if (content[0] === 0) throw new RlpError("non-canonical integer (leading zero bytes)");
      return content.length === 0 ? 0n : BigInt(formatHex(content));
    },
    write: bigEndian,
    toJson: (value) => `0x${value.toString(16)}`,
    fromJson(json) {
      const text = textOf(json);
      if (!/^0x[0-9a-f]+$/i.test(text)) throw new FormatError("expected a number in hexadecimal");
      const value = BigInt(text);
      if (bigEndian(value).length > bytesMax) throw new FormatError(`${text} is too large`);
      return value;
    },
  };
}

const hash = fixed(32);
const uint64 = unsigned(8);
const bigInt = unsigned(Number.POSITIVE_INFINITY);

/** Wire order. avalanchego graft/coreth/plugin/evm/customtypes/header_ext.go @ v1.15.0-fuji */
const firstFields = {
  parentHash: hash,
  sha3Uncles: hash,
  miner: fixed(20),
  stateRoot: hash,
  transactionsRoot: hash,
  receiptsRoot: hash,
  logsBloom: fixed(256),
  difficulty: bigInt,
  number: bigInt,
  gasLimit: uint64,
  gasUsed: uint64,
  timestamp: uint64,
  extraData: byteString,
  mixHash: hash,
  nonce: fixed(8),
  extDataHash: hash,
} satisfies { readonly [K in keyof FirstFields]: HeaderField<FirstFields[K]> };

/** Of Apricot phase 3, Apricot phase 4, Etna, Granite and Helicon, which added the last six. */
const laterFields = {
  baseFeePerGas: bigInt,
  extDataGasUsed: bigInt,
  blockGasCost: bigInt,
  blobGasUsed: uint64,
  excessBlobGas: uint64,
  parentBeaconBlockRoot: hash,
  timestampMilliseconds: uint64,
  minDelayExcess: uint64,
  targetExponent: uint64,
  minPriceExponent: uint64,
  settledHeight: uint64,
  settledGasUnix: uint64,
  settledGasNumerator: uint64,
  settledExcess: uint64,
} satisfies { readonly [K in keyof LaterFields]: HeaderField<LaterFields[K]> };

const fields = Object.entries({ ...firstFields, ...laterFields }) as [
  string,
  HeaderField<unknown>,
][];
const requiredCount = Object.keys(firstFields).length;

/** Throws RlpError. */
export function readHeader(list: RlpItem): CChainHeader {
  const items = rlpItems(list);
  if (items.length < requiredCount) throw new RlpError("too few elements for a header");
  if (items.length > fields.length) throw new RlpError("input list has too many elements");
  const read = items.map(({ isList, content }, index) => {
    const [name, field] = fields[index]!;
    if (isList) throw new RlpError(`expected input string for ${name}`);
    return [name, field.read(content)];
  });
  return Object.fromEntries(read) as CChainHeader;
}

/** Throws FormatError for a header that lacks a field before its last one. */
export function writeHeader(header: CChainHeader): Uint8Array {
  const values = header as Readonly<Record<string, unknown>>;
  const count = fields.findLastIndex(([name]) => values[name] !== undefined) + 1;
  return rlpList(
    fields.slice(0, Math.max(count, requiredCount)).map(([name, field]) => {
      const value = values[name];
      if (value === undefined) throw new FormatError(`${name} is missing`);
      return rlpString(field.write(value));
    }),
  );
}

export function headerToJson(header: CChainHeader): JsonValue {
  const values = header as Readonly<Record<string, unknown>>;
  const present = fields.filter(([name]) => values[name] !== undefined);
  return Object.fromEntries(present.map(([name, field]) => [name, field.toJson(values[name])]));
}

/** Throws FormatError. */
export function headerFromJson(json: JsonValue): CChainHeader {
  const members: JsonMembers = membersOf(json);
  const present = fields.filter(([name]) => Object.hasOwn(members, name));
  return Object.fromEntries(
    present.map(([name, field]) => [name, at(name, () => field.fromJson(members[name]!))]),
  ) as CChainHeader;
}

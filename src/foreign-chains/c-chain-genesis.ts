import { encode, type Input } from "@ethereumjs/rlp";
import { keccak256 } from "../crypto/hash.ts";
import type { Id } from "../formats/bytes.ts";
import { type JsonValue, parseJson } from "../formats/json.ts";
import type { Upgrades } from "../networks/network.ts";
import { emptyTrieRoot, trieRoot } from "./state-trie.ts";

const none = new Uint8Array();
const zeroHash = new Uint8Array(32);
const bloom = new Uint8Array(256);

/** First base fee, in wei, of a C-chain that starts after Apricot phase 3. */
const initialBaseFee = 225_000_000_000n;

/** The excess of about two seconds between blocks (ACP-226). avalanchego vms/evm/acp226/acp226.go @ v1.14.2 */
const initialDelayExcess = 7_970_124n;

/** The precompiled contract for warp messages, active since Durango. */
const warp = { address: "0200000000000000000000000000000000000005", nonce: 1n, code: "01" };

/**
 * ID of the C-chain block at height 0, which is the hash of its header, computed from the genesis data in the P-chain
 * genesis. Undefined for a genesis with multi-coin balances, which no network has used. coreth core/genesis.go @ v0.13.9-rc.1;
 * the fields since Granite are those of v1.14.2 and v1.15.0-fuji.
 */
export function cChainGenesisBlockID(genesisData: Uint8Array, upgrades: Upgrades): Id | undefined {
  const genesis = object(parseJson(new TextDecoder().decode(genesisData)));
  const alloc = object(genesis["alloc"] ?? {});
  const accounts = Object.entries(alloc).map(
    ([address, account]) => [address, object(account)] as const,
  );
  if (accounts.some(([, account]) => account["mcbalance"] !== undefined)) return undefined;
  const timestamp = number(genesis["timestamp"], 0n);
  const states = accounts.map(([address, account]) => accountEntry(address, account));
  if (timestamp >= upgrades.durango) {
    states.push([
      hex(warp.address),
      encodeAccount(warp.nonce, 0n, emptyTrieRoot(), hex(warp.code)),
    ]);
  }
  const emptyRoot = emptyTrieRoot();
  return keccak256(
    encode([
      fixed(genesis["parentHash"], 32),
      keccak256(encode([])),
      fixed(genesis["coinbase"], 20),
      trieRoot(states),
      emptyRoot,
      emptyRoot,
      bloom,
      number(genesis["difficulty"], 131_072n),
      number(genesis["number"], 0n),
      number(genesis["gasLimit"], 0n) || 4_712_388n,
      number(genesis["gasUsed"], 0n),
      timestamp,
      hex(text(genesis["extraData"])),
      fixed(genesis["mixHash"], 32),
      fixedNumber(number(genesis["nonce"], 0n), 8),
      zeroHash,
      ...laterFields(genesis, timestamp, upgrades),
    ]),
  );
}

/** The header fields that upgrades added. */
function laterFields(genesis: JsonMembers, timestamp: bigint, upgrades: Upgrades): Input[] {
  if (timestamp < upgrades.apricotPhase3) return [];
  const baseFee = number(genesis["baseFeePerGas"], initialBaseFee);
  if (timestamp < upgrades.etna) return [baseFee];
  // extDataGasUsed, blockGasCost, blobGasUsed, excessBlobGas, parentBeaconRoot
  const sinceEtna = [baseFee, none, none, none, none, zeroHash];
  if (timestamp < upgrades.granite) return sinceEtna;
  const sinceGranite = [...sinceEtna, timestamp * 1_000n, initialDelayExcess];
  // targetExponent, minPriceExponent, settledHeight, settledGasUnix, settledGasNumerator, settledExcess
  return timestamp < upgrades.helicon ? sinceGranite : [...sinceGranite, 0n, 0n, 0n, 0n, 0n, 0n];
}

function accountEntry(address: string, account: JsonMembers): [Uint8Array, Uint8Array] {
  const storage = Object.entries(object(account["storage"] ?? {})).map(
    ([key, value]): [Uint8Array, Uint8Array] => [storageKey(key), encode(number(value, 0n))],
  );
  const root = storage.length === 0 ? emptyTrieRoot() : trieRoot(storage);
  const nonce = number(account["nonce"], 0n);
  const balance = number(account["balance"], 0n);
  return [hex(address), encodeAccount(nonce, balance, root, hex(text(account["code"])))];
}

/** The last field is set for accounts that hold assets other than AVAX. */
function encodeAccount(
  nonce: bigint,
  balance: bigint,
  root: Uint8Array,
  code: Uint8Array,
): Uint8Array {
  return encode([nonce, balance, root, keccak256(code), none]);
}

/** coreth clears the lowest bit of the first byte; keys with that bit set hold balances of other assets. */
function storageKey(key: string): Uint8Array {
  const bytes = fixedNumber(number(key, 0n), 32);
  bytes[0]! &= 0xfe;
  return bytes;
}

type JsonMembers = { readonly [name: string]: JsonValue };

function object(value: JsonValue): JsonMembers {
  if (typeof value === "object" && value !== null && !Array.isArray(value))
    return value as JsonMembers;
  throw new Error("the C-chain genesis is not an object");
}

function text(value: JsonValue | undefined): string {
  return typeof value === "string" ? value : "";
}

/** Reads hexadecimal or decimal text, or a JSON number. */
function number(value: JsonValue | undefined, standard: bigint): bigint {
  if (typeof value === "string" && value !== "") return BigInt(value);
  return typeof value === "number" || typeof value === "bigint" ? BigInt(value) : standard;
}

function hex(value: string): Uint8Array {
  const digits = value.replace(/^0x/i, "");
  return Uint8Array.from(Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, "hex"));
}

function fixed(value: JsonValue | undefined, length: number): Uint8Array {
  const bytes = hex(text(value));
  const padded = new Uint8Array(length);
  padded.set(bytes.slice(-length), length - Math.min(length, bytes.length));
  return padded;
}

function fixedNumber(value: bigint, length: number): Uint8Array {
  return fixed(`0x${value.toString(16)}`, length);
}

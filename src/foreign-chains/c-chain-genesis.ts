import { encode, type Input } from "@ethereumjs/rlp";
import { keccak256 } from "../crypto/hash.ts";
import type { Id } from "../formats/bytes.ts";
import { parseHexDigits } from "../formats/hex.ts";
import type { Upgrades } from "../networks/network.ts";
import { type EvmAccount, type EvmGenesis, parseEvmGenesis } from "./evm-genesis.ts";
import { emptyTrieRoot, trieRoot } from "./state-trie.ts";

const none = new Uint8Array();
const zeroHash = new Uint8Array(32);
const bloom = new Uint8Array(256);

/** First base fee, in wei, of a C-chain that starts after Apricot phase 3. */
const initialBaseFee = 225_000_000_000n;

/** The excess of about two seconds between blocks (ACP-226). avalanchego vms/evm/acp226/acp226.go @ v1.14.2 */
const initialDelayExcess = 7_970_124n;

/** The precompiled contract for warp messages, active since Durango. */
const warp = {
  address: parseHexDigits("0200000000000000000000000000000000000005"),
  nonce: 1n,
  code: Uint8Array.of(1),
};

/**
 * ID of the C-chain block at height 0, which is the hash of its header, computed from the genesis data in the P-chain
 * genesis. Undefined for a genesis with balances of other assets, which no network has used. Throws FormatError.
 * coreth core/genesis.go @ v0.13.9-rc.1; the fields since Granite are those of v1.14.2 and v1.15.0-fuji.
 */
export function cChainGenesisBlockID(genesisData: Uint8Array, upgrades: Upgrades): Id | undefined {
  const genesis = parseEvmGenesis(genesisData);
  if (genesis.accounts.some(({ holdsOtherAssets }) => holdsOtherAssets)) return undefined;
  const { timestamp } = genesis;
  const emptyRoot = emptyTrieRoot();
  return keccak256(
    encode([
      genesis.parentHash,
      keccak256(encode([])),
      genesis.coinbase,
      stateRoot(genesis, upgrades),
      emptyRoot,
      emptyRoot,
      bloom,
      genesis.difficulty,
      0n,
      genesis.gasLimit || 4_712_388n,
      genesis.gasUsed,
      timestamp,
      genesis.extraData,
      genesis.mixHash,
      wordOf(genesis.nonce, 8),
      zeroHash,
      ...laterFields(genesis, upgrades),
    ]),
  );
}

/** The header fields that upgrades added. A genesis may have a base fee before its time. */
function laterFields(
  { timestamp, baseFee, blobGasUsed, excessBlobGas }: EvmGenesis,
  upgrades: Upgrades,
): Input[] {
  if (timestamp < upgrades.apricotPhase3) return baseFee === undefined ? [] : [baseFee];
  const since3 = [baseFee ?? initialBaseFee];
  if (timestamp < upgrades.etna) return since3;
  // extDataGasUsed, blockGasCost, blobGasUsed, excessBlobGas, parentBeaconRoot
  const sinceEtna = [...since3, none, none, blobGasUsed, excessBlobGas, zeroHash];
  if (timestamp < upgrades.granite) return sinceEtna;
  const sinceGranite = [...sinceEtna, timestamp * 1_000n, initialDelayExcess];
  // targetExponent, minPriceExponent, settledHeight, settledGasUnix, settledGasNumerator, settledExcess
  return timestamp < upgrades.helicon ? sinceGranite : [...sinceGranite, 0n, 0n, 0n, 0n, 0n, 0n];
}

function stateRoot({ accounts, timestamp }: EvmGenesis, upgrades: Upgrades): Uint8Array {
  const states = accounts.map((account): [Uint8Array, Uint8Array] => [
    account.address,
    encodeAccount(account.nonce, account.balance, storageRoot(account), account.code),
  ]);
  if (timestamp >= upgrades.durango) {
    // An account of the genesis at this address replaces it.
    states.unshift([warp.address, encodeAccount(warp.nonce, 0n, emptyTrieRoot(), warp.code)]);
  }
  return trieRoot(states);
}

/** Words that are 0 are not stored. */
function storageRoot({ storage }: EvmAccount): Uint8Array {
  const words = storage.flatMap(([key, value]): [Uint8Array, Uint8Array][] => {
    const first = value.findIndex((byte) => byte !== 0);
    return first === -1 ? [] : [[storageKey(key), encode(value.subarray(first))]];
  });
  return words.length === 0 ? emptyTrieRoot() : trieRoot(words);
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
function storageKey(word: Uint8Array): Uint8Array {
  const key = Uint8Array.from(word);
  key[0]! &= 0xfe;
  return key;
}

const wordOf = (value: bigint, length: number): Uint8Array =>
  parseHexDigits(value.toString(16).padStart(2 * length, "0"));

import { sign } from "node:crypto";
import { keccak256, sha256 } from "../../../src/crypto/hash.ts";
import type { AcceptedContainers } from "../../../src/follow/accepted-containers.ts";
import { type BlockForm, type Container, readContainer } from "../../../src/follow/container.ts";
import { cChainForm, xChainForm } from "../../../src/follow/stored-chain/block-forms.ts";
import {
  type AtomicTx,
  atomicTx,
  type ExtDataForm,
  encodeExtData,
  type UnsignedAtomicTx,
} from "../../../src/foreign-chains/c-chain/atomic-tx.ts";
import { extDataHash, makeCChainBlock } from "../../../src/foreign-chains/c-chain/block.ts";
import { rlpList } from "../../../src/foreign-chains/c-chain/rlp.ts";
import { emptyTrieRoot } from "../../../src/foreign-chains/state-trie.ts";
import { makeXChainBlock } from "../../../src/foreign-chains/x-chain/block.ts";
import { type XChainTx, xChainTx } from "../../../src/foreign-chains/x-chain/tx.ts";
import type { XChainUnsignedTx } from "../../../src/foreign-chains/x-chain/unsigned-tx.ts";
import { emptyId, equalBytes, type Id } from "../../../src/formats/bytes.ts";
import { defaultUpgrades } from "../../../src/networks/upgrades.ts";
import type { OwnIdentity } from "../../../src/p2p/identity/own-identity.ts";
import { headerBytes, makeOuterBlock } from "../../../src/pchain/blocks/proposervm.ts";
import { encodeVersioned } from "../../../src/pchain/codec/versioned.ts";

export type ForeignChainOptions = {
  readonly chain: "X" | "C";
  readonly chainID: Id;
  /** The genesis block's. */
  readonly genesisID: Id;
  /** Signs every second block. */
  readonly proposer: OwnIdentity;
  /** Blocks up to this height have no wrapping. */
  readonly unwrapped?: number;
  /** Distinguishes chains. */
  readonly salt?: number;
};

export type ForeignTxs = readonly (XChainTx | AtomicTx)[];

/** Blocks of an X- or C-chain, as a validator has them; nothing is executed. */
export class ForeignChain implements AcceptedContainers {
  readonly containers: Container[] = [];
  readonly form: BlockForm;
  readonly #options: ForeignChainOptions;

  constructor(options: ForeignChainOptions) {
    this.#options = options;
    this.form = options.chain === "X" ? xChainForm : cChainForm(defaultUpgrades);
  }

  /** Adds blocks; the first one has the transactions, on the C-chain in a form of ExtData. */
  extend(count = 1, txs: ForeignTxs = [], form: ExtDataForm = "batch"): void {
    for (let i = 0; i < count; i++) this.#add(i === 0 ? txs : [], form);
  }

  /** Adds a block of the C-chain with any ExtData, which its header has the hash of. */
  extendWith(extData: Uint8Array): void {
    this.#put((parentID, height, salt) => cBlock(parentID, height, extData, salt));
  }

  lastHeight(): bigint {
    return BigInt(this.containers.length);
  }

  lastID(): Id {
    return this.containers.at(-1)?.id ?? this.#options.genesisID;
  }

  idAt(height: bigint): Id | undefined {
    return height === 0n ? this.#options.genesisID : this.containers[Number(height) - 1]?.id;
  }

  bytesAt(height: bigint): Uint8Array | undefined {
    return this.containers[Number(height) - 1]?.bytes;
  }

  heightOf(id: Id): bigint | undefined {
    if (equalBytes(id, this.#options.genesisID)) return 0n;
    const index = this.containers.findIndex((each) => equalBytes(each.id, id));
    return index === -1 ? undefined : BigInt(index) + 1n;
  }

  #add(txs: ForeignTxs, form: ExtDataForm): void {
    this.#put((parentID, height, salt) =>
      this.#options.chain === "X"
        ? xBlock(parentID, height, txs as readonly XChainTx[], salt)
        : cBlock(parentID, height, encodeExtData(txs as readonly AtomicTx[], form), salt),
    );
  }

  #put(make: (parentID: Id, height: number, salt: number) => Uint8Array): void {
    const { genesisID, unwrapped = 0, salt = 0 } = this.#options;
    const last = this.containers.at(-1);
    const height = this.containers.length + 1;
    const parentID = last === undefined ? genesisID : this.form.idOf(last.block);
    const block = make(parentID, height, salt);
    const bytes = height <= unwrapped ? block : this.#wrap(block, height);
    this.containers.push(readContainer(bytes, this.form));
  }

  #wrap(block: Uint8Array, height: number): Uint8Array {
    const { chainID, proposer } = this.#options;
    const isSigned = height % 2 === 0;
    const parentID = this.lastID();
    const content = {
      kind: "StatelessBlock" as const,
      proposal: {
        parentID,
        timestamp: startTime + BigInt(height),
        pChainHeight: 0n,
        certificate: isSigned ? proposer.certificate.der : new Uint8Array(),
        block,
      },
    };
    const { id } = makeOuterBlock({ ...content, signature: new Uint8Array() });
    const signature = isSigned
      ? new Uint8Array(sign("sha256", headerBytes(chainID, parentID, id), proposer.tlsKey))
      : new Uint8Array();
    return makeOuterBlock({ ...content, signature }).bytes;
  }
}

const startTime = 1_767_700_000n;

function xBlock(parentID: Id, height: number, txs: readonly XChainTx[], salt: number): Uint8Array {
  return makeXChainBlock({
    kind: "StandardBlock",
    parentID,
    height: BigInt(height),
    time: startTime + BigInt(height + salt),
    merkleRoot: emptyId,
    txs,
  }).bytes;
}

function cBlock(parentHash: Id, height: number, extData: Uint8Array, salt: number): Uint8Array {
  return makeCChainBlock({
    header: {
      parentHash,
      sha3Uncles: keccak256(rlpList([])),
      miner: new Uint8Array(20),
      stateRoot: new Uint8Array(32).fill(1),
      transactionsRoot: emptyTrieRoot(),
      receiptsRoot: emptyTrieRoot(),
      logsBloom: new Uint8Array(256),
      difficulty: 1n,
      number: BigInt(height),
      gasLimit: 15_000_000n,
      gasUsed: 0n,
      timestamp: startTime + BigInt(height + salt),
      extraData: new Uint8Array(80),
      mixHash: new Uint8Array(32),
      nonce: new Uint8Array(8),
      extDataHash: extDataHash(extData),
      baseFeePerGas: 25_000_000_000n,
    },
    transactions: [],
    uncles: [],
    version: 0,
    extData,
  }).bytes;
}

/** An X-chain transaction without signatures, which nobody here verifies. */
export function unsignedXTx(unsigned: XChainUnsignedTx): XChainTx {
  return withBytes(xChainTx, unsigned);
}

/** The same of the C-chain. */
export function unsignedAtomicTx(unsigned: UnsignedAtomicTx): AtomicTx {
  return withBytes(atomicTx, unsigned);
}

function withBytes<T extends { readonly bytes: Uint8Array; readonly id: Id }>(
  field: Parameters<typeof encodeVersioned<T>>[0],
  unsigned: unknown,
): T {
  const bare = { unsigned, credentials: [], bytes: new Uint8Array(), id: emptyId };
  const bytes = encodeVersioned(field, bare as unknown as T);
  return { ...bare, bytes, id: sha256(bytes) } as unknown as T;
}

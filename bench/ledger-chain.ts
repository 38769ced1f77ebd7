import { hash160, sha256 } from "../src/crypto/hash.ts";
import { publicKey, sign } from "../src/crypto/secp256k1.ts";
import { type BytesKey, keyOf, type ShortId } from "../src/formats/bytes.ts";
import { type Block, makeBlock } from "../src/pchain/blocks/block.ts";
import type { TransferOutput } from "../src/pchain/components/outputs.ts";
import { decodeUtxo, type Utxo } from "../src/pchain/components/utxo.ts";
import {
  compareTransferableInputs,
  compareTransferableOutputs,
} from "../src/pchain/components/verify.ts";
import { encodeUnsignedTx, makeTx, type Tx } from "../src/pchain/txs/tx.ts";
import type { ChainStore } from "../src/store/chain-store.ts";
import { outputAt, payer, payerKey } from "../test/support/transfers.ts";

/** What a chain of transfers consists of. */
export type LedgerChain = {
  readonly txs: number;
  readonly txsPerBlock: number;
  /** How many addresses pay and are paid, besides the busiest one. */
  readonly addresses: number;
  /** Default: signatures of zeros, which trusted blocks may have. */
  readonly isSigned?: boolean;
};

const networkID = 12345;
const feeNavax = 1_000_000n;
const secondsPerBlock = 1n;
const firstOutputs = 2_000;
const outputsPerTx = 500;
/** How many outputs the busiest address keeps. */
const keptOutputs = 500;
const emptySignature = new Uint8Array(65);

/** An address of these chains. Number 0 is the busiest: a fifth of all transactions pay it or are paid by it. */
export function addressOf(number: number): ShortId {
  return hash160(publicKey(privateKeyOf(number)));
}

function privateKeyOf(number: number): Uint8Array {
  const seed = new Uint8Array(4);
  new DataView(seed.buffer).setUint32(0, number);
  return sha256(seed);
}

/**
 * Blocks of transfers by the rules of Durango, for a local network: of two transactions, one divides an output and one joins
 * two. The same every time.
 */
export function* transferBlocks(
  store: ChainStore,
  { txs, txsPerBlock, addresses, isSigned = false }: LedgerChain,
): Generator<Block, undefined> {
  const { block } = blockMaker(store);
  const owners = Array.from({ length: addresses + 1 }, (_, number) => addressOf(number));
  const signer = isSigned ? signerOf(owners) : () => emptySignature;
  const ready = new Queue();
  const busy = new Queue();
  const keep = (tx: Tx) => {
    for (let index = 0; index < outputCount(tx); index++) {
      const utxo = outputAt(tx, index);
      const [owner] = (utxo.output as TransferOutput).addresses;
      if (owner !== payer) (owner === owners[0] ? busy : ready).add(utxo);
    }
  };
  for (const tx of firstTxs(store, owners, signer)) {
    yield block([tx]);
    keep(tx);
  }
  for (let made = 0; made < txs; ) {
    const content: Tx[] = [];
    for (; content.length < txsPerBlock && made < txs; made++) {
      // Multiples of 10 pay the busiest address; what comes five later is paid by it.
      const isPaying = made % 10 === 5 && busy.count > keptOutputs;
      const inputs = (isPaying ? busy : ready).take(made % 2 === 0 || isPaying ? 1 : 2);
      const next = owners[1 + ((made * 7919) % addresses)]!;
      const other = owners[made % 10 === 0 ? 0 : 1 + ((made * 104_729) % addresses)]!;
      const paid = made % 2 === 0 || isPaying ? [next, other] : [next];
      content.push(transfer(inputs, paid, signer));
    }
    yield block(content);
    for (const tx of content) keep(tx);
  }
  return undefined;
}

type Signer = (hash: Uint8Array, owner: ShortId) => Uint8Array;

function signerOf(owners: readonly ShortId[]): Signer {
  const keys = new Map<BytesKey, Uint8Array>([[keyOf(payer), payerKey]]);
  for (const [number, owner] of owners.entries()) keys.set(keyOf(owner), privateKeyOf(number));
  return (hash, owner) => sign(hash, keys.get(keyOf(owner))!);
}

/** First in, first out, without moving what waits. */
class Queue {
  #waiting: Utxo[] = [];
  #first = 0;

  get count(): number {
    return this.#waiting.length - this.#first;
  }

  add(utxo: Utxo): void {
    this.#waiting.push(utxo);
  }

  /** UTXOs that can pay the fee. */
  take(count: number): Utxo[] {
    const taken: Utxo[] = [];
    while (taken.length < count) {
      const utxo = this.#waiting[this.#first++];
      if (utxo === undefined) throw new Error("No output is left.");
      if ((utxo.output as TransferOutput).amount > 3n * feeNavax) taken.push(utxo);
    }
    if (this.#first > 10_000) {
      this.#waiting = this.#waiting.slice(this.#first);
      this.#first = 0;
    }
    return taken;
  }
}

function blockMaker(store: ChainStore): { readonly block: (txs: readonly Tx[]) => Block } {
  let parent: { readonly id: Uint8Array; readonly height: bigint } = store.blocks.lastAccepted();
  let time = store.state.timestamp();
  return {
    block: (txs) => {
      time += secondsPerBlock;
      const made = makeBlock({
        kind: "BanffStandardBlock",
        time,
        parentID: parent.id,
        height: parent.height + 1n,
        txs,
      });
      parent = made;
      return made;
    },
  };
}

/** Gives outputs to the first of the addresses. */
function* firstTxs(
  store: ChainStore,
  owners: readonly ShortId[],
  signer: Signer,
): Generator<Tx, undefined> {
  let [rest] = [...store.utxos.ownedBy(payer)]
    .map(({ bytes }) => decodeUtxo(bytes))
    .filter(({ output }) => output.kind === "TransferOutput");
  const amount = (rest!.output as TransferOutput).amount / BigInt(firstOutputs + outputsPerTx);
  for (let made = 0; made < firstOutputs; made += outputsPerTx) {
    const paid = Array.from({ length: outputsPerTx }, (_, each) => ({
      owner: owners[1 + ((made + each) % (owners.length - 1))]!,
      amount,
    }));
    const left = (rest!.output as TransferOutput).amount - amount * BigInt(outputsPerTx) - feeNavax;
    const tx = txOf([rest!], [...paid, { owner: payer, amount: left }], signer);
    yield tx;
    const index = outputsOf(tx).findIndex(({ output }) => output.addresses[0] === payer);
    rest = outputAt(tx, index);
  }
  return undefined;
}

function transfer(inputs: readonly Utxo[], owners: readonly ShortId[], signer: Signer): Tx {
  const sum = inputs.reduce((all, { output }) => all + (output as TransferOutput).amount, 0n);
  const amount = (sum - feeNavax) / BigInt(owners.length);
  return txOf(
    inputs,
    owners.map((owner) => ({ owner, amount })),
    signer,
  );
}

function txOf(
  utxos: readonly Utxo[],
  paid: readonly { readonly owner: ShortId; readonly amount: bigint }[],
  signer: Signer,
): Tx {
  const { assetID } = utxos[0]!;
  const outputs = paid.map(({ owner, amount }) => ({
    assetID,
    output: {
      kind: "TransferOutput" as const,
      amount,
      locktime: 0n,
      threshold: 1,
      addresses: [owner],
    },
  }));
  const inputs = utxos
    .map(({ txID, outputIndex, output }) => {
      const spent = output as TransferOutput;
      const input = { kind: "TransferInput" as const, amount: spent.amount, signatureIndices: [0] };
      return { signedBy: spent.addresses[0]!, input: { txID, outputIndex, assetID, input } };
    })
    .sort((a, b) => compareTransferableInputs(a.input, b.input));
  const baseTx = {
    networkID,
    blockchainID: new Uint8Array(32),
    outputs: outputs.sort(compareTransferableOutputs),
    inputs: inputs.map(({ input }) => input),
    memo: new Uint8Array(0),
  };
  const unsigned = { kind: "BaseTx", baseTx } as const;
  const hash = sha256(encodeUnsignedTx(unsigned));
  return makeTx(
    unsigned,
    inputs.map(({ signedBy }) => ({ kind: "Credential", signatures: [signer(hash, signedBy)] })),
  );
}

function outputsOf({ unsigned }: Tx) {
  if (unsigned.kind !== "BaseTx") throw new Error("It is no BaseTx.");
  return unsigned.baseTx.outputs as readonly { readonly output: TransferOutput }[];
}

const outputCount = (tx: Tx): number => outputsOf(tx).length;

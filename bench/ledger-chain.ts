import { sha256 } from "../src/crypto/hash.ts";
import type { ShortId } from "../src/formats/bytes.ts";
import { type Block, makeBlock } from "../src/pchain/blocks/block.ts";
import type { TransferOutput } from "../src/pchain/components/outputs.ts";
import { decodeUtxo, type Utxo } from "../src/pchain/components/utxo.ts";
import {
  compareTransferableInputs,
  compareTransferableOutputs,
} from "../src/pchain/components/verify.ts";
import { makeTx, type Tx } from "../src/pchain/txs/tx.ts";
import type { ChainStore } from "../src/store/chain-store.ts";
import { outputAt, payer } from "../test/support/transfers.ts";

/** What a chain of transfers consists of. */
export type LedgerChain = {
  readonly txs: number;
  readonly txsPerBlock: number;
  /** How many addresses pay and are paid, besides the busiest one. */
  readonly addresses: number;
};

const networkID = 12345;
const feeNavax = 1_000_000n;
const secondsPerBlock = 1n;
const firstOutputs = 2_000;
const outputsPerTx = 500;
/** How many outputs the busiest address keeps. */
const keptOutputs = 500;
/** The signatures of trusted blocks are not verified. */
const credential = { kind: "Credential", signatures: [new Uint8Array(65)] } as const;

/** An address of these chains. Number 0 is the busiest: a fifth of all transactions pay it or are paid by it. */
export function addressOf(number: number): ShortId {
  const seed = new Uint8Array(4);
  new DataView(seed.buffer).setUint32(0, number);
  return sha256(seed).slice(0, 20);
}

/**
 * Blocks of transfers by the rules of Durango, for a local network: of two transactions, one divides an output and one joins
 * two. The same every time.
 */
export function* transferBlocks(
  store: ChainStore,
  { txs, txsPerBlock, addresses }: LedgerChain,
): Generator<Block, undefined> {
  const { block } = blockMaker(store);
  const owners = Array.from({ length: addresses + 1 }, (_, number) => addressOf(number));
  const ready = new Queue();
  const busy = new Queue();
  const keep = (tx: Tx) => {
    for (let index = 0; index < outputCount(tx); index++) {
      const utxo = outputAt(tx, index);
      const [owner] = (utxo.output as TransferOutput).addresses;
      if (owner !== payer) (owner === owners[0] ? busy : ready).add(utxo);
    }
  };
  for (const tx of firstTxs(store, owners)) {
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
      content.push(transfer(inputs, made % 2 === 0 || isPaying ? [next, other] : [next]));
    }
    yield block(content);
    for (const tx of content) keep(tx);
  }
  return undefined;
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
function* firstTxs(store: ChainStore, owners: readonly ShortId[]): Generator<Tx, undefined> {
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
    const tx = txOf([rest!], [...paid, { owner: payer, amount: left }]);
    yield tx;
    const index = outputsOf(tx).findIndex(({ output }) => output.addresses[0] === payer);
    rest = outputAt(tx, index);
  }
  return undefined;
}

function transfer(inputs: readonly Utxo[], owners: readonly ShortId[]): Tx {
  const sum = inputs.reduce((all, { output }) => all + (output as TransferOutput).amount, 0n);
  const amount = (sum - feeNavax) / BigInt(owners.length);
  return txOf(
    inputs,
    owners.map((owner) => ({ owner, amount })),
  );
}

function txOf(
  utxos: readonly Utxo[],
  paid: readonly { readonly owner: ShortId; readonly amount: bigint }[],
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
  const inputs = utxos.map(({ txID, outputIndex, output }) => ({
    txID,
    outputIndex,
    assetID,
    input: {
      kind: "TransferInput" as const,
      amount: (output as TransferOutput).amount,
      signatureIndices: [0],
    },
  }));
  const baseTx = {
    networkID,
    blockchainID: new Uint8Array(32),
    outputs: outputs.sort(compareTransferableOutputs),
    inputs: inputs.sort(compareTransferableInputs),
    memo: new Uint8Array(0),
  };
  return makeTx(
    { kind: "BaseTx", baseTx },
    inputs.map(() => credential),
  );
}

function outputsOf({ unsigned }: Tx) {
  if (unsigned.kind !== "BaseTx") throw new Error("It is no BaseTx.");
  return unsigned.baseTx.outputs as readonly { readonly output: TransferOutput }[];
}

const outputCount = (tx: Tx): number => outputsOf(tx).length;

import { sha256 } from "../../crypto/hash.ts";
import { sign } from "../../crypto/secp256k1.ts";
import { emptyId, equalBytes, type Id, type ShortId } from "../../formats/bytes.ts";
import type { ChainContext } from "../../networks/network.ts";
import type { Output, TransferableOutput } from "../../pchain/components/outputs.ts";
import { decodeUtxo, type Utxo, utxoID } from "../../pchain/components/utxo.ts";
import { compareTransferableOutputs } from "../../pchain/components/verify.ts";
import { Rejection } from "../../pchain/rejection.ts";
import { encodeUnsignedTx, makeTx, type Tx } from "../../pchain/txs/tx.ts";
import type { UnsignedTxOf } from "../../pchain/txs/unsigned-tx.ts";
import type { ChainStore } from "../../store/chain-store.ts";
import type { NodeClock } from "../clock.ts";
import { faucet } from "../dev/accounts.ts";

/** Pays AVAX to an address. Resolves to the output; rejects with a Rejection. */
export type FundsByTransfer = (address: ShortId, amountNavax: bigint) => Promise<Utxo>;

export type FaucetOptions = {
  readonly store: ChainStore;
  readonly context: ChainContext;
  readonly clock: Pick<NodeClock, "nowSeconds">;
  /** Returns why the transaction was rejected, or undefined, if possible when a block contains it. */
  readonly issue: (tx: Tx) => string | undefined | Promise<string | undefined>;
  /** Whether a transaction that waits for a block spends a UTXO. */
  readonly isSpent: (utxoID: Id) => boolean;
  /** The least fee of a transaction in the next block. */
  readonly feeOf: (unsigned: UnsignedTxOf<"BaseTx">) => bigint;
};

/** Pays from the faucet's key, which the genesis funds: one transaction after the other, as each spends the last one's change. */
export function fundsByTransfer(options: FaucetOptions): FundsByTransfer {
  let last: Promise<unknown> = Promise.resolve();
  return (address, amountNavax) => {
    const paid = last.then(() => pay(address, amountNavax, options));
    last = paid.catch(() => {});
    return paid;
  };
}

async function pay(address: ShortId, amountNavax: bigint, options: FaucetOptions): Promise<Utxo> {
  const { context, issue } = options;
  const { unsigned, privateKey } = transfer(address, amountNavax, options);
  const signature = sign(sha256(encodeUnsignedTx(unsigned)), privateKey);
  const tx = makeTx(unsigned, [{ kind: "Credential", signatures: [signature] }]);
  const refusal = await issue(tx);
  if (refusal !== undefined) throw new Rejection(refusal);
  const { outputs } = unsigned.baseTx;
  const outputIndex = outputs.findIndex(({ output }) => isPayment(output, address, amountNavax));
  const { output } = outputs[outputIndex]!;
  return { txID: tx.id, outputIndex, assetID: context.avaxAssetID, output };
}

function isPayment(output: Output, address: ShortId, amountNavax: bigint): boolean {
  if (output.kind !== "TransferOutput" || output.amount !== amountNavax) return false;
  return equalBytes(output.addresses[0]!, address);
}

function transfer(address: ShortId, amountNavax: bigint, options: FaucetOptions) {
  const { store, context, clock, feeOf, isSpent } = options;
  const { address: own, privateKey } = faucet();
  const now = clock.nowSeconds();
  const spendable = [...store.utxos.ownedBy(own)]
    .map(({ bytes }) => decodeUtxo(bytes))
    .flatMap((utxo) => spendableOf(utxo, context, now))
    .sort((a, b) => (a.amount === b.amount ? 0 : a.amount > b.amount ? -1 : 1));
  if (spendable.length === 0) throw new Rejection("the node's own funds are spent");
  const richest = spendable.find(({ utxo }) => !isSpent(utxoID(utxo)));
  if (richest === undefined) {
    throw new Rejection(
      "the last payment, whose change pays the next one, waits for a block. Call dev.buildBlock",
    );
  }
  const withChange = (change: bigint) =>
    unsignedTransfer(richest, context, [
      { address, amount: amountNavax },
      { address: own, amount: change },
    ]);
  const change = richest.amount - amountNavax - feeOf(withChange(1n));
  if (change <= 0n) {
    throw new Rejection(`the node can pay at most ${amountNavax + change - 1n} nAVAX at once`);
  }
  return { unsigned: withChange(change), privateKey };
}

type Spendable = { readonly utxo: Utxo; readonly amount: bigint };

function spendableOf(utxo: Utxo, { avaxAssetID }: ChainContext, now: bigint): Spendable[] {
  const { output, assetID } = utxo;
  const isSpendable =
    output.kind === "TransferOutput" && output.locktime <= now && equalBytes(assetID, avaxAssetID);
  return isSpendable ? [{ utxo, amount: output.amount }] : [];
}

type Payment = { readonly address: ShortId; readonly amount: bigint };

function unsignedTransfer(
  { utxo: { txID, outputIndex, assetID }, amount }: Spendable,
  { network }: ChainContext,
  payments: readonly Payment[],
): UnsignedTxOf<"BaseTx"> {
  const outputs = payments.map((payment): TransferableOutput => {
    const owner = { locktime: 0n, threshold: 1, addresses: [payment.address] };
    return { assetID, output: { kind: "TransferOutput", amount: payment.amount, ...owner } };
  });
  return {
    kind: "BaseTx",
    baseTx: {
      networkID: network.id,
      blockchainID: emptyId,
      outputs: outputs.sort(compareTransferableOutputs),
      inputs: [
        {
          txID,
          outputIndex,
          assetID,
          input: { kind: "TransferInput", amount, signatureIndices: [0] },
        },
      ],
      memo: new Uint8Array(0),
    },
  };
}

import { equalBytes, type Id } from "../formats/bytes.ts";
import type { TransferableInput } from "../pchain/components/inputs.ts";
import type { TransferableOutput } from "../pchain/components/outputs.ts";
import { baseTxOf, type UnsignedTx } from "../pchain/txs/unsigned-tx.ts";
import type { OutputKey } from "../store/ledger/queries/ledger-queries.ts";
import { eachRead } from "../store/ledger/queries/unread.ts";
import { addressOf } from "./account.ts";
import type { OwnedTx } from "./construction/transaction-text.ts";
import type { MeshContext } from "./operation.ts";
import {
  coinText,
  createdPart,
  type Part,
  type PartType,
  type PlainOutput,
  plainOutput,
  spentPart,
} from "./output-operation.ts";
import { stakerMetadata } from "./staker-metadata.ts";
import { typeOfKind } from "./tx-types.ts";

/** What the bytes of a transaction change. */
export type TxParts = {
  /** Inputs, outputs, then stake. */
  readonly parts: readonly Part[];
  /** Of other chains. */
  readonly imported: readonly Part[];
  readonly exported: readonly Part[];
};

/** Finds an output that an input spends; undefined if it is unknown. */
export type FindOutput = (key: OutputKey) => PlainOutput | undefined;

/** What a transaction changes if it is executed. Without an ID, outputs have no coins yet. */
export function txParts(
  unsigned: UnsignedTx,
  txID: Id | undefined,
  find: FindOutput,
  context: MeshContext,
): TxParts {
  const type = typeOfKind[unsigned.kind];
  const { inputs = [], outputs = [] } = baseTxOf(unsigned) ?? {};
  const stake = "stake" in unsigned ? unsigned.stake : [];
  const exported = unsigned.kind === "ExportTx" ? unsigned.exportedOutputs : [];
  const created = (
    list: readonly TransferableOutput[],
    from: number,
    of: { readonly part: PartType; readonly more?: object },
  ) =>
    list.flatMap(({ assetID, output }, at) => {
      const key = txID && { txID, outputIndex: from + at };
      return createdPart(plainOutput(assetID, output), { type, key, ...of }, context);
    });
  return {
    parts: [
      ...eachRead(inputs, (input) => inputParts(input, type, find, context)).flat(),
      ...created(outputs, 0, { part: "OUTPUT" }),
      ...created(stake, outputs.length, {
        part: "STAKE",
        more: stakerMetadata(unsigned, context),
      }),
    ],
    imported:
      unsigned.kind === "ImportTx"
        ? unsigned.importedInputs.map((input) => importPart(input, type, context))
        : [],
    exported:
      unsigned.kind === "ExportTx"
        ? created(exported, outputs.length, { part: "EXPORT" }).map((part) =>
            onChain(part, unsigned.destinationChain, context),
          )
        : [],
  };
}

/** What a transaction under construction changes, imports and exports included. */
export function constructionParts({ tx, owners }: OwnedTx, context: MeshContext): Part[] {
  const find: FindOutput = (key) => {
    const owner = owners.get(coinText(key, context))!;
    const input = inputOf(key, tx.unsigned);
    const { assetID, amount } = input;
    return { assetID, amount, locktime: 0n, threshold: 1, addresses: [addressOf(owner, context)] };
  };
  const { parts, imported, exported } = txParts(tx.unsigned, undefined, find, context);
  const owned = imported.map((part): Part => {
    const address = owners.get(part.coin_change!.coin_identifier.identifier)!;
    return { ...part, account: { address } };
  });
  const inputs = parts.filter(({ amount }) => amount!.value.startsWith("-"));
  return [...inputs, ...owned, ...parts.filter((part) => !inputs.includes(part)), ...exported];
}

function inputOf(key: OutputKey, unsigned: UnsignedTx) {
  const found = (baseTxOf(unsigned)?.inputs ?? []).find(
    ({ txID, outputIndex }) => outputIndex === key.outputIndex && equalBytes(txID, key.txID),
  )!;
  const { assetID, input } = found;
  return { assetID, amount: input.kind === "LockIn" ? input.input.amount : input.amount };
}

function inputParts(
  { txID, outputIndex, input }: TransferableInput,
  type: string,
  find: FindOutput,
  context: MeshContext,
): Part[] {
  const key = { txID, outputIndex };
  const output = find(key);
  if (output === undefined) return [];
  const transfer = input.kind === "LockIn" ? input.input : input;
  const stakeLocktime = input.kind === "LockIn" ? input.locktime : 0n;
  const { signatureIndices } = transfer;
  return spentPart(output, { type, part: "INPUT", key, stakeLocktime, signatureIndices }, context);
}

/** The owner on the other chain is not in the transaction. */
function importPart(
  { txID, outputIndex, assetID, input }: TransferableInput,
  type: string,
  context: MeshContext,
): Part {
  const transfer = input.kind === "LockIn" ? input.input : input;
  const [part] = spentPart(
    { assetID, amount: transfer.amount, addresses: [new Uint8Array(20)] },
    {
      type,
      part: "IMPORT",
      key: { txID, outputIndex },
      stakeLocktime: 0n,
      signatureIndices: transfer.signatureIndices,
    },
    context,
  );
  const { account: _unknown, ...known } = part!;
  return known;
}

/** An address of the chain that an output was exported to. */
function onChain(part: Part, destination: Id, { blockchains }: MeshContext): Part {
  const address = part.account!.address.slice("P-".length);
  const alias = blockchains.primaryAlias(destination);
  return { ...part, account: { address: `${alias}-${address}` } };
}

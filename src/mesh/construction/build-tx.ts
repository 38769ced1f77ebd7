import { emptyId, type Id } from "../../formats/bytes.ts";
import { maxUint64 } from "../../formats/uint64.ts";
import { describeValue } from "../../generated/issue.ts";
import type { Operation } from "../../generated/mesh/types.ts";
import type { TransferableInput } from "../../pchain/components/inputs.ts";
import type { TransferableOutput } from "../../pchain/components/outputs.ts";
import {
  compareTransferableInputs,
  compareTransferableOutputs,
} from "../../pchain/components/verify.ts";
import { makeTx } from "../../pchain/txs/tx.ts";
import type { UnsignedTx } from "../../pchain/txs/unsigned-tx.ts";
import { chainAddress } from "../account.ts";
import { coinOf } from "../coin.ts";
import { currencyOf } from "../currency.ts";
import { MeshError } from "../mesh-error.ts";
import type { MeshContext } from "../operation.ts";
import { typeOfKind } from "../tx-types.ts";
import {
  delegatorOf,
  type Members,
  parsed,
  permissionlessValidatorOf,
} from "./staking-metadata.ts";
import type { OwnedTx } from "./transaction-text.ts";

/** Operations as the parts of a transaction. */
type Parts = {
  readonly inputs: TransferableInput[];
  readonly imported: TransferableInput[];
  readonly outputs: TransferableOutput[];
  readonly exported: TransferableOutput[];
  readonly stake: TransferableOutput[];
};

/** The unsigned transaction of operations of one type. Throws MeshError. */
export function buildTx(
  operations: readonly Operation[],
  metadata: Members,
  context: MeshContext,
): OwnedTx {
  const [first] = operations;
  if (first === undefined) throw invalidOperations("operations: expected at least one");
  const other = operations.find(({ type }) => type !== first.type);
  if (other !== undefined) {
    throw invalidOperations(`operations: expected only ${first.type}, got ${other.type}`);
  }
  const owners = new Map<string, string>();
  const parts: Parts = { inputs: [], imported: [], outputs: [], exported: [], stake: [] };
  for (const operation of operations) addPart(operation, parts, owners, context);
  for (const list of [parts.inputs, parts.imported]) list.sort(compareTransferableInputs);
  for (const list of [parts.outputs, parts.exported, parts.stake]) {
    list.sort(compareTransferableOutputs);
  }
  const unsigned = unsignedTx(first.type, parts, metadata, context);
  return { tx: makeTx(unsigned, []), owners };
}

function unsignedTx(
  type: string,
  { inputs, imported, outputs, exported, stake }: Parts,
  metadata: Members,
  context: MeshContext,
): UnsignedTx {
  const { network } = context.chain;
  const memo = new Uint8Array(0);
  const baseTx = { networkID: network.id, blockchainID: emptyId, outputs, inputs, memo };
  switch (type) {
    case typeOfKind.BaseTx:
      return { kind: "BaseTx", baseTx };
    case typeOfKind.ExportTx: {
      const destinationChain = chainOf("destination_chain", metadata, context);
      return { kind: "ExportTx", baseTx, destinationChain, exportedOutputs: exported };
    }
    case typeOfKind.ImportTx: {
      const sourceChain = chainOf("source_chain", metadata, context);
      return { kind: "ImportTx", baseTx, sourceChain, importedInputs: imported };
    }
    case typeOfKind.AddPermissionlessDelegatorTx:
      return {
        kind: "AddPermissionlessDelegatorTx",
        baseTx,
        ...delegatorOf(metadata, stake, context),
      };
    case typeOfKind.AddPermissionlessValidatorTx:
      return {
        kind: "AddPermissionlessValidatorTx",
        baseTx,
        ...permissionlessValidatorOf(metadata, stake, context),
      };
    default:
      throw invalidOperations(`operations[0].type: ${type} cannot be constructed`);
  }
}

function addPart(
  { type, account, amount, coin_change, metadata = {}, operation_identifier }: Operation,
  parts: Parts,
  owners: Map<string, string>,
  context: MeshContext,
): void {
  const where = `operations[${operation_identifier.index}]`;
  if (account === undefined || amount === undefined) {
    throw invalidOperations(`${where}: expected an account and an amount`);
  }
  const { avaxAssetID: assetID } = context.chain;
  if (amount.currency.symbol !== currencyOf(assetID, context).symbol) {
    throw invalidOperations(`${where}.amount.currency.symbol: expected AVAX`);
  }
  const value = BigInt(amount.value);
  const size = value < 0n ? -value : value;
  if (size === 0n || size > maxUint64) {
    const expected = `an amount from 1 to ${maxUint64}, negative if it is spent`;
    throw invalidOperations(`${where}.amount.value: expected ${expected}, got ${amount.value}`);
  }
  if (value < 0n) {
    if (coin_change === undefined) throw invalidOperations(`${where}: expected a coin_change`);
    const coin = coin_change.coin_identifier.identifier;
    const input = { kind: "TransferInput", amount: -value, signatureIndices: [0] } as const;
    const list = metadata["type"] === "IMPORT" ? parts.imported : parts.inputs;
    list.push({
      ...coinOf(`${where}.coin_change.coin_identifier.identifier`, coin),
      assetID,
      input,
    });
    owners.set(coin, account.address);
    return;
  }
  const plain = account.address.slice(account.address.indexOf("-") + 1);
  const address = parsed(`${where}.account.address`, "an address of this network", () =>
    chainAddress(`P-${plain}`, context),
  );
  const owner = { locktime: 0n, threshold: 1, addresses: [address] };
  const output = { assetID, output: { kind: "TransferOutput", amount: value, ...owner } } as const;
  listOf(type, metadata["type"], parts).push(output);
}

function listOf(type: string, part: unknown, parts: Parts): TransferableOutput[] {
  if (type === typeOfKind.ExportTx && part === "EXPORT") return parts.exported;
  return part === "STAKE" ? parts.stake : parts.outputs;
}

function chainOf(member: string, metadata: Members, { blockchains }: MeshContext): Id {
  const name = metadata[member];
  const chainID = typeof name === "string" ? blockchains.lookup(name) : undefined;
  if (chainID !== undefined) return chainID;
  throw invalidOperations(`metadata.${member}: expected a chain, got ${describeValue(name)}`);
}

function invalidOperations(description: string): MeshError {
  return new MeshError("operationsInvalid", description);
}

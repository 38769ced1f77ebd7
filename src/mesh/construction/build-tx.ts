import { emptyId, equalBytes, type Id } from "../../formats/bytes.ts";
import { describeValue } from "../../generated/issue.ts";
import type { Operation } from "../../generated/mesh/types.ts";
import type { TransferableInput } from "../../pchain/components/inputs.ts";
import type { TransferableOutput } from "../../pchain/components/outputs.ts";
import {
  compareTransferableInputs,
  compareTransferableOutputs,
} from "../../pchain/components/verify.ts";
import { Rejection } from "../../pchain/rejection.ts";
import { verifySyntax } from "../../pchain/txs/syntactic.ts";
import { makeTx } from "../../pchain/txs/tx.ts";
import type { UnsignedTx } from "../../pchain/txs/unsigned-tx.ts";
import type { MeshContext } from "../operation.ts";
import { coinText } from "../output-operation.ts";
import { typeOfKind } from "../tx-types.ts";
import { type Expected, invalidOperations, partOf } from "./operation-part.ts";
import { delegatorOf, type Members, permissionlessValidatorOf } from "./staking-metadata.ts";
import type { OwnedTx } from "./transaction-text.ts";

/** Operations as the parts of a transaction. */
type Parts = {
  readonly INPUT: TransferableInput[];
  readonly IMPORT: TransferableInput[];
  readonly OUTPUT: TransferableOutput[];
  readonly EXPORT: TransferableOutput[];
  readonly STAKE: TransferableOutput[];
};

/** The unsigned transaction of operations of one type. Throws MeshError for what no chain of this network could accept. */
export function buildTx(
  operations: readonly Operation[],
  metadata: Members,
  context: MeshContext,
): OwnedTx {
  const [first] = operations;
  if (first === undefined) throw invalidOperations("operations: expected at least one");
  const other = operations.find(({ type }) => type !== first.type);
  if (other !== undefined) {
    throw invalidOperations(
      `operations: expected only ${first.type}, got ${describeValue(other.type)}`,
    );
  }
  const kinds = kindsOf(first.type);
  const otherChain = otherChainOf(first.type, metadata, context);
  const expected: Expected = {
    kinds,
    alias: otherChain && context.blockchains.primaryAlias(otherChain),
  };
  const owners = new Map<string, string>();
  const parts: Parts = { INPUT: [], IMPORT: [], OUTPUT: [], EXPORT: [], STAKE: [] };
  for (const [at, operation] of operations.entries()) {
    const part = partOf(operation, at, expected, context);
    if ("output" in part) {
      parts[part.kind].push(part.output);
      continue;
    }
    const coin = coinText(part.input, context);
    if (owners.has(coin)) {
      const field = `operations[${at}].coin_change.coin_identifier.identifier`;
      throw invalidOperations(`${field}: ${coin} is spent twice`);
    }
    parts[part.kind].push(part.input);
    owners.set(coin, part.owner);
  }
  for (const list of [parts.INPUT, parts.IMPORT]) list.sort(compareTransferableInputs);
  for (const list of [parts.OUTPUT, parts.EXPORT, parts.STAKE]) {
    list.sort(compareTransferableOutputs);
  }
  const unsigned = unsignedTx(first.type, parts, { metadata, otherChain }, context);
  checkSyntax(unsigned, context);
  return { tx: makeTx(unsigned, []), owners };
}

function checkSyntax(unsigned: UnsignedTx, { chain }: MeshContext): void {
  try {
    verifySyntax(unsigned, chain);
  } catch (error) {
    if (!(error instanceof Rejection)) throw error;
    throw invalidOperations(`operations: ${error.message}`);
  }
}

function unsignedTx(
  type: string,
  parts: Parts,
  given: { readonly metadata: Members; readonly otherChain: Id | undefined },
  context: MeshContext,
): UnsignedTx {
  const { network } = context.chain;
  const { INPUT: inputs, OUTPUT: outputs, STAKE: stake } = parts;
  const memo = new Uint8Array(0);
  const baseTx = { networkID: network.id, blockchainID: emptyId, outputs, inputs, memo };
  const { metadata, otherChain } = given;
  switch (type) {
    case typeOfKind.ExportTx: {
      const destinationChain = otherChain!;
      return { kind: "ExportTx", baseTx, destinationChain, exportedOutputs: parts.EXPORT };
    }
    case typeOfKind.ImportTx:
      return { kind: "ImportTx", baseTx, sourceChain: otherChain!, importedInputs: parts.IMPORT };
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
      return { kind: "BaseTx", baseTx };
  }
}

/** What operations can be, by their type: what a transaction does not have would be burnt. */
const kindsOfType: Readonly<Record<string, readonly (keyof Parts)[]>> = {
  [typeOfKind.BaseTx]: ["INPUT", "OUTPUT"],
  [typeOfKind.ExportTx]: ["INPUT", "OUTPUT", "EXPORT"],
  [typeOfKind.ImportTx]: ["INPUT", "IMPORT", "OUTPUT"],
  [typeOfKind.AddPermissionlessDelegatorTx]: ["INPUT", "OUTPUT", "STAKE"],
  [typeOfKind.AddPermissionlessValidatorTx]: ["INPUT", "OUTPUT", "STAKE"],
};

function kindsOf(type: string): readonly string[] {
  if (Object.hasOwn(kindsOfType, type)) return kindsOfType[type]!;
  throw invalidOperations(`operations[0].type: ${describeValue(type)} cannot be constructed`);
}

/** The chain that an export goes to, or that an import comes from. */
function otherChainOf(
  type: string,
  metadata: Members,
  { blockchains, chain }: MeshContext,
): Id | undefined {
  const member = {
    [typeOfKind.ExportTx]: "destination_chain",
    [typeOfKind.ImportTx]: "source_chain",
  }[type];
  if (member === undefined) return undefined;
  const name = metadata[member];
  const chainID = typeof name === "string" ? blockchains.lookup(name) : undefined;
  const isOther = [chain.xChainID, chain.cChainID].some(
    (each) => chainID !== undefined && equalBytes(each, chainID),
  );
  if (chainID !== undefined && isOther) return chainID;
  throw invalidOperations(`metadata.${member}: expected X or C, got ${describeValue(name)}`);
}

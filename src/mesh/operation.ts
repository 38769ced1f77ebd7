import type { operations } from "../generated/mesh/operations.ts";
import type { MeshParams, MeshResults } from "../generated/mesh/types.ts";
import type { HandlerContext } from "../handlers/context.ts";
import type { Tx } from "../pchain/txs/tx.ts";

export type OperationName = keyof typeof operations;

/** The parts of the node that operations use. */
export type MeshContext = Pick<
  HandlerContext,
  | "blockchains"
  | "chain"
  | "clock"
  | "feeTime"
  | "node"
  | "peers"
  | "queries"
  | "state"
  | "transactions"
  | "views"
> & {
  /** The transactions that wait for a block, in the order in which the next blocks take them. */
  readonly waiting: () => Iterable<Tx>;
};

/** Handles one operation. Throws MeshError if the caller made an error. */
export type Operation<Name extends OperationName> = (
  params: MeshParams[Name],
  context: MeshContext,
) => MeshResults[Name] | Promise<MeshResults[Name]>;

/** A handler for every operation. */
export type Operations = { readonly [Name in OperationName]: Operation<Name> };

import type { DataParams, DataResults } from "../generated/data-api/types.ts";
import type { HandlerContext } from "../handlers/context.ts";
import type { Parts } from "./parts.ts";
import type { OperationName } from "./routes.ts";

/** The parts of the node that operations use. */
export type DataContext = Pick<
  HandlerContext,
  | "blockchains"
  | "chain"
  | "clock"
  | "peers"
  | "queries"
  | "state"
  | "uptimes"
  | "views"
  | "watches"
> & { readonly parts: Parts };

/** The parts that change only with accepted blocks. */
export type BlockContext = Pick<DataContext, "chain" | "queries" | "views">;

/** Handles one operation. Throws Problem if the caller made an error. */
export type Operation<Name extends OperationName> = (
  params: DataParams[Name],
  context: DataContext,
) => DataResults[Name];

/** A handler for every operation. */
export type Operations = { readonly [Name in OperationName]: Operation<Name> };

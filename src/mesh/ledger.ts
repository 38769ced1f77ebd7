import { FormatError } from "../formats/format-error.ts";
import { parseId } from "../formats/id.ts";
import type { BlockIdentifier, PartialBlockIdentifier } from "../generated/mesh/types.ts";
import { completeRanges, tipOf } from "../handlers/past/coverage.ts";
import type { LedgerQueries } from "../store/ledger/queries/ledger-queries.ts";
import type { LedgerRow } from "../store/ledger/schema.ts";
import { invalid, MeshError } from "./mesh-error.ts";
import type { MeshContext } from "./operation.ts";

export type BlockRow = LedgerRow<"blocks">;

/** The complete ledger, and the last height. */
type WholeLedger = { readonly ledger: LedgerQueries; readonly tip: number };

/** Throws MeshError unless the ledger has the rows of all heights. */
export function wholeLedger({ queries }: Pick<MeshContext, "queries">): WholeLedger {
  const ledger = queries.ledgerQueries;
  const tip = tipOf({ queries });
  const ranges = completeRanges(ledger.coverage(), tip);
  const [only] = ranges;
  if (only?.from === 0 && only.to === tip) return { ledger, tip };
  const complete = ranges.map(({ from, to }) => `${from} to ${to}`).join(", ") || "none";
  throw new MeshError(
    "notReady",
    `The ledger is filling: of the heights to ${tip}, ${complete} are complete`,
  );
}

/** The block that a request names; without any, the last one. Throws MeshError. */
export function blockOf(
  { index, hash }: PartialBlockIdentifier,
  context: MeshContext,
): BlockRow & { readonly ledger: LedgerQueries } {
  const { ledger, tip } = wholeLedger(context);
  const height = index ?? (hash === undefined ? tip : heightOf(hash, context));
  const row = height > tip ? undefined : ledger.block(height);
  if (row === undefined) {
    throw new MeshError("blockUnknown", `block_identifier.index: the last block is ${tip}`);
  }
  if (hash === undefined || context.views.id(row.id) === hash) return { ...row, ledger };
  throw new MeshError("blockUnknown", `block_identifier.hash: block ${height} has another ID`);
}

export function blockIdentifier(
  { height, id }: Pick<BlockRow, "height" | "id">,
  { views }: Pick<MeshContext, "views">,
): BlockIdentifier {
  return { index: height, hash: views.id(id) };
}

/** Chain time after a block, in milliseconds. */
export function timestampOf({ time }: BlockRow): number {
  return time * 1000;
}

function heightOf(hash: string, { queries }: MeshContext): number {
  const block = queries.blocks.byID(idOf("block_identifier.hash", hash));
  if (block !== undefined) return Number(block.height);
  throw new MeshError("blockUnknown", `block_identifier.hash: no accepted block is ${hash}`);
}

/** Throws MeshError, which names the member, for a text that is not an ID. */
export function idOf(field: string, text: string) {
  try {
    return parseId(text);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    throw invalid(field, `an ID: ${error.message}`, JSON.stringify(text));
  }
}

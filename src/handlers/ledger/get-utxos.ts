import { equalBytes, type ShortId } from "../../formats/bytes.ts";
import { errors } from "../../generated/errors.ts";
import type { LedgerGetUTXOsParams } from "../../generated/types.ts";
import { platformChainID } from "../../networks/chains.ts";
import type { Utxo } from "../../pchain/components/utxo.ts";
import type { UtxoRecord } from "../../store/ledger/queries/ledger-queries.ts";
import type { HandlerContext } from "../context.ts";
import type { Handler } from "../handler.ts";
import { ownAddresses } from "../own-addresses.ts";
import { ledgerOf } from "../past/coverage.ts";
import { momentOf } from "../past/moment.ts";
import { endIndexView, sourceChainOf, startOf, walkUtxos } from "../platform/get-utxos.ts";
import { encodedUtxos } from "../views/utxos.ts";

type Context = Pick<HandlerContext, "blockchains" | "chain" | "clock" | "queries" | "views">;

/** The outputs of some addresses after any block, page by page. */
export const getUTXOs: Handler<
  "ledger.getUTXOs",
  "blockchains" | "chain" | "clock" | "queries" | "views"
> = (params, context) => {
  const { tip } = ledgerOf(context);
  const sourceChain = sourceChainOf(params.sourceChain, context);
  const isOwn = equalBytes(sourceChain, platformChainID);
  if (!isOwn) requireNow(params);
  const addresses = ownAddresses("addresses", params.addresses, context);
  const { ledger, height, view } = momentOf(params, context);
  const request = { addresses, limit: params.limit, start: startOf(params.startIndex, context) };
  const { includeSpent: includesSpent, encoding } = params;
  const { atomicUtxos, utxos: state } = context.queries;
  const isNow = !includesSpent && height === tip;
  const page = walkUtxos(request, {
    ownedBy: (address, after) => {
      if (!isOwn) return atomicUtxos.ownedBy(sourceChain, address, after);
      // The state finds the next page without reading all UTXOs of the address, but not the place of one that is spent.
      const isInState = isNow && (after === undefined || owns(address, state.byID(after)));
      return isInState
        ? state.ownedBy(address, after)
        : ledger.utxos(address, { height, after, includesSpent });
    },
    listOf: () => undefined,
  });
  const utxos = page.lists.flat();
  return {
    ...encodedUtxos(utxos, encoding, context),
    endIndex: endIndexView(page, context.chain),
    height: view.height,
    ...(includesSpent && { spent: spentViews(utxos as UtxoRecord[], context) }),
  };
};

function owns(address: ShortId, utxo: Utxo | undefined): boolean {
  if (utxo === undefined) return false;
  const { output } = utxo;
  const { addresses } = output.kind === "LockOut" ? output.output : output;
  return addresses.some((owner) => equalBytes(owner, address));
}

function spentViews(utxos: readonly UtxoRecord[], { views }: Pick<Context, "views">) {
  return utxos.flatMap(({ utxoID, spent }) =>
    spent === undefined
      ? []
      : {
          utxoID: views.id(utxoID),
          txID: views.id(spent.txID),
          height: spent.height.toString(),
          inputIndex: spent.input,
        },
  );
}

/** Throws InvalidParams. */
function requireNow(params: LedgerGetUTXOsParams): void {
  const { height, time, includeSpent } = params;
  const given = { height, time, includeSpent: includeSpent || undefined };
  const field = (Object.keys(given) as (keyof typeof given)[]).find(
    (name) => given[name] !== undefined,
  );
  if (field === undefined) return;
  const expected = `no ${field} with a sourceChain other than P: its past is unknown here`;
  throw errors.invalidParams({ field, expected, got: String(given[field]) });
}

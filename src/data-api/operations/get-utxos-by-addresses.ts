import { compareBytes } from "../../formats/bytes.ts";
import type { UtxoPage } from "../../generated/data-api/types.ts";
import type { OwnedOutput } from "../../store/ledger/queries/ledger-queries.ts";
import { outputKey } from "../../store/ledger/queries/outputs.ts";
import { eachRead } from "../../store/ledger/queries/unread.ts";
import { type ChainParams, chainInfo } from "../chain.ts";
import { exportedUtxoPage } from "../exported-utxos.ts";
import { addressesParam, idParam, inBodyMax } from "../ids.ts";
import { wholeLedger } from "../ledger.ts";
import type { DataContext, Operation } from "../operation.ts";
import { type PageParams, requestedPage } from "../page.ts";
import { amountBytes, pageOfSorted } from "../sorted-page.ts";
import { utxoView } from "../utxo-view.ts";

/** The UTXOs of addresses in the query. */
export const getUtxosByAddresses: Operation<"getUtxosByAddresses"> = (params, context) =>
  utxoPage(params, undefined, context);

/** The UTXOs of addresses in the body. */
export const getUtxosByAddressesV2: Operation<"getUtxosByAddressesV2"> = (params, context) =>
  utxoPage(params, inBodyMax, context);

type UtxoListParams = ChainParams &
  PageParams & {
    readonly addresses: string;
    readonly assetId?: string;
    readonly minUtxoAmount?: number;
    readonly includeSpent: boolean;
    readonly sortBy: "timestamp" | "amount";
    readonly sortOrder: "asc" | "desc";
  };

/** A page of the UTXOs of addresses, of which there are at most `addressesMax`. Throws Problem. */
function utxoPage(
  params: UtxoListParams,
  addressesMax: number | undefined,
  context: DataContext,
): UtxoPage {
  const info = chainInfo(params, context.chain);
  const { includeSpent: includesSpent, sortBy, sortOrder, assetId, minUtxoAmount = 0 } = params;
  const addresses = addressesParam("addresses", params.addresses, context, addressesMax);
  const assetID = assetId === undefined ? undefined : idParam("assetId", assetId);
  const whole = wholeLedger(context);
  const selection = [
    "utxos",
    info.chainName,
    params.addresses,
    assetId,
    minUtxoAmount,
    Number(includesSpent),
    sortBy,
  ] as const;
  const form = [sortBy === "amount" ? "b" : "n", "b"] as const;
  const isDescending = sortOrder === "desc";
  const { page, token } = requestedPage(params, { selection, isDescending, form }, whole);
  const isWanted = (output: Pick<OwnedOutput, "assetID" | "amount">) =>
    output.amount >= BigInt(minUtxoAmount) &&
    (assetID === undefined || compareBytes(output.assetID, assetID) === 0);
  if (info.chainName !== "p-chain") {
    const { utxos, next } = exportedUtxoPage({ info, addresses, isWanted, sortBy, page }, context);
    return { ...token(next), utxos, chainInfo: info };
  }
  const sortedRows = () => {
    const owned = whole.ledger.owned(addresses, { includesSpent });
    const { entries, next } = pageOfSorted(owned.filter(isWanted), page, (output) => [
      sortBy === "amount" ? amountBytes(output.amount) : output.createdHeight,
      outputKey(output),
    ]);
    return { rows: eachRead(entries, (output) => whole.ledger.output(output)!), next };
  };
  // A filter may leave nothing, and all rows are faster read at once than page by page.
  const isWhole = includesSpent && assetID === undefined && minUtxoAmount === 0;
  const { rows, next } =
    isWhole && sortBy === "timestamp" ? whole.ledger.everOwned(addresses, page) : sortedRows();
  const utxos = eachRead(rows, (row) => utxoView(row, whole.ledger, context));
  return { ...token(next), utxos, chainInfo: info };
}

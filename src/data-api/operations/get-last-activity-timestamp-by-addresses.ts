import { type BytesKey, keyOf, type ShortId } from "../../formats/bytes.ts";
import type { LastActivity } from "../../generated/data-api/types.ts";
import { utxoID } from "../../pchain/components/utxo.ts";
import type { LedgerQueries, TxRecord } from "../../store/ledger/queries/ledger-queries.ts";
import { addressesOf, addressRoles, type LedgerRow } from "../../store/ledger/schema.ts";
import { type ChainParams, chainInfo, notOfPChain } from "../chain.ts";
import { addressesParam, inBodyMax } from "../ids.ts";
import { wholeLedger } from "../ledger.ts";
import type { DataContext, Operation } from "../operation.ts";
import { Problem } from "../problem.ts";

/** The last activity of addresses in the query. */
export const getLastActivityTimestampByAddresses: Operation<
  "getLastActivityTimestampByAddresses"
> = (params, context) => lastActivity(params, undefined, context);

/** The last activity of addresses in the body. */
export const getLastActivityTimestampByAddressesV2: Operation<
  "getLastActivityTimestampByAddressesV2"
> = (params, context) => lastActivity(params, inBodyMax, context);

/** What is read at once until a transaction is found. */
const chunk = 16;

/** The newest transaction that consumed or created a UTXO of addresses. Throws Problem with status 404 if there is none. */
function lastActivity(
  params: ChainParams & { readonly addresses: string },
  addressesMax: number | undefined,
  context: DataContext,
): LastActivity {
  const info = chainInfo(params, context.chain);
  const addresses = addressesParam("addresses", params.addresses, context, addressesMax);
  if (info.chainName !== "p-chain") throw notOfPChain("addresses", info.chainName, "activity");
  const { ledger, tip } = wholeLedger(context);
  const found = newest(addresses, { ledger, tip }, context);
  if (found === undefined) throw new Problem(404, "addresses: none of them was active");
  const { tx, output, isConsumed } = found;
  const { tx_id: txID, output_index: outputIndex } = output;
  return {
    timestamp: tx.time,
    blockNumber: tx.block_height.toString(),
    txHash: context.views.id(tx.id),
    utxoId: context.views.id(utxoID({ txID, outputIndex })),
    isConsumed,
    chainName: info.chainName,
    // The SDK accepts only two names here.
    network: info.network === "testnet" ? "fuji" : info.network,
  };
}

type Found = {
  readonly tx: TxRecord;
  readonly output: Pick<LedgerRow<"outputs">, "tx_id" | "output_index">;
  readonly isConsumed: boolean;
};

function newest(
  addresses: readonly ShortId[],
  { ledger, tip }: { readonly ledger: LedgerQueries; readonly tip: number },
  context: DataContext,
): Found | undefined {
  const owners = new Set<BytesKey>(addresses.map(keyOf));
  const filter = { heights: { from: 0, to: tip }, addresses };
  let after: ReturnType<LedgerQueries["txs"]>["next"];
  do {
    const { rows, next } = ledger.txs(filter, { limit: chunk, after, isDescending: true });
    for (const tx of rows) {
      const found = utxoOf(tx, owners, ledger, context);
      if (found !== undefined) return found;
    }
    after = next;
  } while (after !== undefined);
  return undefined;
}

const { input, output, stake, reward } = addressRoles;

/** A UTXO of an owner that a transaction created, or else one that it consumed. */
function utxoOf(
  tx: TxRecord,
  owners: ReadonlySet<BytesKey>,
  ledger: LedgerQueries,
  { queries }: DataContext,
): Found | undefined {
  const roles = tx.shares.reduce((all, share) => all | share.roles, 0);
  if ((roles & (input | output | stake | reward)) === 0) return undefined;
  const unsigned = queries.txs.byID(tx.id)?.tx.unsigned;
  const inputs = unsigned !== undefined && "baseTx" in unsigned ? unsigned.baseTx.inputs : [];
  const details = ledger.txDetails(tx, inputs);
  const isOwned = ({ addresses }: LedgerRow<"outputs">) =>
    addressesOf(addresses).some((address) => owners.has(keyOf(address)));
  const created = details.outputs.find(isOwned);
  if (created !== undefined) return { tx, output: created, isConsumed: false };
  const consumed = details.inputs.find(isOwned);
  return consumed && { tx, output: consumed, isConsumed: true };
}

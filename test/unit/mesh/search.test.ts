import { expect, it } from "vitest";
import type { MeshContext } from "../../../src/mesh/operation.ts";
import { searched } from "../../../src/mesh/search.ts";
import type {
  LedgerPage,
  LedgerQueries,
  TxRecord,
} from "../../../src/store/ledger/queries/ledger-queries.ts";

const network_identifier = { blockchain: "avalanche", network: "local" };

/** A ledger of 30,000 transactions, all of them committed, and how many of them were read. */
function longLedger() {
  const ledger = {
    read: 0,
    txs(_filter: object, { limit, after }: LedgerPage) {
      const from = after === undefined ? 1_000_000 : (after[0] as number) - 1;
      const rows = Array.from(
        { length: limit },
        (_, at) => ({ height: from - at, position: 0, status: "Committed" }) as TxRecord,
      );
      ledger.read += limit;
      return { rows, next: ledger.read < 30_000 ? [from - limit + 1, 0] : undefined };
    },
    exportsTo: () =>
      Array.from({ length: 30_000 }, (_, at) => ({
        tx_id: new Uint8Array(new Uint32Array([1_000_000 - at]).buffer),
        exported_to: cChainID,
      })),
    txsByID(txID: Uint8Array) {
      ledger.read += 1;
      const [height] = new Uint32Array(txID.buffer);
      return [{ height, position: 0, status: "Committed" } as TxRecord];
    },
  };
  return ledger;
}

const cChainID = new Uint8Array(32).fill(2);
const context = {
  chain: { avaxAssetID: new Uint8Array(32), cChainID, network: { hrp: "local" } },
  views: { id: String, addresses: new Map([["P-local1a", new Uint8Array(20)]]) },
} as unknown as MeshContext;

it.each([
  ["nothing", { success: false }, 0],
  ["nothing of one type", { type: "BASE", success: false }, 0],
  ["all", {}, 10_000],
  ["exports to an address of the C-chain", { address: "C-local1a" }, 10_000],
])("a search that finds %s reads a bounded number of transactions", (_what, conditions, count) => {
  const ledger = longLedger();
  const params = { network_identifier, operator: "and", offset: 0, limit: 1, ...conditions };
  const in_ = { ledger: ledger as unknown as LedgerQueries, heightMax: 1_000_000 };
  const found = searched(params as Parameters<typeof searched>[0], in_, context);
  expect(found.length).toBe(count);
  expect(ledger.read).toBe(10_000);
});

// AVAX was no condition, so this found only what was not committed.
it("a search for AVAX or another condition finds what has AVAX", () => {
  const ledger = longLedger() as unknown as LedgerQueries;
  const conditions = { success: false, currency: { symbol: "AVAX", decimals: 9 } };
  const params = {
    network_identifier,
    operator: "or",
    offset: 0,
    limit: 1,
    ...conditions,
  } as const;
  expect(searched(params, { ledger, heightMax: 1_000_000 }, context).length).toBe(10_000);
});

import { afterAll, beforeAll, expect, it, vi } from "vitest";
import type { OpenChain } from "../../../src/node/chain/open-chain.ts";
import { readHistory } from "../../support/histories.ts";
import { openHistoryChain } from "../../support/history-chain.ts";
import { ledgerCalls } from "../../support/ledger-calls.ts";
import { replayHistory } from "../../support/replay-history.ts";

type Place = { readonly address: string; readonly utxo: string };
type Page = { readonly utxos: readonly string[]; readonly endIndex: Place };

const [owner, other] = [
  "P-custom13vytgvdrwtfe77f9s99jq069h9qtvl0eajfyfj",
  "P-custom1xv25wvccpvxrkrrtzgwwmz98kylcmrkah2cxen",
];
let opened: OpenChain;
let call: Awaited<ReturnType<typeof ledgerCalls>>;

beforeAll(async () => {
  ({ opened } = await openHistoryChain("small"));
  replayHistory(readHistory("small"), { ...opened, heightMax: Number.MAX_SAFE_INTEGER });
  call = await ledgerCalls(opened, () => 2_000_000_000n);
});
afterAll(() => opened.close());

async function page(params: object): Promise<Page> {
  const { result, error } = await call("ledger.getUTXOs", params);
  expect(error).toBeUndefined();
  return result as unknown as Page;
}

async function pages(address: string): Promise<string[]> {
  const utxos: string[] = [];
  let startIndex: Place | undefined;
  let count: number;
  do {
    const next = await page({ addresses: [address], limit: 2, ...(startIndex && { startIndex }) });
    utxos.push(...next.utxos);
    count = next.utxos.length;
    startIndex = next.endIndex;
  } while (count === 2);
  return utxos;
}

// Each page read all UTXOs that the address has, and sorted them.
it("reads the UTXOs that an address has now from the state, page by page", async () => {
  const { utxos } = await page({ addresses: [owner] });
  expect(utxos.length).toBeGreaterThan(3);
  const read = vi.spyOn(opened.store.ledgerQueries, "utxos");
  expect(await pages(owner)).toEqual(utxos);
  expect(read).not.toHaveBeenCalled();
  read.mockRestore();
});

it("continues after a UTXO that is spent or of another address, as the ledger does", async () => {
  const { utxos } = await page({ addresses: [owner] });
  const { utxos: all } = await page({ addresses: [owner], includeSpent: true });
  expect(all.length).toBeGreaterThan(utxos.length);
  let startIndex: Place | undefined;
  for (let at = 1; at < all.length; at++) {
    const before = await page({
      ...{ addresses: [owner], includeSpent: true, limit: 1 },
      ...(startIndex && { startIndex }),
    });
    startIndex = before.endIndex;
    const after = all.slice(at).filter((each) => utxos.includes(each));
    expect((await page({ addresses: [owner], startIndex })).utxos).toEqual(after);
  }
  const ofOther = await page({ addresses: [other] });
  const mixed = { address: owner, utxo: ofOther.endIndex.utxo };
  expect((await page({ addresses: [owner], startIndex: mixed })).utxos).toEqual(utxos);
});

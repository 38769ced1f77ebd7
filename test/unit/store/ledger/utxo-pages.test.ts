import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compareBytes, type Id, type ShortId } from "../../../../src/formats/bytes.ts";
import type { OpenChain } from "../../../../src/node/chain/open-chain.ts";
import { inputID } from "../../../../src/pchain/components/utxo.ts";
import { readEvent } from "../../../../src/replay/event.ts";
import { Replay } from "../../../../src/replay/replay.ts";
import type {
  LedgerPlace,
  LedgerQueries,
  OutputKey,
} from "../../../../src/store/ledger/queries/ledger-queries.ts";
import { comparePlaces } from "../../../../src/store/ledger/queries/merged.ts";
import { outputKey } from "../../../../src/store/ledger/queries/outputs.ts";
import { SqliteLedger } from "../../../../src/store/ledger/queries/sqlite-ledger.ts";
import type { HistoryName } from "../../../support/histories.ts";
import { openHistoryChain } from "../../../support/history-chain.ts";

/** COULOIR_LEDGER_HISTORIES names others. */
const names = (process.env["COULOIR_LEDGER_HISTORIES"]?.split(",") ?? ["etna"]) as HistoryName[];
const pageLength = 7;
/** Pages begin at as many places of an address at most, besides the first. */
const placesMax = 8;

type Held = { readonly utxoID: Id; readonly from: number; readonly to: number };

describe.each(names)("the UTXOs of the history %s", (name) => {
  let opened: OpenChain;
  let tip: number;
  let held: (address: ShortId) => readonly Held[];
  let addresses: readonly ShortId[];

  beforeAll(async () => {
    const chain = await openHistoryChain(name);
    opened = chain.opened;
    const replay = new Replay({ opened, machineClock: () => 0n, mode: "trusted", compare: false });
    for await (const line of chain.source.lines()) await replay.apply(readEvent(line));
    replay.commit();
    tip = Number(opened.store.blocks.lastAccepted().height);
    const rows = opened.store
      .database()
      .prepare(
        `SELECT tx_id, output_index, from_height, to_height FROM ledger_holdings
        WHERE address = ? AND is_staked = 0`,
      )
      .raw();
    held = (address) =>
      (rows.all(address) as [Id, number, number, number][])
        .map(([txID, index, from, to]) => ({ utxoID: inputID(txID, index), from, to }))
        .sort((a, b) => b.from - a.from || compareBytes(a.utxoID, b.utxoID));
    addresses = opened.store
      .database()
      .prepare("SELECT DISTINCT address FROM ledger_holdings")
      .pluck()
      .all() as ShortId[];
  }, 120_000);

  afterAll(() => opened.close());

  /** A node that has not answered any page. */
  const another = () => new SqliteLedger(opened.store.database(), opened.store.metadata, () => 0);

  it("are those that addresses held, newest first, spent ones too", () => {
    const ledger = another();
    for (const address of addresses) {
      for (const height of [tip, Math.floor(tip / 2), 1, 0]) {
        const past = held(address).filter(({ from }) => from <= height);
        const unspent = past.filter(({ to }) => to >= height);
        const ids = (includesSpent: boolean) => page(ledger, address, { height, includesSpent });
        expect(ids(true)).toEqual(past.map(textOf));
        expect(ids(false)).toEqual(unspent.map(textOf));
      }
    }
  });

  it("continue after any of them, by a node that returned the page before and by another one", () => {
    let spentPlaces = 0;
    for (const address of addresses) {
      const all = held(address).filter(({ from }) => from <= tip);
      const step = Math.ceil(all.length / placesMax);
      for (const [place, { utxoID, to }] of all.entries()) {
        if (place % step !== 0) continue;
        if (to < tip) spentPlaces += 1;
        const following = all.slice(place + 1);
        const known = another();
        expect(page(known, address, { height: tip, includesSpent: true }, place + 1)).toHaveLength(
          place + 1,
        );
        for (const ledger of [known, another()]) {
          const ids = (includesSpent: boolean) =>
            page(ledger, address, { height: tip, after: utxoID, includesSpent }, pageLength);
          expect(ids(true)).toEqual(following.slice(0, pageLength).map(textOf));
          const unspent = following.filter((each) => each.to >= tip);
          expect(ids(false)).toEqual(unspent.slice(0, pageLength).map(textOf));
        }
      }
    }
    expect(spentPlaces).toBeGreaterThan(10);
  });

  it.each([true, false])(
    "and the stake, of one or several addresses, are pages by height, descending: %s",
    (isDescending) => {
      const ledger = another();
      const sign = isDescending ? -1 : 1;
      const placeOf = (output: OutputKey & { readonly createdHeight: number }) =>
        [output.createdHeight, outputKey(output)] as const;
      const groups = [...addresses.map((address) => [address]), addresses.slice(0, 20)];
      for (const owners of groups) {
        const expected = ledger
          .owned(owners, { includesSpent: true })
          .sort((a, b) => sign * comparePlaces(placeOf(a), placeOf(b)))
          .map(keyText);
        const found: string[] = [];
        let after: LedgerPlace | undefined;
        do {
          const options = { limit: pageLength * 10, after, isDescending };
          const { rows, next } = ledger.everOwned(owners, options);
          found.push(
            ...rows.map((row) => keyText({ txID: row.tx_id, outputIndex: row.output_index })),
          );
          after = next;
        } while (after !== undefined);
        expect(found).toEqual(expected);
      }
    },
  );

  it("begin with the first after one that the address never had", () => {
    const [address] = addresses;
    const after = new Uint8Array(32) as Id;
    const ids = page(another(), address!, { height: tip, after, includesSpent: true });
    expect(ids).toEqual(held(address!).map(textOf));
  });
});

function page(
  ledger: LedgerQueries,
  address: ShortId,
  options: { readonly height: number; readonly after?: Id; readonly includesSpent: boolean },
  limit = Number.POSITIVE_INFINITY,
): string[] {
  const ids: string[] = [];
  for (const { utxoID } of ledger.utxos(address, { after: undefined, ...options })) {
    ids.push(textOf({ utxoID }));
    if (ids.length >= limit) break;
  }
  return ids;
}

const keyText = ({ txID, outputIndex }: OutputKey) =>
  `${Buffer.from(txID).toString("hex")} ${outputIndex}`;

const textOf = ({ utxoID }: Pick<Held, "utxoID">) => Buffer.from(utxoID).toString("hex");

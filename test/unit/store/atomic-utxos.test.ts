import { expect, test } from "vitest";
import { emptyId } from "../../../src/formats/bytes.ts";
import { utxoID } from "../../../src/pchain/components/utxo.ts";
import { Diff } from "../../../src/pchain/state/diff.ts";
import { plain } from "../../support/state/read-state.ts";
import { addressOf, idOf, transferOutput, utxoOf } from "../../support/state/values.ts";
import { acceptChanges, openStore } from "../../support/store/open-store.ts";
import { pageOfUtxos } from "../../support/store/utxo-pages.ts";

const xChain = idOf(50);
const cChain = idOf(51);
const utxos = [1, 2, 3].map((number) => utxoOf(number, transferOutput(1n, [1, number + 1])));
const [first, second, third] = utxos as [(typeof utxos)[0], (typeof utxos)[0], (typeof utxos)[0]];

function idsOfPage(page: { readonly utxos: readonly { readonly utxoID: Uint8Array }[] }): unknown {
  return plain(page.utxos.map((utxo) => utxo.utxoID));
}

test("are kept by chain, listed by address newest first, and leave when they are imported", () => {
  const store = openStore();
  store.putAtomicUtxo(xChain, first);
  acceptChanges(store, new Diff(store.state).changes());
  store.putAtomicUtxo(xChain, second);
  store.putAtomicUtxo(cChain, third);
  expect(plain(store.atomicUtxos.atomicUtxo(xChain, utxoID(first)))).toEqual(plain(first));
  expect(store.atomicUtxos.atomicUtxo(cChain, utxoID(first))).toBeUndefined();
  const addresses = [addressOf(1)];
  const whole = pageOfUtxos(store, addresses, { sourceChain: xChain });
  expect(idsOfPage(whole)).toEqual(plain([utxoID(second), utxoID(first)]));
  const begin = pageOfUtxos(store, addresses, { sourceChain: xChain, limit: 1 });
  const rest = pageOfUtxos(store, addresses, {
    sourceChain: xChain,
    limit: 1,
    start: begin.end,
  });
  expect([idsOfPage(begin), idsOfPage(rest)]).toEqual([
    plain([utxoID(second)]),
    plain([utxoID(first)]),
  ]);
  acceptChanges(store, new Diff(store.state).changes(), {
    atomicRequests: [{ kind: "remove", sourceChain: xChain, utxoID: utxoID(second) }],
  });
  expect(idsOfPage(pageOfUtxos(store, addresses, { sourceChain: xChain }))).toEqual(
    plain([utxoID(first)]),
  );
  store.close();
});

test("what is removed before it was put never appears", () => {
  const store = openStore();
  acceptChanges(store, new Diff(store.state).changes(), {
    atomicRequests: [{ kind: "remove", sourceChain: xChain, utxoID: utxoID(first) }],
  });
  expect(store.atomicUtxos.atomicUtxo(xChain, utxoID(first))).toBeUndefined();
  store.putAtomicUtxo(xChain, first);
  expect(store.atomicUtxos.atomicUtxo(xChain, utxoID(first))).toBeUndefined();
  store.putAtomicUtxo(xChain, first);
  expect(plain(store.atomicUtxos.atomicUtxo(xChain, utxoID(first)))).toEqual(plain(first));
  expect(() => store.putAtomicUtxo(xChain, first)).toThrow("An atomic UTXO was put twice.");
  store.close();
});

test("an export to another chain is not an import from it", () => {
  const store = openStore();
  acceptChanges(store, new Diff(store.state).changes(), {
    atomicRequests: [{ kind: "put", destinationChain: xChain, utxo: first }],
  });
  expect(store.atomicUtxos.atomicUtxo(xChain, utxoID(first))).toBeUndefined();
  expect(store.atomicUtxos.atomicUtxo(emptyId, utxoID(first))).toBeUndefined();
  store.close();
});

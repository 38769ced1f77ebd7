import { expect, test } from "vitest";
import { Outbox } from "../../../src/follow/outbox.ts";
import { emptyId, keyOf, type NodeId } from "../../../src/formats/bytes.ts";
import { decodeUtxo } from "../../../src/pchain/components/utxo.ts";
import { makeTx, type Tx } from "../../../src/pchain/txs/tx.ts";
import { openIndexedChain } from "../../support/follow/follower.ts";
import { localGenesis } from "../../support/genesis-chain.ts";
import { divide, payer } from "../../support/transfers.ts";
import { nodeID } from "./network.ts";

/** 200 validators: the first has half of the stake, the others share the rest. */
const validators = Array.from({ length: 200 }, (_, i) => nodeID(i));
const weight = (node: NodeId) => (node[0] === 0 ? 199n : 1n);

function open() {
  const opened = openIndexedChain(localGenesis(1_767_672_000n), { isFollower: true });
  const { store, chain, context } = opened;
  let now = 1_800_000_000_000;
  let connected: readonly NodeId[] = validators;
  const pushed: { readonly txs: readonly Uint8Array[]; readonly to: readonly NodeId[] }[] = [];
  const outbox = () =>
    new Outbox({
      store,
      chain,
      stakes: () => ({ total: 398n, of: weight, nodes: validators }),
      connected: () => connected,
      push: (txs, to) => {
        pushed.push({ txs, to });
        return to.length;
      },
      nowMillis: () => now,
      random: Math.random,
    });
  const [utxo] = [...store.utxos.ownedBy(payer)]
    .map(({ bytes }) => decodeUtxo(bytes))
    .filter(({ output }) => output.kind === "TransferOutput");
  const payment = (burned: bigint) => divide(context.network.id, utxo!, 1, burned);
  return {
    ...opened,
    outbox,
    pushed,
    payment,
    advance: (ms: number) => {
      now += ms;
    },
    connect: (nodes: readonly NodeId[]) => {
      connected = nodes;
    },
  };
}

function submit(rig: ReturnType<typeof open>, outbox: Outbox, tx: Tx): void {
  expect(rig.chain.issue(tx)).toBeUndefined();
  outbox.submit(tx);
}

test("pushes first to 90 % of the stake and some others, then to few every 5 s", () => {
  const rig = open();
  const outbox = rig.outbox();
  const tx = rig.payment(10_000_000n);
  submit(rig, outbox, tx);
  const [first] = rig.pushed;
  expect(first!.txs).toEqual([tx.bytes]);
  const targets = new Set(first!.to.map(keyOf));
  const stake = first!.to.reduce((sum, node) => sum + weight(node), 0n);
  expect(targets.size).toBe(first!.to.length);
  expect(stake * 10n).toBeGreaterThanOrEqual(398n * 9n);
  expect(first!.to.length).toBeLessThan(200);
  outbox.round();
  rig.advance(4_999);
  outbox.round();
  expect(rig.pushed).toHaveLength(1);
  rig.advance(1);
  outbox.round();
  expect(rig.pushed[1]!.to).toHaveLength(20);
});

test("a push that reached no peer is repeated immediately", () => {
  const rig = open();
  const outbox = rig.outbox();
  rig.connect([]);
  submit(rig, outbox, rig.payment(10_000_000n));
  rig.connect(validators);
  outbox.round();
  expect(rig.pushed.map(({ to }) => to.length > 0)).toEqual([false, true]);
});

test("is restored after a restart, until a block has the transaction", () => {
  const rig = open();
  const tx = rig.payment(10_000_000n);
  submit(rig, rig.outbox(), tx);
  rig.chain.clearMemory();
  const again = rig.outbox();
  again.restore();
  expect(rig.chain.pendingStatus(tx.id)).toEqual({ kind: "Processing" });
  again.round();
  expect(rig.pushed).toHaveLength(2);
  rig.chain.produceBlock();
  again.round();
  expect(again.size).toBe(0);
  expect(rig.store.submittedTxs.all()).toEqual([]);
});

test("forgets a transaction that conflicts with an accepted one", () => {
  const rig = open();
  const outbox = rig.outbox();
  submit(rig, outbox, rig.payment(10_000_000n));
  const other = rig.payment(20_000_000n);
  rig.chain.mempool.clear();
  expect(rig.chain.issue(other)).toBeUndefined();
  rig.chain.produceBlock();
  outbox.round();
  expect(rig.store.submittedTxs.all()).toEqual([]);
  expect(rig.pushed).toHaveLength(1);
});

test("drops a transaction that has been invalid for a minute", () => {
  const rig = open();
  const outbox = rig.outbox();
  const unpaid = rig.payment(0n);
  rig.chain.mempool.add(unpaid);
  rig.store.submittedTxs.put(unpaid);
  outbox.restore();
  outbox.round();
  rig.advance(59_999);
  outbox.round();
  expect(rig.chain.pendingStatus(unpaid.id)).toEqual({ kind: "Processing" });
  rig.advance(1);
  outbox.round();
  expect(rig.chain.pendingStatus(unpaid.id)).toMatchObject({ kind: "Dropped" });
  expect(rig.store.submittedTxs.all()).toEqual([]);
  expect(rig.pushed).toEqual([]);
});

test("a follower refuses to issue an import, as AvalancheGo does with partial sync", () => {
  const { chain, context } = open();
  const baseTx = {
    networkID: 12345,
    blockchainID: emptyId,
    outputs: [],
    inputs: [],
    memo: emptyId,
  };
  const tx = makeTx(
    { kind: "ImportTx", baseTx, sourceChain: context.xChainID, importedInputs: [] },
    [],
  );
  expect(chain.issue(tx)).toBe(
    "failed verification: issuing an import tx is not allowed while partial syncing",
  );
});

import { beforeEach, describe, expect, it } from "vitest";
import { type BuildRequest, buildBlock } from "../../../src/chain/build-block.ts";
import { Chain } from "../../../src/chain/chain.ts";
import { Mempool } from "../../../src/chain/mempool.ts";
import { VerifiedSignatures } from "../../../src/crypto/verified-signatures.ts";
import { underRelease } from "../../../src/networks/find-network.ts";
import { blockTxs, makeBlock } from "../../../src/pchain/blocks/block.ts";
import type { MutableState } from "../../../src/pchain/state/state.ts";
import { acceptBlock, localGenesis, openGenesisChain } from "../../support/genesis-chain.ts";
import { l1ValidatorOf } from "../../support/state/values.ts";
import { divide, payerUtxo } from "../../support/transfers.ts";

const startTime = 1_791_000_000n;
let opened: ReturnType<typeof openGenesisChain>;
let mempool: Mempool;
let dropped: [txID: Uint8Array, reason: string][];

/** In nAVAX a second, as on the main network. */
const price = 512n;

beforeEach(() => {
  const local = openGenesisChain(localGenesis(startTime));
  const { network } = local.chain;
  const validatorFees = { ...network.validatorFees, minPrice: price };
  opened = { ...local, chain: { ...local.chain, network: { ...network, validatorFees } } };
  given((state) => state.setFeeState({ capacity: 1_000_000n, excess: 0n }));
  mempool = new Mempool();
  dropped = [];
});

/** The block that is built a number of seconds after the last one. */
function build(seconds: bigint) {
  const { store, chain } = opened;
  const last = store.blocks.lastAccepted();
  const request: BuildRequest = {
    parentID: last.id,
    height: last.height + 1n,
    state: store.state,
    mempool,
    validators: {
      subnetOf: () => {
        throw new Error("There is no warp message.");
      },
      setAt: () => [],
    },
    pChainHeight: last.height,
    context: {
      chain,
      now: store.state.timestamp() + seconds,
      mode: "verified",
      sharedMemory: store.atomicUtxos,
      signatures: new VerifiedSignatures(),
    },
    onDrop: ({ id }, reason) => dropped.push([id, reason]),
  };
  return buildBlock(request)?.block;
}

/** Accepts a block that has the chain as it is wanted. */
function given(change: (state: MutableState) => void): void {
  acceptBlock(opened, change);
}

const fee = 1_000_000n;
const amount = 10_000_000_000n;

function transfer(number: number) {
  return divide(12345, payerUtxo(number, opened.chain.avaxAssetID, amount), 1, fee);
}

describe("a block", () => {
  it("is not built if there is nothing to do, however late it is", () => {
    expect(build(0n)).toBeUndefined();
    expect(build(3600n)).toBeUndefined();
  });

  it("includes waiting transactions in order, and leaves out rejected ones", () => {
    const [first, unfunded, second] = [transfer(1), transfer(2), transfer(3)];
    given((state) => {
      state.addUtxo(payerUtxo(1, opened.chain.avaxAssetID, amount));
      state.addUtxo(payerUtxo(3, opened.chain.avaxAssetID, amount));
    });
    for (const tx of [second, unfunded, first]) mempool.add(tx);
    const block = build(5n)!;
    expect(block.kind).toBe("BanffStandardBlock");
    expect(blockTxs(block)).toEqual([second, first]);
    expect(mempool.size).toBe(0);
    expect(dropped).toEqual([
      [unfunded.id, expect.stringContaining("failed to read consumed UTXO")],
    ]);
  });

  it("leaves transactions for later once the gas does not suffice", () => {
    const waiting = Array.from({ length: 10 }, (_, number) => transfer(number));
    given((state) => {
      for (let i = 0; i < 10; i++) {
        state.addUtxo(payerUtxo(i, opened.chain.avaxAssetID, amount));
      }
    });
    for (const tx of waiting) mempool.add(tx);
    given((state) => state.setFeeState({ capacity: 0n, excess: 0n }));
    expect(build(0n)).toBeUndefined();
    const block = build(1n)!;
    const { length } = blockTxs(block);
    expect(length).toBeGreaterThan(0);
    expect(blockTxs(block)).toEqual(waiting.slice(0, length));
    expect([...mempool]).toEqual(waiting.slice(length));
    expect(dropped).toEqual([]);
  });

  it("rewards the first staker whose period ends, at that second and not before", () => {
    const [first] = opened.store.state.currentStakers();
    const remaining = first!.endTime - opened.store.state.timestamp();
    expect(build(remaining - 1n)).toBeUndefined();
    expect(build(remaining + 3600n)).toMatchObject({
      kind: "BanffProposalBlock",
      time: first!.endTime,
      tx: { unsigned: { kind: "RewardValidatorTx", txID: first!.txID } },
      txs: [],
    });
  });
});

describe("an L1 validator", () => {
  const withBalance = (balance: bigint) =>
    given((state) => {
      const validator = l1ValidatorOf(1, { endAccumulatedFee: state.accruedFees() + balance });
      state.putL1Validator(validator);
    });

  it("becomes inactive in the second in which its balance ends", () => {
    withBalance(3n * price);
    const time = opened.store.state.timestamp();
    expect(build(2n)).toBeUndefined();
    expect(build(60n)).toMatchObject({ kind: "BanffStandardBlock", time: time + 3n, txs: [] });
  });

  it("that cannot pay one more second is a reason for a block under the newest rules", () => {
    withBalance(price - 1n);
    const time = opened.store.state.timestamp();
    const { chain, store } = opened;
    const network = underRelease(chain.network, "newest");
    opened = { ...opened, chain: { ...chain, network } };
    const block = build(3600n)!;
    expect(block).toMatchObject({ kind: "BanffStandardBlock", time, txs: [] });
    const clock = { nowSeconds: () => time + 3600n };
    const { height } = store.blocks.lastAccepted();
    const olderChain = new Chain({ store, context: chain, clock });
    expect(() => olderChain.acceptBlock(block, height)).toThrow("performs no state changes");
    new Chain({ store, context: opened.chain, clock }).acceptBlock(block, height);
    expect(store.state.l1Validator(l1ValidatorOf(1).validationID)).toMatchObject({
      endAccumulatedFee: 0n,
    });
    const next = makeBlock({
      kind: "BanffStandardBlock",
      time,
      parentID: block.id,
      height: height + 2n,
      txs: [],
    });
    const newest = new Chain({ store, context: opened.chain, clock });
    expect(() => newest.acceptBlock(next, height)).toThrow("performs no state changes");
  });

  it("that cannot pay one more second stops the time, and only a transaction moves it on", () => {
    const funds = () => payerUtxo(1, opened.chain.avaxAssetID, amount);
    given((state) => state.addUtxo(funds()));
    withBalance(price - 1n);
    const time = opened.store.state.timestamp();
    // An empty block would change nothing: time stops until the balance ends, which never happens.
    expect(build(0n)).toBeUndefined();
    expect(build(3600n)).toBeUndefined();

    mempool.add(transfer(1));
    const block = build(3600n)!;
    expect(block).toMatchObject({ kind: "BanffStandardBlock", time });
    expect(blockTxs(block)).toHaveLength(1);
    const { store, chain } = opened;
    const clock = { nowSeconds: () => time + 3600n };
    new Chain({ store, context: chain, clock }).acceptBlock(
      block,
      store.blocks.lastAccepted().height,
    );
    expect(store.state.l1Validator(l1ValidatorOf(1).validationID)).toMatchObject({
      endAccumulatedFee: 0n,
    });
  });
});

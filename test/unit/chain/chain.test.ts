import { beforeEach, describe, expect, it } from "vitest";
import { Chain } from "../../../src/chain/chain.ts";
import { emptyId } from "../../../src/formats/bytes.ts";
import { type Block, makeBlock, parseBlock } from "../../../src/pchain/blocks/block.ts";
import { makeTx, type Tx } from "../../../src/pchain/txs/tx.ts";
import { acceptBlock, localGenesis, openGenesisChain } from "../../support/genesis-chain.ts";
import { divide, payer, payerUtxo, signedByPayer } from "../../support/transfers.ts";

const startTime = 1_791_000_000n;
const amount = 10_000_000_000n;
let opened: ReturnType<typeof openGenesisChain>;
let chain: Chain;
let now: bigint;

beforeEach(() => {
  opened = openGenesisChain(localGenesis(startTime));
  const { store, chain: context } = opened;
  acceptBlock(opened, (state) => {
    state.addUtxo(payerUtxo(1, context.avaxAssetID, amount));
    state.setFeeState({ capacity: 1_000_000n, excess: 0n });
  });
  now = store.state.timestamp();
  chain = new Chain({ store, context, clock: { nowSeconds: () => now } });
});

const transfer = (number: number, burned = 1_000_000n) =>
  divide(12345, payerUtxo(number, opened.chain.avaxAssetID, amount), 1, burned);

function blockOf(...txs: Tx[]): Block {
  const { id: parentID, height } = opened.store.blocks.lastAccepted();
  return makeBlock({ kind: "BanffStandardBlock", time: now, parentID, height: height + 1n, txs });
}

describe("a transaction", () => {
  it("is processing until it is in a block", () => {
    const tx = transfer(1);
    expect(chain.pendingStatus(tx.id)).toBeUndefined();
    expect(chain.issue(tx)).toBeUndefined();
    expect(chain.issue(tx)).toBeUndefined();
    expect(chain.pendingStatus(tx.id)).toEqual({ kind: "Processing" });
    expect(chain.produceBlock()).toBe(true);
    expect(chain.pendingStatus(tx.id)).toBeUndefined();
    expect(opened.store.txs.byID(tx.id)?.status).toBe("Committed");
  });

  it("that was rejected is rejected again, with the same reason", () => {
    const tx = transfer(2);
    const refusal = chain.issue(tx)!;
    expect(refusal).toMatch(/^failed verification: failed execution: .* due to: not found$/);
    const reason = refusal.replace("failed verification: ", "");
    expect(chain.issue(tx)).toBe(reason);
    expect(chain.pendingStatus(tx.id)).toEqual({ kind: "Dropped", reason });
  });

  it("for which a block is rejected is dropped, unless it waits", () => {
    const missing = transfer(2);
    expect(() => chain.acceptBlock(blockOf(missing), 0n)).toThrow("not found");
    expect(chain.pendingStatus(missing.id)).toMatchObject({
      kind: "Dropped",
      reason: expect.stringContaining("not found"),
    });

    const waiting = transfer(1);
    chain.issue(waiting);
    const unsigned = makeTx(waiting.unsigned, []);
    expect(() => chain.acceptBlock(blockOf(transfer(1, 2_000_000n), waiting), 0n)).toThrow();
    expect(chain.pendingStatus(waiting.id)).toEqual({ kind: "Processing" });
    expect(() => chain.acceptBlock(blockOf(unsigned), 0n)).toThrow("wrong number of credentials");
    expect(chain.pendingStatus(unsigned.id)).toMatchObject({ kind: "Dropped" });
  });

  it("that is dropped without a reason is forgotten", () => {
    const tx = transfer(1);
    chain.issue(tx);
    chain.drop(tx, "");
    expect(chain.pendingStatus(tx.id)).toBeUndefined();
    expect(chain.issue(tx)).toBeUndefined();
    chain.drop(tx, "too old");
    expect(chain.pendingStatus(tx.id)).toEqual({ kind: "Dropped", reason: "too old" });
    expect(chain.issue(tx)).toBe("too old");
  });

  it("leaves the mempool where a block has one that spends the same", () => {
    const waiting = transfer(1);
    chain.issue(waiting);
    chain.acceptBlock(blockOf(transfer(1, 2_000_000n)), 0n);
    expect(chain.mempool.size).toBe(0);
    expect(chain.pendingStatus(waiting.id)).toBeUndefined();
  });
});

describe("a block that was built", () => {
  it("is discarded when a listener accepts another block meanwhile; its transactions wait again", () => {
    const { store, chain: context } = opened;
    acceptBlock(opened, (state) => state.addUtxo(payerUtxo(3, context.avaxAssetID, amount)));
    now = store.state.timestamp();
    const other = transfer(3);
    chain = new Chain({
      store,
      context,
      clock: { nowSeconds: () => now },
      onPending: (_txID, { kind }) => {
        if (kind === "Dropped") chain.acceptBlock(blockOf(other), 0n);
      },
    });
    const [waiting, unfunded] = [transfer(1), transfer(2)];
    chain.mempool.add(waiting);
    chain.mempool.add(unfunded);
    const { height } = store.blocks.lastAccepted();
    expect(chain.produceBlock()).toBe(true);
    expect(store.blocks.lastAccepted().height).toBe(height + 1n);
    expect(store.txs.byID(other.id)?.status).toBe("Committed");
    expect(chain.pendingStatus(waiting.id)).toEqual({ kind: "Processing" });
    expect(chain.produceBlock()).toBe(true);
    expect(store.txs.byID(waiting.id)?.status).toBe("Committed");
  });

  it("changes the state as if another node had built it", () => {
    const waiting = transfer(1);
    const replica = openGenesisChain(localGenesis(startTime));
    acceptBlock(replica, (state) => {
      state.addUtxo(payerUtxo(1, replica.chain.avaxAssetID, amount));
      state.setFeeState({ capacity: 1_000_000n, excess: 0n });
    });
    const follower = new Chain({
      store: replica.store,
      context: replica.chain,
      clock: { nowSeconds: () => now },
    });
    chain.issue(waiting);
    now += 10n;
    chain.produceBlock();
    const last = opened.store.blocks.lastAccepted();
    const { bytes } = opened.store.blocks.byHeight(last.height)!;
    follower.acceptBlock(parseBlock(bytes), 0n);
    expect(replica.store.digest()).toEqual(opened.store.digest());
  });
});

describe("a proposal", () => {
  it("changes nothing until its option, which decides", () => {
    const { store } = opened;
    const [staker] = store.state.currentStakers();
    now = staker!.endTime;
    const { id: parentID, height } = store.blocks.lastAccepted();
    const reward = makeTx({ kind: "RewardValidatorTx", txID: staker!.txID }, []);
    const link = { time: now, height: height + 1n };
    const proposal = makeBlock({
      kind: "BanffProposalBlock",
      ...link,
      parentID,
      tx: reward,
      txs: [],
    });
    chain.acceptBlock(proposal, 0n);
    expect(store.blocks.lastAccepted().height).toBe(height);
    expect(chain.pendingStatus(reward.id)).toEqual({ kind: "Processing" });

    const option = { time: now, height: height + 2n, parentID: proposal.id };
    chain.acceptBlock(makeBlock({ kind: "BanffAbortBlock", ...option }), 0n);
    expect(store.blocks.lastAccepted().height).toBe(height + 2n);
    expect(store.txs.byID(reward.id)?.status).toBe("Aborted");
    expect([...store.state.currentStakers()].some(({ txID }) => txID === staker!.txID)).toBe(false);
  });

  it("leaves what conflicts with its decisions in the mempool, until a block of our own drops it", () => {
    const { store } = opened;
    const [waiting, decided] = [transfer(1), transfer(1, 2_000_000n)];
    const [staker] = store.state.currentStakers();
    now = staker!.endTime;
    expect(chain.issue(waiting)).toBeUndefined();
    const { id: parentID, height } = store.blocks.lastAccepted();
    const proposal = makeBlock({
      kind: "BanffProposalBlock",
      ...{ time: now, height: height + 1n, parentID, txs: [decided] },
      tx: makeTx({ kind: "RewardValidatorTx", txID: staker!.txID }, []),
    });
    chain.acceptBlock(proposal, 0n);
    const option = { time: now, height: height + 2n, parentID: proposal.id };
    chain.acceptBlock(makeBlock({ kind: "BanffCommitBlock", ...option }), 0n);
    expect(store.txs.byID(decided.id)?.status).toBe("Committed");
    expect(chain.pendingStatus(waiting.id)).toEqual({ kind: "Processing" });
    chain.produceBlock();
    expect(chain.pendingStatus(waiting.id)).toMatchObject({
      kind: "Dropped",
      reason: expect.stringMatching(/flow check failed|failed to read consumed UTXO/),
    });
  });
});

describe("a staking period that begins when the transaction is issued", () => {
  const staked = 25_000_000_000n;

  function delegation(durationSeconds: bigint): Tx {
    const [validator] = opened.store.state.currentStakers();
    const { nodeID } = validator!;
    const { txID, outputIndex, assetID } = payerUtxo(9, opened.chain.avaxAssetID);
    const owner = { locktime: 0n, threshold: 1, addresses: [payer] };
    return signedByPayer({
      kind: "AddPermissionlessDelegatorTx",
      baseTx: {
        networkID: 12345,
        blockchainID: emptyId,
        outputs: [],
        inputs: [
          {
            txID,
            outputIndex,
            assetID,
            input: { kind: "TransferInput", amount: staked + amount, signatureIndices: [0] },
          },
        ],
        memo: new Uint8Array(),
      },
      validator: { nodeID, start: 0n, end: now + durationSeconds, weight: staked },
      subnetID: emptyId,
      stake: [{ assetID, output: { kind: "TransferOutput", amount: staked, ...owner } }],
      rewardsOwner: { kind: "OutputOwners", ...owner },
    });
  }

  function refusal(durationSeconds: bigint, millisPastSecond: number): string | undefined {
    const clock = {
      nowSeconds: () => now,
      nowMillis: () => Number(now) * 1000 + millisPastSecond,
    };
    const { store, chain: context } = opened;
    return new Chain({ store, context, clock }).issue(delegation(durationSeconds));
  }

  // AvalancheGo compares with its clock's fraction of a second: seen on v1.14.2.
  it("must last the minimum from the clock's fraction of a second", () => {
    const { minStakeDurationSeconds } = opened.chain.network.staking;
    acceptBlock(opened, (state) =>
      state.addUtxo(payerUtxo(9, opened.chain.avaxAssetID, staked + amount)),
    );
    now = opened.store.state.timestamp();
    const tooShort = expect.stringContaining("staking period is too short");
    expect(refusal(minStakeDurationSeconds, 0)).toBeUndefined();
    expect(refusal(minStakeDurationSeconds, 1)).toEqual(tooShort);
    expect(refusal(minStakeDurationSeconds + 1n, 999)).toBeUndefined();
    expect(refusal(minStakeDurationSeconds - 1n, 0)).toEqual(tooShort);
  });

  it("starts at the chain's time where that is ahead of the clock", () => {
    const { minStakeDurationSeconds } = opened.chain.network.staking;
    acceptBlock(opened, (state) =>
      state.addUtxo(payerUtxo(9, opened.chain.avaxAssetID, staked + amount)),
    );
    const ahead = opened.store.state.timestamp();
    now = ahead;
    const issued = delegation(minStakeDurationSeconds);
    const { store, chain: context } = opened;
    const clock = { nowSeconds: () => ahead - 1n, nowMillis: () => Number(ahead) * 1000 - 500 };
    expect(new Chain({ store, context, clock }).issue(issued)).toBeUndefined();
  });
});

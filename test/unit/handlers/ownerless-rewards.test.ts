import { afterAll, beforeAll, expect, it } from "vitest";
import { encodeBytes } from "../../../src/formats/encoding.ts";
import { parseNodeId } from "../../../src/formats/node-id.ts";
import { type StartedNode, startNode } from "../../../src/index.ts";
import { primaryNetworkID } from "../../../src/networks/chains.ts";
import type { Tx } from "../../../src/pchain/txs/tx.ts";
import { payer, payerAddress, signedByPayer, spendable } from "../../support/transfers.ts";

const staked = 25_000_000_000n;
const burned = 10_000_000n;
const daySeconds = 86_400n;
/** AvalancheGo accepts owners without addresses, whose outputs anyone can spend. */
const noOwner = { locktime: 0n, threshold: 0n, addresses: [] };
let node: StartedNode;
let txID: string;

/** A dev node with a delegation whose reward has an owner without addresses. */
beforeAll(async () => {
  node = await startNode();
  const { client } = node;
  const { validators } = await client.platform.getCurrentValidators();
  const { utxos } = await client.platform.getUTXOs({ addresses: [payerAddress] });
  const tx = delegation({
    utxo: spendable(utxos, staked + burned)[0]!,
    nodeID: parseNodeId(validators[0]!.nodeID),
    end: BigInt(Math.floor(Date.now() / 1000)) + 2n * daySeconds,
  });
  ({ txID } = await client.platform.issueTx({ tx: encodeBytes(tx.bytes, "hex"), encoding: "hex" }));
});
afterAll(() => node.stop());

it("are pending, and shown with their owner", async () => {
  const { ledger, platform } = node.client;
  await expect.poll(() => platform.getTxStatus({ txID })).toMatchObject({ status: "Committed" });
  const { rewards } = await ledger.getRewards({ filter: { status: "pending" } });
  expect(rewards.find(({ stakingTxID }) => stakingTxID === txID)?.owner).toEqual(noOwner);
  const { periods } = await ledger.getStakingPeriods({ filter: { txID } });
  expect(periods).toMatchObject([{ role: "delegator", rewardOwner: noOwner }]);
  expect(periods[0]).not.toHaveProperty("delegateeOwner");
});

it("are paid to that owner", async () => {
  await node.client.dev.increaseTime({ seconds: 3n * daySeconds });
  const filter = { txID, status: "paid" } as const;
  const { rewards } = await node.client.ledger.getRewards({ filter });
  expect(rewards.map(({ kind, owner }) => [kind, owner])).toContainEqual(["delegator", noOwner]);
});

type Delegation = {
  readonly utxo: ReturnType<typeof spendable>[number];
  readonly nodeID: ReturnType<typeof parseNodeId>;
  readonly end: bigint;
};

function delegation({ utxo, nodeID, end }: Delegation): Tx {
  const { txID: from, outputIndex, assetID, output } = utxo;
  const { amount } = output as { readonly amount: bigint };
  const toPayer = (sent: bigint) => ({
    assetID,
    output: {
      kind: "TransferOutput" as const,
      ...{ amount: sent, locktime: 0n, threshold: 1, addresses: [payer] },
    },
  });
  return signedByPayer({
    kind: "AddPermissionlessDelegatorTx",
    baseTx: {
      networkID: 12345,
      blockchainID: primaryNetworkID,
      outputs: [toPayer(amount - staked - burned)],
      inputs: [
        {
          ...{ txID: from, outputIndex, assetID },
          input: { kind: "TransferInput", amount, signatureIndices: [0] },
        },
      ],
      memo: new Uint8Array(),
    },
    validator: { nodeID, start: 0n, end, weight: staked },
    subnetID: primaryNetworkID,
    stake: [toPayer(staked)],
    rewardsOwner: { kind: "OutputOwners", locktime: 0n, threshold: 0, addresses: [] },
  });
}

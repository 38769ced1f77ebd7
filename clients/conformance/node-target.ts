import type { Document } from "../../codegen/model.ts";
import { avalanchejs } from "../../test/e2e/avalanchejs.ts";
import { BlsKey } from "../../test/e2e/l1-manager.ts";
import { NodeProcess } from "../../test/e2e/node-process.ts";
import { ask } from "../../test/e2e/rpc.ts";
import { type Issued, Wallet } from "../../test/e2e/wallet.ts";
import type { OpenTarget, Target } from "./call.ts";
import { type Chain, nodeLines } from "./node-lines.ts";

const { pvm, TransferableOutput } = avalanchejs;
const avax = 10n ** 9n;
const day = 86_400n;
const primaryNetworkID = "11111111111111111111111111111111LpoYY";
const subnetEvmID = "srEXiWaHuhNyGwPUi444Tu47ZEDwxTWrbQiuD7FmgSAQ6X7Dy";
const stakerNodeID = "NodeID-2ZbTY9GatRTrfinAoYiYLcf6CvrPAUYgo";
const privateKey = "PrivateKey-ewoqjP7PxY4yr3iLTpLisriqt94hdyDFNgchSxGGztUrTXtNN";

export type NodeTarget = Target & { discard(): Promise<void> };

/** A node with a chain of some transactions, restored to the same state for each program. */
export async function startNodeTarget(documents: readonly Document[]): Promise<NodeTarget> {
  const node = await NodeProcess.start(
    "--network-id=local",
    "--proposervm-use-current-height=true",
  );
  try {
    const chain = await grow(node);
    return {
      name: "a node",
      profile: "spec",
      lines: nodeLines(documents, chain),
      volatile: [
        // The length of a compressed file that has times in it.
        "dev.dumpState /result/byteCount",
        // Checks run every 30 s, before or after the chain was restored to the snapshot.
        ...["lastAcceptedHeight", "lastAcceptedID"].map(
          (name) => `health.health /result/checks/P/message/engine/consensus/${name}`,
        ),
      ],
      open: () => openAtSnapshot(node.url),
      discard: () => node.discard(),
    };
  } catch (error) {
    await node.discard();
    throw error;
  }
}

async function openAtSnapshot(url: string): Promise<OpenTarget> {
  const { snapshotID } = await dev<{ snapshotID: string }>(url, "snapshot");
  return {
    url,
    close: async () => {
      await dev(url, "revert", { snapshotID });
    },
  };
}

function dev<Result>(url: string, method: string, params = {}): Promise<Result> {
  return ask<Result>(url, "/ext/dev", `dev.${method}`, params);
}

/** Issues transactions of several kinds, then stops the clock and the making of blocks. */
async function grow(node: NodeProcess): Promise<Chain> {
  const wallet = await Wallet.open(privateKey, () => node.url);
  const own = [wallet.addressBytes];
  const end = BigInt(Math.floor(Date.now() / 1000)) + 20n * day;
  const outputOf = (amount: bigint) =>
    TransferableOutput.fromNative(wallet.context.avaxAssetID, amount, own);
  const pay = (amount: bigint) =>
    wallet.send((funds, context) =>
      pvm.newBaseTx({ ...funds, outputs: [outputOf(amount)] }, context),
    );

  const paid = await pay(7n * avax);
  const subnet = await wallet.send((funds, context) =>
    pvm.newCreateSubnetTx({ ...funds, subnetOwners: own }, context),
  );
  const authorized = { subnetId: subnet.txID, subnetAuth: [0] };
  const blockchain = await wallet.send((funds, context) =>
    pvm.newCreateChainTx(
      {
        ...funds,
        ...authorized,
        chainName: "conformance",
        vmId: subnetEvmID,
        fxIds: [],
        genesisData: { a: 1 },
      },
      context,
    ),
  );
  const validator = await wallet.addValidator({
    nodeID: stakerNodeID,
    end,
    key: new BlsKey(1),
  });
  const delegator = await wallet.send((funds, context) =>
    pvm.newAddPermissionlessDelegatorTx(
      {
        ...funds,
        subnetId: primaryNetworkID,
        nodeId: stakerNodeID,
        start: 0n,
        end: end - day,
        weight: 100n * avax,
        rewardAddresses: own,
      },
      context,
    ),
  );
  const subnetValidator = await wallet.send((funds, context) =>
    pvm.newAddSubnetValidatorTx(
      {
        ...funds,
        ...authorized,
        nodeId: stakerNodeID,
        start: 0n,
        end: end - 2n * day,
        weight: 30n,
      },
      context,
    ),
  );
  const exported = await wallet.send((funds, context) =>
    pvm.newExportTx(
      {
        ...funds,
        destinationChainId: wallet.context.xBlockchainID,
        outputs: [outputOf(5n * avax)],
      },
      context,
    ),
  );
  const waiting = [
    await undone(node.url, () => pay(avax)),
    await undone(node.url, () => pay(2n * avax)),
  ] as const;
  const last = await ask<{ id: string }>(node.url, "/ext/index/P/block", "index.getLastAccepted");
  await dev(node.url, "setTime", { timestamp: Math.floor(Date.now() / 1000), frozen: true });
  await dev(node.url, "setBlockProduction", { mode: "manual" });
  // The first use adds a health check, which no snapshot removes.
  await dev(node.url, "setHealth", { healthy: true });
  return {
    address: wallet.address,
    txs: [paid, subnet, blockchain, validator, delegator, subnetValidator, exported].map(
      ({ txID }) => txID,
    ),
    subnetID: subnet.txID,
    blockchainID: blockchain.txID,
    nodeID: stakerNodeID,
    containerID: last.id,
    waiting,
  };
}

/** Forgets the transactions that were issued. */
async function undone(url: string, issue: () => Promise<Issued>): Promise<Issued> {
  const { snapshotID } = await dev<{ snapshotID: string }>(url, "snapshot");
  const issued = await issue();
  await dev(url, "revert", { snapshotID });
  return issued;
}

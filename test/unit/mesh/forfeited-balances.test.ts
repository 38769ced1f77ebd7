import { afterAll, beforeAll, expect, it } from "vitest";
import { encodeBytes } from "../../../src/formats/encoding.ts";
import { parseHex } from "../../../src/formats/hex.ts";
import { parseId } from "../../../src/formats/id.ts";
import { parseNodeId } from "../../../src/formats/node-id.ts";
import type {
  AccountBalanceResult,
  BlockResult,
  NetworkStatusResult,
} from "../../../src/generated/mesh/types.ts";
import { type StartedNode, startNode } from "../../../src/index.ts";
import { primaryNetworkID } from "../../../src/networks/chains.ts";
import type { BaseTxFields } from "../../../src/pchain/components/base-tx.ts";
import type { UnsignedTx } from "../../../src/pchain/txs/unsigned-tx.ts";
import { MeshApi } from "../../support/mesh-api.ts";
import { payer, payerAddress, signedByPayer, spendable } from "../../support/transfers.ts";

/** nAVAX that an active L1 validator pays for a second, as on mainnet. */
const price = 512;
const fee = 10_000_000n;
const start = BigInt(Math.floor(Date.now() / 1000)) + 3600n;
const byPayer = { locktime: 0n, threshold: 1, addresses: [payer] };
let node: StartedNode;
let api: MeshApi;

beforeAll(async () => {
  node = await startNode({ flags: { "validator-fees-min-price": price } });
  api = new MeshApi(node.url, "local");
  await node.client.dev.setTime({ timestamp: start, frozen: true });
});
afterAll(() => node.stop());

// What did not pay for another second was in no operation.
it("explains what an L1 validator forfeits", async () => {
  const { nodeID, nodePOP } = await node.client.info.getNodeID();
  const subnetID = parseId(
    await issue((baseTx) => ({
      kind: "CreateSubnetTx",
      baseTx,
      owner: { kind: "OutputOwners", ...byPayer },
    })),
  );
  const noOwner = { threshold: 0, addresses: [] };
  const validator = {
    nodeID: parseNodeId(nodeID),
    weight: 1n,
    // Not enough for a second: forfeited in the same block.
    balance: 300n,
    signer: {
      publicKey: parseHex(nodePOP!.publicKey),
      proofOfPossession: parseHex(nodePOP!.proofOfPossession),
    },
    remainingBalanceOwner: noOwner,
    deactivationOwner: noOwner,
  };
  await issue(
    (baseTx) => ({
      kind: "ConvertSubnetToL1Tx",
      ...{ baseTx, subnetID, chainID: subnetID, address: new Uint8Array() },
      validators: [validator],
      subnetAuthorization: { kind: "Input", signatureIndices: [0] },
    }),
    { paid: 300n, credentials: 2 },
  );
  const { validators } = await node.client.ledger.getL1Validators({});
  const { validationID } = validators[0]!;
  await issue(
    (baseTx) => ({
      kind: "IncreaseL1ValidatorBalanceTx",
      ...{ baseTx, validationID: parseId(validationID), balance: 700n },
    }),
    { paid: 700n },
  );
  // It pays 512 and forfeits 188.
  await node.client.dev.setTime({ timestamp: start + 1n, frozen: true });
  await node.client.dev.buildBlock();

  const amounts = await reconciled(validationID);
  expect(amounts).toEqual([300n, -300n, 700n, -512n, -188n]);
});

/** The amounts of an account's operations by block, after its balance at every block was compared with their sum. */
async function reconciled(address: string): Promise<bigint[]> {
  const { current_block_identifier: last } = await api.get<NetworkStatusResult>("/network/status");
  const amounts: bigint[] = [];
  for (let index = 0; index <= last.index; index++) {
    const { block } = await api.get<BlockResult>("/block", { block_identifier: { index } });
    const own = block.transactions
      .flatMap(({ operations }) => operations)
      .filter(({ account }) => account!.address === address)
      .map(({ amount }) => BigInt(amount!.value));
    amounts.push(...own.sort((a, b) => Number(b > 0n) - Number(a > 0n)));
    if (amounts.length === 0) continue;
    const { balances } = await api.get<AccountBalanceResult>("/account/balance", {
      account_identifier: { address },
      block_identifier: { index },
    });
    const sum = amounts.reduce((total, each) => total + each, 0n);
    expect(BigInt(balances[0]?.value ?? 0), `at ${index}`).toBe(sum);
  }
  return amounts;
}

/** Issues a transaction of the payer, which burns the fee and what is `paid` besides, and returns its ID. */
async function issue(
  unsigned: (baseTx: BaseTxFields) => UnsignedTx,
  { paid = 0n, credentials = 1 } = {},
): Promise<string> {
  const { platform } = node.client;
  const { utxos } = await platform.getUTXOs({ addresses: [payerAddress] });
  const { txID: from, outputIndex, assetID, output } = spendable(utxos, 10n * fee)[0]!;
  const { amount } = output as { readonly amount: bigint };
  const change = { kind: "TransferOutput" as const, amount: amount - fee - paid, ...byPayer };
  const input = { kind: "TransferInput" as const, amount, signatureIndices: [0] };
  const tx = signedByPayer(
    unsigned({
      networkID: 12345,
      blockchainID: primaryNetworkID,
      outputs: [{ assetID, output: change }],
      inputs: [{ txID: from, outputIndex, assetID, input }],
      memo: new Uint8Array(),
    }),
    credentials,
  );
  const { txID } = await platform.issueTx({ tx: encodeBytes(tx.bytes, "hex"), encoding: "hex" });
  await expect.poll(() => platform.getTxStatus({ txID })).toMatchObject({ status: "Committed" });
  return txID;
}

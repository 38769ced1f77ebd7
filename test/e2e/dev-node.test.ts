import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sha256 } from "../../src/crypto/hash.ts";
import { formatId } from "../../src/formats/id.ts";
import { formatNodeId } from "../../src/formats/node-id.ts";
import { type StartedNode, startNode } from "../../src/index.ts";
import { avalanchejs } from "./avalanchejs.ts";
import { BlsKey, L1Manager } from "./l1-manager.ts";
import { Wallet } from "./wallet.ts";

const { L1Validator, PChainOwner, pvm, TransferableOutput } = avalanchejs;

const avax = 10n ** 9n;
const daySeconds = 86_400n;
const subnetEvmID = "srEXiWaHuhNyGwPUi444Tu47ZEDwxTWrbQiuD7FmgSAQ6X7Dy";
const nodeIDOf = (byte: number) => formatNodeId(new Uint8Array(20).fill(byte));

/** What a developer does with time, snapshots and L1s, each on the state that the one before left. */
describe("a dev node", () => {
  let node: StartedNode;
  let wallet: Wallet;

  type Untyped = (method: string, params: object) => Promise<unknown>;
  const call = (method: string, params: object) =>
    (node.call as unknown as Untyped)(method, params);
  const dev = <Result>(method: string, params = {}) =>
    call(`dev.${method}`, params) as Promise<Result>;
  const P = <Result>(method: string, params = {}) =>
    call(`platform.${method}`, params) as Promise<Result>;
  const digest = async () => (await dev<{ digest: string }>("nodeInfo", { digest: true })).digest;
  const clock = async () =>
    BigInt((await dev<{ clock: { timestamp: string } }>("nodeInfo")).clock.timestamp);
  const toSelf = () => [wallet.addressBytes];

  beforeAll(async () => {
    node = await startNode({
      // Since Granite, an L1's validators count in the epoch after their block.
      hardfork: "etna",
      flags: { "proposervm-use-current-height": true },
    });
    wallet = await Wallet.open(node.info.accounts[0]!.privateKey, () => node.url);
  });
  afterAll(() => node.stop());

  async function addValidator(nodeID: string, key: BlsKey, days: bigint): Promise<string> {
    const end = (await clock()) + days * daySeconds;
    return (await wallet.addValidator({ nodeID, end, key })).txID;
  }

  it("pays a validator at the end of its period", async () => {
    const nodeID = nodeIDOf(0x11);
    const txID = await addValidator(nodeID, new BlsKey(1), 14n);
    const { validators } = await P<{ validators: { potentialReward: string }[] }>(
      "getCurrentValidators",
      { nodeIDs: [nodeID] },
    );
    const reward = BigInt(validators[0]!.potentialReward);
    expect(reward).toBeGreaterThan(0n);
    expect(await P("getRewardUTXOs", { txID })).toMatchObject({ numFetched: "0" });
    const before = await wallet.balance();

    expect(await dev("increaseTime", { seconds: 14n * daySeconds + 1n })).toMatchObject({
      blockCount: 3,
    });

    expect(await P("getCurrentValidators", { nodeIDs: [nodeID] })).toEqual({ validators: [] });
    expect((await wallet.balance()) - before).toBe(2000n * avax + reward);
    expect(await P("getRewardUTXOs", { txID })).toMatchObject({ numFetched: "1" });
  });

  it("pays no reward to a validator that was offline, and removes it from the supply", async () => {
    const nodeID = nodeIDOf(0x12);
    const { supply } = await P<{ supply: string }>("getCurrentSupply");
    const txID = await addValidator(nodeID, new BlsKey(2), 14n);
    await dev("setValidatorUptime", { nodeID, percentage: 79 });
    const before = await wallet.balance();
    await dev("increaseTime", { seconds: 15n * daySeconds });
    expect((await wallet.balance()) - before).toBe(2000n * avax);
    expect(await P("getRewardUTXOs", { txID })).toMatchObject({ numFetched: "0" });
    expect(await P("getCurrentSupply")).toMatchObject({ supply });
  });

  it("reverts ten transactions to the same state", async () => {
    const before = { digest: await digest(), height: await P("getHeight") };
    const balance = await wallet.balance();
    const { snapshotID } = await dev<{ snapshotID: string }>("snapshot");
    const sent: string[] = [];
    for (let count = 1n; count <= 10n; count++) {
      const { txID } = await wallet.send((funds, context) =>
        pvm.newBaseTx(
          {
            ...funds,
            outputs: [TransferableOutput.fromNative(context.avaxAssetID, count * avax, toSelf())],
          },
          context,
        ),
      );
      sent.push(txID);
    }
    const after = await digest();
    expect(after).not.toBe(before.digest);
    await dev("revert", { snapshotID });
    expect({ digest: await digest(), height: await P("getHeight") }).toEqual(before);
    expect(await wallet.balance()).toBe(balance);
    for (const txID of sent)
      expect(await P("getTxStatus", { txID })).toEqual({ status: "Unknown" });
    await expect(dev("revert", { snapshotID })).rejects.toThrow(/snapshot .* not found/);
  });

  it("makes an L1 validator inactive when its balance runs out", async () => {
    const subnet = await wallet.send((funds, context) =>
      pvm.newCreateSubnetTx({ ...funds, subnetOwners: toSelf() }, context),
    );
    const subnetID = subnet.txID;
    const chain = await wallet.send((funds, context) =>
      pvm.newCreateChainTx(
        {
          ...funds,
          subnetId: subnetID,
          subnetAuth: [0],
          chainName: "manager",
          vmId: subnetEvmID,
          fxIds: [],
          genesisData: {},
        },
        context,
      ),
    );
    const managerAddress = new Uint8Array(20).fill(0xc0);
    const owner = PChainOwner.fromNative(toSelf(), 1);
    const firstKey = new BlsKey(3);
    const first = L1Validator.fromNative(
      nodeIDOf(0x20),
      100n,
      avax,
      new avalanchejs.pvmSerial.ProofOfPossession(firstKey.publicKey, firstKey.proofOfPossession),
      owner,
      owner,
    );
    await wallet.send((funds, context) =>
      pvm.newConvertSubnetToL1Tx(
        {
          ...funds,
          subnetId: subnetID,
          subnetAuth: [0],
          chainId: chain.txID,
          address: managerAddress,
          validators: [first],
        },
        context,
      ),
    );

    const key = new BlsKey(4);
    const manager = new L1Manager(wallet.context.networkID, chain.txID, managerAddress, [firstKey]);
    const { payload, message } = manager.register({
      subnetID,
      nodeID: nodeIDOf(0x21),
      key,
      expiry: (await clock()) + 3600n,
      owner,
      weight: 20n,
    });
    await wallet.send((funds, context) =>
      pvm.newRegisterL1ValidatorTx(
        { ...funds, balance: 1000n, blsSignature: key.proofOfPossession, message },
        context,
      ),
    );
    const validationID = formatId(sha256(payload));
    const validator = () =>
      P<{ weight: string; balance: string }>("getL1Validator", { validationID });
    const { weight, balance } = await validator();
    expect(weight).toBe("20");
    expect(BigInt(balance)).toBeGreaterThan(900n);

    // At 1 nAVAX a second.
    expect(await dev("increaseTime", { seconds: 1001 })).toMatchObject({ blockCount: 2 });
    expect(await validator()).toMatchObject({ weight: "20", balance: "0" });
    const { validators } = await P<{ validators: Record<string, unknown> }>("getValidatorsAt", {
      height: (await P<{ height: string }>("getHeight")).height,
      subnetID,
    });
    expect(Object.keys(validators)).not.toContain(nodeIDOf(0x21));
    expect(Object.keys(validators)).toContain(nodeIDOf(0x20));
  });
});

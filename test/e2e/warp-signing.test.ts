import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { formatHex, parseHex } from "../../src/formats/hex.ts";
import { parseId } from "../../src/formats/id.ts";
import { type StartedNode, startNode } from "../../src/index.ts";
import { encodeUnsignedMessage } from "../../src/pchain/warp/message.ts";
import { avalanchejs } from "./avalanchejs.ts";
import { BlsKey, initialValidationID } from "./l1-manager.ts";
import { Wallet } from "./wallet.ts";

const { L1Validator, PChainOwner, pvm } = avalanchejs;
const avax = 10n ** 9n;
const subnetEvmID = "srEXiWaHuhNyGwPUi444Tu47ZEDwxTWrbQiuD7FmgSAQ6X7Dy";

type Spare = {
  readonly nodeID: string;
  readonly publicKey: string;
  readonly proofOfPossession: string;
};

/** The life of an L1 validator, each step on the state that the one before left, by the rules that a new node has. */
describe("dev.signWarpMessage and its helpers", () => {
  let node: StartedNode;
  let wallet: Wallet;
  let first: Spare;
  let second: Spare;
  let subnetID: string;
  let chainID: string;
  let validationID: string;

  type Untyped = (method: string, params: object) => Promise<unknown>;
  const call = (method: string, params: object) =>
    (node.call as unknown as Untyped)(method, params);
  const dev = <Result>(method: string, params = {}) =>
    call(`dev.${method}`, params) as Promise<Result>;
  const P = <Result>(method: string, params = {}) =>
    call(`platform.${method}`, params) as Promise<Result>;
  const signed = async (method: string, params: object) =>
    parseHex((await dev<{ message: string }>(method, params)).message);
  const toSelf = () => [wallet.addressBytes];
  const validator = () =>
    P<{ weight: string; balance: string; minNonce: string }>("getL1Validator", { validationID });

  beforeAll(async () => {
    node = await startNode();
    wallet = await Wallet.open(node.info.accounts[0]!.privateKey, () => node.url);
    const spare = await dev<{ validators: Spare[] }>("spareValidators", { count: 2 });
    [first, second] = spare.validators as [Spare, Spare];
    const subnet = await wallet.send((funds, context) =>
      pvm.newCreateSubnetTx({ ...funds, subnetOwners: toSelf() }, context),
    );
    subnetID = subnet.txID;
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
    chainID = chain.txID;
  });
  afterAll(() => node.stop());

  const register = (weight: number) => ({
    subnetID,
    nodeID: second.nodeID,
    publicKey: second.publicKey,
    weight,
    remainingBalanceOwners: [wallet.address],
    disableOwners: [wallet.address],
  });

  it("refuse a subnet that is not an L1", async () => {
    await expect(dev("signRegisterL1Validator", register(20))).rejects.toThrow(
      `the warp message cannot be signed: subnet ${subnetID} is not an L1`,
    );
  });

  it("say how to reach the validators of a new L1", async () => {
    const owner = PChainOwner.fromNative(toSelf(), 1);
    const proof = new avalanchejs.pvmSerial.ProofOfPossession(
      parseHex(first.publicKey),
      parseHex(first.proofOfPossession),
    );
    await wallet.send((funds, context) =>
      pvm.newConvertSubnetToL1Tx(
        {
          ...funds,
          subnetId: subnetID,
          subnetAuth: [0],
          chainId: chainID,
          address: new Uint8Array(20).fill(0xc0),
          validators: [L1Validator.fromNative(first.nodeID, 100n, avax, proof, owner, owner)],
        },
        context,
      ),
    );
    await expect(dev("signRegisterL1Validator", register(20))).rejects.toThrow(
      /no validators of chain \w+ at P-chain height \d+, .* call dev\.increaseTime with 31 seconds$/,
    );
    await dev("increaseTime", { seconds: 31 });
    await dev("signRegisterL1Validator", register(20));
  });

  it("register a validator", async () => {
    const answer = await dev<{ message: string; validationID: string }>(
      "signRegisterL1Validator",
      register(20),
    );
    ({ validationID } = answer);
    const message = parseHex(answer.message);
    const blsSignature = parseHex(second.proofOfPossession);
    await wallet.send((funds, context) =>
      pvm.newRegisterL1ValidatorTx({ ...funds, balance: avax, blsSignature, message }, context),
    );
    expect(await validator()).toMatchObject({ weight: "20", minNonce: "0" });
  });

  it("let it be topped up", async () => {
    const before = BigInt((await validator()).balance);
    await wallet.send((funds, context) =>
      pvm.newIncreaseL1ValidatorBalanceTx(
        { ...funds, balance: avax, validationId: validationID },
        context,
      ),
    );
    expect(BigInt((await validator()).balance)).toBeGreaterThan(before);
  });

  it.each([
    ["set its weight", 30],
    ["remove it", 0],
  ])("%s", async (_, weight) => {
    const message = await signed("signL1ValidatorWeight", { validationID, weight });
    await wallet.send((funds, context) =>
      pvm.newSetL1ValidatorWeightTx({ ...funds, message }, context),
    );
    if (weight > 0) expect(await validator()).toMatchObject({ weight: "30", minNonce: "1" });
    else await expect(validator()).rejects.toThrow("not found");
  });

  it("sign any message of a chain, with keys from elsewhere too", async () => {
    const unsigned = encodeUnsignedMessage({
      networkID: wallet.context.networkID,
      sourceChainID: parseId(chainID),
      payload: new Uint8Array([1, 2, 3]),
    });
    const message = formatHex(unsigned);
    const signedMessage = await dev<{ message: string }>("signWarpMessage", { message });
    expect(signedMessage.message.startsWith(message)).toBe(true);
    const others = { message, privateKeys: [formatHex(new BlsKey(3).secret)] };
    expect(await dev("signWarpMessage", others)).toEqual(signedMessage);
  });

  it("refuse what they cannot sign", async () => {
    const message = formatHex(
      encodeUnsignedMessage({
        networkID: wallet.context.networkID,
        sourceChainID: new Uint8Array(32).fill(7),
        payload: new Uint8Array(),
      }),
    );
    await expect(dev("signWarpMessage", { message })).rejects.toThrow("cannot be signed");
    await expect(dev("signWarpMessage", { message: "0x00" })).rejects.toThrow("couldn't decode");
    const ofPChain = formatHex(
      encodeUnsignedMessage({
        networkID: wallet.context.networkID,
        sourceChainID: new Uint8Array(32),
        payload: new Uint8Array(),
      }),
    );
    await expect(dev("signWarpMessage", { message: ofPChain })).rejects.toThrow(
      /keys for weight \d+ of \d+ .* privateKeys$/,
    );
    const zero = { message: ofPChain, privateKeys: [`0x${"0".repeat(64)}`] };
    await expect(dev("signWarpMessage", zero)).rejects.toThrow(
      "privateKeys[0]: expected a BLS private key",
    );
    const unknown = { validationID: initialValidationID(subnetID, 9), weight: 1 };
    await expect(dev("signL1ValidatorWeight", unknown)).rejects.toThrow("not found");
  });
});

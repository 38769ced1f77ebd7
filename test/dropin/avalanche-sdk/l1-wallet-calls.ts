import assert from "node:assert/strict";
import { sha256 } from "../../../src/crypto/hash.ts";
import { formatHex } from "../../../src/formats/hex.ts";
import { formatId } from "../../../src/formats/id.ts";
import { formatNodeId } from "../../../src/formats/node-id.ts";
import { avalanchejs } from "../../e2e/avalanchejs.ts";
import { BlsKey, initialValidationID, L1Manager } from "../../e2e/l1-manager.ts";
import { avax, type Calls, type World } from "./world.ts";

const networkID = 12345;
const nodeIDOf = (byte: number) => formatNodeId(new Uint8Array(20).fill(byte));
const managerAddress = new Uint8Array(20).fill(0xc0);
const [initialKey, registeredKey] = [new BlsKey(1), new BlsKey(2)];

/** The life of an L1, after its subnet and chain have been made; its warp messages are signed here. */
export const l1WalletCalls: Calls = {
  async prepareConvertSubnetToL1Txn(world) {
    const owner = { addresses: [world.address], threshold: 1 };
    const validator = {
      nodeId: nodeIDOf(0x20),
      nodePoP: {
        publicKey: formatHex(initialKey.publicKey),
        proofOfPossession: formatHex(initialKey.proofOfPossession),
      },
      weight: 100n,
      initialBalanceInAvax: avax,
      remainingBalanceOwner: owner,
      deactivationOwner: owner,
    };
    await world.sendPrepared("prepareConvertSubnetToL1Txn", {
      subnetId: world.subnetID,
      blockchainId: world.chainID,
      managerContractAddress: formatHex(managerAddress),
      validators: [validator],
      subnetAuth: [0],
    });
    const { isPermissioned, managerChainID } = await world.subnet();
    assert.deepEqual([isPermissioned, managerChainID], [false, world.chainID]);
  },
  async prepareRegisterL1ValidatorTxn(world) {
    await world.beginEpoch();
    const { payload, message } = managerOf(world, [initialKey]).register({
      subnetID: world.subnetID,
      nodeID: nodeIDOf(0x30),
      key: registeredKey,
      expiry: (await world.endAfter(0n)) + 3600n,
      owner: avalanchejs.PChainOwner.fromNative([managerAddress], 1),
      weight: 20n,
    });
    await world.sendPrepared("prepareRegisterL1ValidatorTxn", {
      initialBalanceInAvax: avax,
      blsSignature: formatHex(registeredKey.proofOfPossession),
      message: formatHex(message),
    });
    const registered = await l1Validator(world, formatId(sha256(payload)));
    assert.deepEqual([registered.nodeID, registered.weight], [nodeIDOf(0x30), "20"]);
  },
  async prepareSetL1ValidatorWeightTxn(world) {
    await world.beginEpoch();
    world.validationID = initialValidationID(world.subnetID, 0);
    const manager = managerOf(world, [initialKey, registeredKey]);
    const message = formatHex(manager.setWeight(world.validationID, 0n, 90n));
    await world.sendPrepared("prepareSetL1ValidatorWeightTxn", { message });
    assert.equal((await l1Validator(world, world.validationID)).weight, "90");
  },
  async prepareIncreaseL1ValidatorBalanceTxn(world) {
    const request = { validationId: world.validationID, balanceInAvax: 5n * avax };
    await world.sendPrepared("prepareIncreaseL1ValidatorBalanceTxn", request);
    const { balance } = await l1Validator(world, world.validationID);
    assert(BigInt(balance) > 5n * avax, `the balance is ${balance}`);
  },
  async prepareDisableL1ValidatorTxn(world) {
    const request = { validationId: world.validationID, disableAuth: [0] };
    await world.sendPrepared("prepareDisableL1ValidatorTxn", request);
    assert.equal((await l1Validator(world, world.validationID)).balance, "0");
  },
};

function managerOf({ chainID }: World, keys: readonly BlsKey[]): L1Manager {
  return new L1Manager(networkID, chainID, managerAddress, keys);
}

function l1Validator(world: World, validationID: string): Promise<L1Validator> {
  return world.P<L1Validator>("platform.getL1Validator", { validationID });
}

type L1Validator = {
  readonly nodeID: string;
  readonly weight: string;
  readonly balance: string;
};

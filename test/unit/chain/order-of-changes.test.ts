import { beforeEach, describe, expect, it } from "vitest";
import { Chain } from "../../../src/chain/chain.ts";
import { sha256 } from "../../../src/crypto/hash.ts";
import { sign } from "../../../src/crypto/secp256k1.ts";
import { emptyId } from "../../../src/formats/bytes.ts";
import { parsePrivateKey } from "../../../src/formats/private-key.ts";
import { wellKnownPrivateKeys } from "../../../src/networks/local.ts";
import { type Block, makeBlock, parseBlock } from "../../../src/pchain/blocks/block.ts";
import { stakerPriorities } from "../../../src/pchain/state/staker.ts";
import { encodeUnsignedTx, makeTx, type Tx } from "../../../src/pchain/txs/tx.ts";
import type { UnsignedTx } from "../../../src/pchain/txs/unsigned-tx.ts";
import { acceptBlock, localGenesis, openGenesisChain } from "../../support/genesis-chain.ts";
import { payer, payerUtxo } from "../../support/transfers.ts";

/*
 * AvalancheGo v1.15.0 replays the changes of a block in their order (vms/platformvm/state/diff.go); before, a validator
 * that was removed could not come back in the same block.
 */
const startTime = 1_791_000_000n;
const helicon = startTime + 100n;
const amount = 10_000_000_000n;
const subnetID = new Uint8Array(32).fill(7);
const key = parsePrivateKey(wellKnownPrivateKeys[0]);
const subnetAuthorization = { kind: "Input", signatureIndices: [0] } as const;
const refusal = "putting validator: attempted to add a staker after deleting it";

let opened: ReturnType<typeof openGenesisChain>;
let chain: Chain;
let nodeID: Uint8Array;
let spent: number;

beforeEach(() => {
  opened = openGenesisChain(localGenesis(startTime), undefined, "newest");
  spent = 0;
  nodeID = [...opened.store.state.currentStakers()][0]!.nodeID;
  acceptBlock(opened, (state) => {
    for (let number = 1; number <= 8; number++) {
      state.addUtxo(payerUtxo(number, opened.chain.avaxAssetID, amount));
    }
    state.addSubnet(subnetID);
    state.setSubnetOwner(subnetID, { locktime: 0n, threshold: 1, addresses: [payer] });
    state.setFeeState({ capacity: 1_000_000n, excess: 0n });
  });
  const { network } = opened.chain;
  const context = {
    ...opened.chain,
    network: { ...network, upgrades: { ...network.upgrades, helicon } },
  };
  chain = new Chain({
    store: opened.store,
    context,
    clock: { nowSeconds: () => helicon + 1000n },
  });
});

/** Weighs 5, as a transaction of an earlier block made it. */
function validateSubnet(): void {
  const added = add(5n);
  acceptBlock(opened, (state) => {
    state.addTx(added, "Committed");
    state.putCurrentValidator({
      txID: added.id,
      nodeID,
      publicKey: undefined,
      subnetID,
      weight: 5n,
      startTime: state.timestamp(),
      endTime: startTime + 3n * 86_400n,
      potentialReward: 0n,
      nextTime: startTime + 3n * 86_400n,
      priority: stakerPriorities.permissionedSubnetValidatorCurrent,
    });
  });
}

function add(weight: bigint): Tx {
  const validator = { nodeID, start: 0n, end: startTime + 2n * 86_400n, weight };
  return signed((baseTx) => ({
    kind: "AddSubnetValidatorTx",
    baseTx,
    validator: { validator, subnetID },
    subnetAuthorization,
  }));
}

function remove(): Tx {
  return signed((baseTx) => ({
    kind: "RemoveSubnetValidatorTx",
    baseTx,
    nodeID,
    subnetID,
    subnetAuthorization,
  }));
}

function signed(compose: (baseTx: (UnsignedTx & { kind: "BaseTx" })["baseTx"]) => UnsignedTx): Tx {
  spent++;
  const { txID, outputIndex, assetID } = payerUtxo(spent, opened.chain.avaxAssetID, amount);
  const input = { kind: "TransferInput", amount, signatureIndices: [0] } as const;
  const unsigned = compose({
    networkID: 12345,
    blockchainID: emptyId,
    outputs: [],
    inputs: [{ txID, outputIndex, assetID, input }],
    memo: new Uint8Array(0),
  });
  const signature = sign(sha256(encodeUnsignedTx(unsigned)), key);
  const credential = { kind: "Credential", signatures: [signature] } as const;
  return makeTx(unsigned, [credential, credential]);
}

function blockOf(time: bigint, ...txs: Tx[]): Block {
  const { id: parentID, height } = opened.store.blocks.lastAccepted();
  const block = { kind: "BanffStandardBlock", time, parentID, height: height + 1n, txs } as const;
  return parseBlock(makeBlock(block).bytes);
}

const weightOf = () => opened.store.state.currentValidator(subnetID, nodeID)?.weight;

/** The weights in the validator set of a height. */
function weightsAt(height: bigint): readonly bigint[] {
  return opened.store.validators.setAt(subnetID, height).map(({ weight }) => weight);
}

describe("a block that removes a validator and adds it again", () => {
  it("is rejected before Helicon", () => {
    validateSubnet();
    const block = blockOf(helicon - 1n, remove(), add(9n));
    expect(() => chain.acceptBlock(block, 0n)).toThrow(refusal);
    expect(weightOf()).toBe(5n);
  });

  it("replaces it since Helicon, by the time of the block, and the earlier set stays", () => {
    validateSubnet();
    const { height } = opened.store.blocks.lastAccepted();
    chain.acceptBlock(blockOf(helicon, remove(), add(9n)), 0n);
    expect(weightOf()).toBe(9n);
    expect(weightsAt(height + 1n)).toEqual([9n]);
    expect(weightsAt(height)).toEqual([5n]);
    // The store has the same state as its image.
    const digest = opened.store.digest();
    opened.store.loadImage(opened.store.image());
    expect(opened.store.digest()).toEqual(digest);
  });

  it("leaves no validator if it removes it once more", () => {
    validateSubnet();
    const { height } = opened.store.blocks.lastAccepted();
    chain.acceptBlock(blockOf(helicon, remove(), add(9n), remove()), 0n);
    expect(weightOf()).toBeUndefined();
    expect(weightsAt(height + 1n)).toEqual([]);
    expect(weightsAt(height)).toEqual([5n]);
  });
});

describe.each([helicon - 1n, helicon])("a block at %d that adds a validator", (time) => {
  it("leaves none if it removes it", () => {
    const { height } = opened.store.blocks.lastAccepted();
    chain.acceptBlock(blockOf(time, add(9n), remove()), 0n);
    expect(weightOf()).toBeUndefined();
    expect(weightsAt(height + 1n)).toEqual([]);
  });

  it("is rejected if the validator is there already", () => {
    validateSubnet();
    const block = blockOf(time, add(9n), remove());
    expect(() => chain.acceptBlock(block, 0n)).toThrow("attempted to issue duplicate validator");
    expect(weightOf()).toBe(5n);
  });
});

it("a validator that a block adds, removes and adds again has the last weight", () => {
  chain.acceptBlock(blockOf(helicon, add(9n), remove(), add(4n)), 0n);
  expect(weightOf()).toBe(4n);
});

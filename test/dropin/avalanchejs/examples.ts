import assert from "node:assert/strict";
import { initialValidationID } from "../../e2e/l1-manager.ts";
import type { Blank } from "./bundle.ts";
import type { World } from "./world.ts";

/** An example that is run, or why it is not. */
export type Example = Run | { readonly skipped: string };

export type Run = {
  /** What its text leaves open, or has wrong on any node, and what is written there. */
  readonly blanks?: { readonly because: string; of(world: World): readonly Blank[] };
  /** Brings the chain to where the example begins. */
  prepare?(world: World): Promise<void>;
  /** Throws unless the chain is as the example promises; `txID` is that of its committed transaction, if it issues one. */
  check(world: World, txID: string, printed: string): Promise<void>;
  readonly issuesNothing?: true;
};

const avax = 10n ** 9n;
const primaryNetworkID = "11111111111111111111111111111111LpoYY";
const noXChain = { skipped: "issues on the X-chain, which is another machine's" };
const noCChain = { skipped: "issues on the C-chain, which is an EVM" };
const noNode = { skipped: "prints a message that is in its text; asks no node" };

/** By path below `examples/`, in an order in which each finds what it needs. */
export const examples: Readonly<Record<string, Example>> = {
  "generate-keys.ts": {
    issuesNothing: true,
    async check({ nodeID, publicKey, proofOfPossession }, _txID, printed) {
      for (const value of [nodeID, publicKey, proofOfPossession])
        assert(printed.includes(`"${value}"`), `${value} is not printed`);
    },
  },
  "p-chain/base.ts": {
    async check(world, txID) {
      assert(await world.owns(txID, avax / 1000n), "its output is not among the UTXOs");
    },
  },
  "p-chain/export.ts": {
    async check(world, txID) {
      const { tx } = await world.P<ExportTx>("platform.getTx", { txID, encoding: "json" });
      assert.equal(tx.unsignedTx.destinationChain, world.wallet.context.xBlockchainID);
      assert.equal(String(tx.unsignedTx.exportedOutputs[0]?.output.amount), String(avax / 1000n));
    },
  },
  "p-chain/import.ts": {
    /** As if the X-chain had exported what the key has here. */
    async prepare(world) {
      const [utxo] = await world.utxos();
      await world.dev("dev.addAtomicUTXO", { utxo, sourceChain: "X", encoding: "hex" });
      assert.deepEqual(await world.utxos("X"), [utxo]);
    },
    async check(world) {
      assert.deepEqual(await world.utxos("X"), []);
    },
  },
  "p-chain/createSubnet.ts": {
    async check(world, txID) {
      const subnet = await world.P<Subnet>("platform.getSubnet", { subnetID: txID });
      assert.deepEqual(subnet.controlKeys, [world.wallet.address]);
      assert.equal(subnet.isPermissioned, true);
      world.subnetID = txID;
    },
  },
  "p-chain/createChain.ts": {
    blanks: {
      because: "its empty subnetId filled in",
      of: ({ subnetID }) => [
        { before: "const subnetId = '';", after: `const subnetId = '${subnetID}';` },
      ],
    },
    async check(world, txID) {
      const params = { blockchainID: txID };
      const { subnetID } = await world.P<{ subnetID: string }>("platform.validatedBy", params);
      assert.equal(subnetID, world.subnetID);
      world.chainID = txID;
    },
  },
  "p-chain/convertSubnetToL1.ts": {
    blanks: {
      because: "its empty subnetId and chainId filled in, signed as createChain.ts signs",
      of: ({ subnetID, chainID }) => [
        { before: "addTxSignatures,", after: "" },
        {
          before: "import { setupEtnaExample }",
          after:
            "import { addSigToAllCreds } from './utils/addSignatureToAllCred';\nimport { setupEtnaExample }",
        },
        {
          before:
            "addTxSignatures({\n    unsignedTx: tx,\n    privateKeys: [utils.hexToBuffer(PRIVATE_KEY)],\n  });",
          after: "addSigToAllCreds(tx, utils.hexToBuffer(PRIVATE_KEY));",
        },
        { before: "subnetId: '',", after: `subnetId: '${subnetID}',` },
        { before: "chainId: '',", after: `chainId: '${chainID}',` },
      ],
    },
    async check(world) {
      const params = { subnetID: world.subnetID };
      const subnet = await world.P<Subnet>("platform.getSubnet", params);
      assert.equal(subnet.isPermissioned, false);
      assert.equal(subnet.managerChainID, world.chainID);
      world.validationID = initialValidationID(world.subnetID, 0);
      const { nodeID, weight } = await l1Validator(world);
      assert.deepEqual([nodeID, weight], [world.nodeID, String(avax)]);
    },
  },
  "p-chain/increaseBalanceTx.ts": {
    blanks: {
      because: "its empty VALIDATION_ID filled in",
      of: ({ validationID }) => [
        {
          before: "VALIDATION_ID: string = '';",
          after: `VALIDATION_ID: string = '${validationID}';`,
        },
      ],
    },
    async check(world) {
      const { balance } = await l1Validator(world);
      assert(BigInt(balance) > (3n * avax) / 2n, `the balance is ${balance}`);
    },
  },
  "p-chain/delegate.ts": {
    /** The example's validator is Fuji's. */
    prepare: (world) => addValidator(world, delegatesTo),
    async check(world, txID) {
      const [validator] = await world.validators(primaryNetworkID, delegatesTo);
      const delegators = validator?.["delegators"] as Staked[];
      const stakes = delegators.map((each) => [each.txID, amountOf(each)]);
      assert.deepEqual(stakes, [[txID, String(avax)]]);
    },
  },
  "p-chain/validate.ts": {
    blanks: {
      because: "changed to read the variables it needs: unchanged, it ends before its first call",
      of: () => [
        {
          before: "} = getEnvVars();",
          after: "} = getEnvVars(['BLS_PUBLIC_KEY', 'BLS_SIGNATURE']);",
        },
      ],
    },
    async check(world, txID) {
      const { tx } = await world.P<StakerTx>("platform.getTx", { txID, encoding: "json" });
      const { nodeID } = tx.unsignedTx.validator;
      const [validator] = await world.validators(primaryNetworkID, nodeID);
      assert.equal(amountOf(validator as Staked), String(avax));
      assert.equal(validator?.["delegationFee"], "20.0000");
    },
  },
  "x-chain/export.ts": noXChain,
  "x-chain/import.ts": noXChain,
  "c-chain/export.ts": noCChain,
  "c-chain/import.ts": noCChain,
  "warp/l1ValidatorWeightMessage.ts": noNode,
  "warp/registerL1ValidatorMessage.ts": noNode,
};

const delegatesTo = "NodeID-MqgFXT8JhorbEW2LpTDGePBBhv55SSp3M";

async function addValidator({ wallet, publicKey, proofOfPossession }: World, nodeID: string) {
  const end = BigInt(Math.floor(Date.now() / 1000)) + 30n * 86_400n;
  const key = {
    publicKey: Buffer.from(publicKey.slice(2), "hex"),
    proofOfPossession: Buffer.from(proofOfPossession.slice(2), "hex"),
  };
  await wallet.addValidator({ nodeID, end, key });
}

function l1Validator(world: World): Promise<L1Validator> {
  const { validationID } = world;
  return world.P<L1Validator>("platform.getL1Validator", { validationID });
}

type ExportTx = {
  readonly tx: {
    readonly unsignedTx: {
      readonly destinationChain: string;
      readonly exportedOutputs: readonly { readonly output: { readonly amount: number } }[];
    };
  };
};

type StakerTx = {
  readonly tx: { readonly unsignedTx: { readonly validator: { readonly nodeID: string } } };
};

type L1Validator = { readonly nodeID: string; readonly weight: string; readonly balance: string };

type Subnet = {
  readonly isPermissioned: boolean;
  readonly controlKeys: readonly string[];
  readonly managerChainID: string;
};

/** A validator or delegator. Profile spec calls its amount stakeAmount, current releases weight. */
type Staked = { readonly txID: string; readonly stakeAmount?: string; readonly weight?: string };

function amountOf({ stakeAmount, weight }: Staked): string | undefined {
  return stakeAmount ?? weight;
}

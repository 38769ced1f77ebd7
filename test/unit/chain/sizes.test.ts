import { beforeEach, describe, expect, it } from "vitest";
import { Chain } from "../../../src/chain/chain.ts";
import { sha256 } from "../../../src/crypto/hash.ts";
import { sign } from "../../../src/crypto/secp256k1.ts";
import { parsePrivateKey } from "../../../src/formats/private-key.ts";
import { wellKnownPrivateKeys } from "../../../src/networks/local.ts";
import type { ChainContext } from "../../../src/networks/network.ts";
import { type Block, makeBlock, parseBlock } from "../../../src/pchain/blocks/block.ts";
import { encodeUnsignedTx, makeTx, type Tx } from "../../../src/pchain/txs/tx.ts";
import type { UnsignedTx } from "../../../src/pchain/txs/unsigned-tx.ts";
import { acceptBlock, localGenesis, openGenesisChain } from "../../support/genesis-chain.ts";
import { payer, payerUtxo } from "../../support/transfers.ts";

const startTime = 1_791_000_000n;
const helicon = startTime + 100n;
const amount = 10_000_000_000n;
const subnetID = new Uint8Array(32).fill(7);
const key = parsePrivateKey(wellKnownPrivateKeys[0]);
const payerOwner = { locktime: 0n, threshold: 1, addresses: [payer] };

const blockRefusal = "block size exceeds max block size pre-Helicon";
const txRefusal = "transaction size exceeds max transaction size pre-Helicon";

let opened: ReturnType<typeof openGenesisChain>;
let context: ChainContext;
let chain: Chain;
let now: bigint;

beforeEach(() => {
  opened = openGenesisChain(localGenesis(startTime), undefined, "newest");
  context = withHelicon(helicon);
  acceptBlock(opened, (state) => {
    for (const number of [1, 2, 3]) state.addUtxo(payerUtxo(number, context.avaxAssetID, amount));
    state.addSubnet(subnetID);
    state.setSubnetOwner(subnetID, payerOwner);
    state.setFeeState({ capacity: 1_000_000n, excess: 0n });
  });
  now = opened.store.state.timestamp();
  chain = chainUnder(context);
});

function withHelicon(time: bigint): ChainContext {
  const { network } = opened.chain;
  const upgrades = { ...network.upgrades, helicon: time };
  return { ...opened.chain, network: { ...network, upgrades } };
}

function chainUnder(chain: ChainContext): Chain {
  return new Chain({ store: opened.store, context: chain, clock: { nowSeconds: () => now } });
}

/** Creates a chain whose genesis data fills the transaction up to a length. */
function txOf(length: number, utxo = 1): Tx {
  const { txID, outputIndex, assetID } = payerUtxo(utxo, context.avaxAssetID, amount);
  const input = { kind: "TransferInput", amount, signatureIndices: [0] } as const;
  const unsigned = (genesisData: Uint8Array): UnsignedTx => ({
    kind: "CreateChainTx",
    baseTx: {
      networkID: 12345,
      blockchainID: new Uint8Array(32),
      outputs: [],
      inputs: [{ txID, outputIndex, assetID, input }],
      memo: new Uint8Array(0),
    },
    subnetID,
    chainName: "large",
    vmID: new Uint8Array(32).fill(4),
    fxIDs: [],
    genesisData,
    subnetAuthorization: { kind: "Input", signatureIndices: [0] },
  });
  const without = signed(unsigned(new Uint8Array(0))).bytes.length;
  return signed(unsigned(new Uint8Array(length - without)));
}

function signed(unsigned: UnsignedTx): Tx {
  const signature = sign(sha256(encodeUnsignedTx(unsigned)), key);
  const credential = { kind: "Credential", signatures: [signature] } as const;
  return makeTx(unsigned, [credential, credential]);
}

/** A block at a time with one transaction, as long as given. It holds transactions without their codec version. */
function blockOf(length: number, time: bigint, utxo = 1): Block {
  const { id: parentID, height } = opened.store.blocks.lastAccepted();
  const header = { kind: "BanffStandardBlock", time, parentID, height: height + 1n } as const;
  const without = makeBlock({ ...header, txs: [] }).bytes.length;
  const block = makeBlock({ ...header, txs: [txOf(length - without + 2, utxo)] });
  expect(block.bytes).toHaveLength(length);
  return parseBlock(block.bytes);
}

function lastLength(): number {
  const { blocks } = opened.store;
  return blocks.byID(blocks.lastAccepted().id)!.bytes.length;
}

describe("before Helicon", () => {
  it("a block has at most 262,144 bytes", () => {
    expect(() => chain.acceptBlock(blockOf(262_145, now), 0n)).toThrow(blockRefusal);
    chain.acceptBlock(blockOf(262_144, now), 0n);
  });

  it("a transaction has at most 262,144 bytes when it is issued, and its refusal is remembered", () => {
    expect(chain.issue(txOf(262_144))).toBeUndefined();
    const large = txOf(262_145, 2);
    expect(chain.issue(large)).toBe(`failed verification: ${txRefusal}`);
    now = helicon;
    expect(chain.issue(large)).toBe(txRefusal);
  });

  it("our own blocks have at most 262,144 bytes, whatever waits", () => {
    for (const utxo of [1, 2]) expect(chain.issue(txOf(140_000, utxo))).toBeUndefined();
    expect(chain.produceBlock()).toBe(true);
    expect(lastLength()).toBeLessThan(262_144);
    expect(chain.mempool.size).toBe(1);
    expect(chain.produceBlock()).toBe(true);
    expect(chain.mempool.size).toBe(0);
  });
});

it("the first block at Helicon has at most 262,144 bytes, the next has more", () => {
  now = helicon;
  expect(() => chain.acceptBlock(blockOf(262_145, helicon), 0n)).toThrow(blockRefusal);
  chain.acceptBlock(blockOf(262_144, helicon), 0n);
  chain.acceptBlock(blockOf(262_145, helicon, 2), 0n);
});

it("the same bytes are refused before Helicon and accepted after it", () => {
  const block = blockOf(900_000, now);
  expect(() => chain.acceptBlock(block, 0n)).toThrow(blockRefusal);
  chainUnder(withHelicon(now)).acceptBlock(block, 0n);

  const tx = txOf(262_145, 2);
  acceptBlock(opened, (state) => state.setFeeState({ capacity: 1_000_000n, excess: 0n }));
  expect(chainUnder(context).issue(tx)).toBe(`failed verification: ${txRefusal}`);
  now = helicon;
  expect(chainUnder(context).issue(tx)).toBeUndefined();
});

it("a block of ours holds a transaction that fits the gas, on a block of Helicon", () => {
  acceptBlock(opened, (state) => state.setTimestamp(helicon));
  now = helicon;
  chain = chainUnder(context);
  expect(chain.issue(txOf(900_000))).toBeUndefined();
  expect(chain.produceBlock()).toBe(true);
  expect(lastLength()).toBeGreaterThan(900_000);
  expect(chain.issue(txOf(990_000, 2))).toMatch(/tx exceeds current gas capacity: \d+ > \d+$/);
});

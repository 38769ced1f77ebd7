import { afterAll, describe, expect, it } from "vitest";
import { encodeBytes } from "../../../../src/formats/encoding.ts";
import { formatHex } from "../../../../src/formats/hex.ts";
import { formatId } from "../../../../src/formats/id.ts";
import type { Transactions } from "../../../../src/handlers/context.ts";
import { type Block, makeBlock } from "../../../../src/pchain/blocks/block.ts";
import { Diff } from "../../../../src/pchain/state/diff.ts";
import { makeTx, type Tx } from "../../../../src/pchain/txs/tx.ts";
import { bytes, createSubnetTx } from "./fixtures.ts";
import { type LocalChain, openLocalChain } from "./local-chain.ts";

const spec = openLocalChain("spec");
const avalanchego = openLocalChain("avalanchego");
afterAll(() => {
  spec.store.close();
  avalanchego.store.close();
});

const standardTx = createSubnetTx(1);
const aborted = makeTx({ kind: "RewardValidatorTx", txID: bytes(1) }, []);

function acceptAborted({ store }: LocalChain) {
  const time = store.state.timestamp() + 1n;
  const { id, height } = store.blocks.lastAccepted();
  const standard = makeBlock({
    kind: "BanffStandardBlock",
    time,
    parentID: id,
    height: height + 1n,
    txs: [standardTx],
  });
  const proposal = makeBlock({
    kind: "BanffProposalBlock",
    time,
    txs: [],
    parentID: standard.id,
    height: height + 2n,
    tx: aborted,
  });
  const abort = makeBlock({
    kind: "BanffAbortBlock",
    time,
    parentID: proposal.id,
    height: height + 3n,
  });
  const diff = new Diff(store.state);
  diff.setTimestamp(time);
  diff.addTx(standardTx, "Committed");
  diff.addTx(aborted, "Aborted");
  store.accept({ blocks: [standard, proposal, abort], changes: [diff.changes()] });
  return { standard, proposal, abort };
}

const { standard, proposal, abort } = acceptAborted(spec);

/** What the profile spec returns about a transaction's block. */
function placeOf({ height, id }: Block) {
  const time = spec.store.state.timestamp();
  return { height: String(height), time: String(time), blockID: formatId(id) };
}
acceptAborted(avalanchego);

describe("getTx", () => {
  const txID = formatId(standardTx.id);

  it("gives bytes or JSON", async () => {
    const tx = encodeBytes(standardTx.bytes, "hex");
    expect(await spec.result("getTx", { txID })).toEqual({
      tx,
      encoding: "hex",
      ...placeOf(standard),
    });
    expect(await spec.result("getTx", { txID, encoding: "JSON" })).toMatchObject({
      ...placeOf(standard),
      tx: { id: txID, credentials: [], unsignedTx: { networkID: 12345, memo: "0x" } },
      encoding: "json",
    });
    const bare = await avalanchego.result("getTx", { txID, encoding: "hexnc" });
    expect(bare).toEqual({ tx: formatHex(standardTx.bytes), encoding: "hexnc" });
  });

  it("finds what was aborted", async () => {
    const result = await spec.result("getTx", { txID: formatId(aborted.id), encoding: "json" });
    expect(result).toMatchObject({
      tx: { unsignedTx: { txID: formatId(bytes(1)) } },
      ...placeOf(proposal),
    });
  });
});

describe("getBlock", () => {
  it.each([standard, proposal, abort])("gives bytes or JSON of a $kind", async (block) => {
    const blockID = formatId(block.id);
    const hex = { block: encodeBytes(block.bytes, "hex"), encoding: "hex" };
    expect(await spec.result("getBlock", { blockID })).toEqual(hex);
    const height = Number(block.height);
    expect(await spec.result("getBlockByHeight", { height })).toEqual(hex);
    const json = await spec.result("getBlock", { blockID, encoding: "json" });
    expect(json).toMatchObject({ block: { id: blockID, height }, encoding: "json" });
    const bare = { block: formatHex(block.bytes), encoding: "hexnc" };
    expect(await avalanchego.result("getBlock", { blockID, encoding: "hexnc" })).toEqual(bare);
    const atHeight = await avalanchego.result("getBlockByHeight", { height, encoding: "hexnc" });
    expect(atHeight).toEqual(bare);
  });
});

describe("getTxStatus", () => {
  const txID = formatId(aborted.id);
  const withStatus = (status: ReturnType<Transactions["status"]>) => ({
    transactions: { ...spec.context.transactions, status: () => status },
  });

  it("calls an aborted proposal dropped, AvalancheGo aborted", async () => {
    expect(await spec.result("getTxStatus", { txID })).toEqual({
      status: "Dropped",
      reason: `aborted by block ${formatId(abort.id)}`,
      ...placeOf(proposal),
    });
    expect(await avalanchego.result("getTxStatus", { txID })).toEqual({ status: "Aborted" });
  });

  it.each([spec, avalanchego])("returns pending and rejected transactions", async (chain) => {
    const unknown = { txID: formatId(bytes(99)) };
    expect(await chain.result("getTxStatus", unknown)).toEqual({ status: "Unknown" });
    const waiting = withStatus({ kind: "Processing" });
    const processing = await chain.result("getTxStatus", unknown, waiting);
    expect(processing).toEqual({ status: "Processing" });
    const refused = withStatus({ kind: "Dropped", reason: "no funds" });
    const dropped = await chain.result("getTxStatus", unknown, refused);
    expect(dropped).toEqual({ status: "Dropped", reason: "no funds" });
    const accepted = { txID: formatId(standardTx.id) };
    expect(await chain.result("getTxStatus", accepted, refused)).toEqual({
      status: "Committed",
      ...(chain === spec && placeOf(standard)),
    });
  });
});

describe("issueTx", () => {
  const issuing = (verdict: string | undefined, issued: Tx[] = []) => ({
    transactions: {
      ...spec.context.transactions,
      issue: (tx: Tx) => {
        issued.push(tx);
        return verdict;
      },
    },
  });
  const tx = encodeBytes(standardTx.bytes, "hex");

  it("issues what it parses", async () => {
    const issued: Tx[] = [];
    const result = await spec.result("issueTx", { tx }, issuing(undefined, issued));
    expect(result).toEqual({ txID: formatId(standardTx.id) });
    expect(issued).toEqual([standardTx]);
  });

  it("returns why a transaction was rejected", async () => {
    expect(await spec.error("issueTx", { tx }, issuing("failed verification: no"))).toEqual({
      code: -32000,
      message: "couldn't issue tx: failed verification: no",
    });
  });

  it.each([
    ["00", "hex", "problem decoding transaction: missing 0x prefix to hex encoding"],
    ["0x00", "hex", "problem decoding transaction: input string is smaller than the checksum size"],
    [
      `${tx.slice(0, -1)}g`,
      "hex",
      "problem decoding transaction: encoding/hex: invalid byte: U+0067 'g'",
    ],
    [tx.slice(0, -2), "hex", "problem decoding transaction: invalid input checksum"],
    ["", "hex", "couldn't parse tx: couldn't parse tx: couldn't unpack codec version"],
    [
      encodeBytes(new Uint8Array([0, 0, 0, 0, 0, 99]), "hex"),
      "hex",
      "couldn't parse tx: couldn't parse tx: couldn't unmarshal interface: unknown type ID 99",
    ],
  ])("does not read %j in %s", async (text, encoding, message) => {
    const params = { tx: text, encoding };
    expect(await spec.error("issueTx", params)).toEqual({ code: -32000, message });
    expect(await avalanchego.error("issueTx", params)).toEqual({ code: -32000, message });
  });

  it("accepts every encoding of bytes in AvalancheGo's profile", async () => {
    const params = { tx: formatHex(standardTx.bytes), encoding: "hexnc" };
    const result = await avalanchego.result("issueTx", params, issuing(undefined));
    expect(result).toEqual({ txID: formatId(standardTx.id) });
    expect((await avalanchego.error("issueTx", { tx, encoding: "json" }))?.message).toBe(
      "problem decoding transaction: unsupported encoding in method",
    );
  });
});

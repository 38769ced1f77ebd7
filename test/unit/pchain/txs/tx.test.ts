import { describe, expect, it } from "vitest";
import { sha256 } from "../../../../src/crypto/hash.ts";
import { emptyId } from "../../../../src/formats/bytes.ts";
import { formatId } from "../../../../src/formats/id.ts";
import { formatJson } from "../../../../src/formats/json.ts";
import { releases } from "../../../../src/networks/release.ts";
import { CodecError } from "../../../../src/pchain/codec/reader.ts";
import { verifyVerifiable } from "../../../../src/pchain/components/verify.ts";
import { encodeUnsignedTx, makeTx, parseTx, txToJson } from "../../../../src/pchain/txs/tx.ts";
import { txCodecOf, txCodecTypesOf } from "../../../../src/pchain/txs/unsigned-tx.ts";
import { fromHex, toHex } from "../../../support/check-codec.ts";
import { sampleTxs } from "../../../support/sample-txs.ts";

const noBase = `00000001${"00".repeat(32 + 12)}`;
const createSubnet = `000000000010${noBase}`;
const short = "packer has insufficient length for input";

describe("makeTx", () => {
  const tx = makeTx({ kind: "AdvanceTimeTx", time: 1_722_110_951n }, []);

  it("writes version, type ID, fields and credentials", () => {
    expect(toHex(tx.bytes)).toBe("0000000000130000000066a553e700000000");
    expect(toHex(tx.unsignedBytes)).toBe("0000000000130000000066a553e7");
  });

  it("takes the ID of all signed bytes", () => {
    expect(tx.id).toStrictEqual(sha256(tx.bytes));
    expect(parseTx(tx.bytes)).toStrictEqual(tx);
  });

  it("shows transaction, credentials and ID", () => {
    const credentials = [{ kind: "Credential", signatures: [new Uint8Array(65)] }] as const;
    const signed = makeTx({ kind: "RewardValidatorTx", txID: emptyId }, credentials);
    expect(formatJson(txToJson(signed, { hrp: "local" }))).toBe(
      `{"unsignedTx":{"txID":"11111111111111111111111111111111LpoYY"},` +
        `"credentials":[{"signatures":["0x${"00".repeat(65)}"]}],"id":"${formatId(signed.id)}"}`,
    );
  });

  it("shows numbers beyond 2^53 exactly", () => {
    const late = makeTx({ kind: "AdvanceTimeTx", time: 2n ** 64n - 1n }, []);
    expect(formatJson(txToJson(late, { hrp: "local" }))).toContain('"time":18446744073709551615');
  });
});

describe("the codec of a release", () => {
  const reward = makeTx(sampleTxs.RewardAutoRenewedValidatorTx, []);

  it("writes type 42", () => {
    expect(toHex(reward.bytes)).toBe(`00000000002a${"02".repeat(32)}${"0".repeat(15)}500000000`);
  });

  it("of v1.12 does not know the transactions of Helicon", () => {
    const types = txCodecTypesOf(releases["avalanchego-1.12"]);
    expect(() => parseTx(reward.bytes, { types })).toThrow(new CodecError(unknown(42)));
    expect(parseTx(reward.bytes, { types: txCodecTypesOf(releases.newest) })).toEqual(reward);
    const base = makeTx(sampleTxs.BaseTx, []);
    expect(parseTx(base.bytes, { types })).toEqual(base);
  });
});

describe("parseTx", () => {
  it("shares the memory of its input and copies nothing", () => {
    const bytes = fromHex("0000000000130000000066a553e700000000");
    const tx = parseTx(bytes);
    expect(tx.bytes).toBe(bytes);
    expect(tx.unsignedBytes.buffer).toBe(bytes.buffer);
  });

  it.each([
    ["nothing", "", "couldn't unpack codec version"],
    ["another version", "000100000013", "unknown codec version"],
    ["no type", "0000000000", `couldn't unmarshal interface: ${short}`],
    ["a gap among the types", "000000000006", unknown(6)],
    ["a block's type", "000000000000", unknown(0)],
    ["a Banff block's type", "00000000001d", unknown(29)],
    ["a type after the highest", "00000000002b", unknown(43)],
    ["an input", "000000000005", notA("secp256k1fx.TransferInput", "txs.UnsignedTx")],
    ["a lock", "000000000016", notA("stakeable.LockOut", "txs.UnsignedTx")],
    ["a signer", "00000000001c", notA("signer.ProofOfPossession", "txs.UnsignedTx")],
    ["a short number", "00000000001300", `couldn't unmarshal uint64: ${short}`],
    ["a short ID", "00000000001400", short],
    ["no credentials", "0000000000130000000066a553e7", `couldn't unmarshal slice: ${short}`],
    [
      "more behind it",
      `0000000000130000000066a553e70000000000`,
      "trailing buffer space: read 18 provided 19",
    ],
    ["a transaction as owner", `${createSubnet}00000022`, notA("txs.BaseTx", "fx.Owner")],
    [
      "an output as owner",
      `${createSubnet}00000007`,
      notA("secp256k1fx.TransferOutput", "fx.Owner"),
    ],
    [
      "a credential as owner",
      `${createSubnet}00000009`,
      notA("secp256k1fx.Credential", "fx.Owner"),
    ],
    ["an unknown owner", `${createSubnet}00000063`, unknown(99)],
    [
      "an input as output",
      output("00000005"),
      notA("secp256k1fx.TransferInput", "avax.TransferableOut"),
    ],
    [
      "owners as output",
      output("0000000b"),
      notA("secp256k1fx.OutputOwners", "avax.TransferableOut"),
    ],
    [
      "a lock within a lock",
      output(`00000016${"00".repeat(8)}00000016`),
      "recursive interface types: *stakeable.LockOut",
    ],
    [
      "an output as input",
      input("00000007"),
      notA("secp256k1fx.TransferOutput", "avax.TransferableIn"),
    ],
    [
      "an authorization as input",
      input("0000000a"),
      notA("secp256k1fx.Input", "avax.TransferableIn"),
    ],
    [
      "a locked input within one",
      input(`00000015${"00".repeat(8)}00000015`),
      "recursive interface types: *stakeable.LockIn",
    ],
    [
      "a transaction as credential",
      `0000000000130000000066a553e700000001${"00000022"}`,
      notA("txs.BaseTx", "verify.Verifiable"),
    ],
    [
      "a short validator as credential",
      "0000000000130000000066a553e70000000100000019",
      `couldn't unmarshal uint32: ${short}`,
    ],
    [
      "a validator in the place of its own authorization",
      `${toHex(encodeUnsignedTx(sampleTxs.AddSubnetValidatorTx)).slice(0, -24)}0000000d`,
      "recursive interface types: *txs.AddSubnetValidatorTx",
    ],
    ["a short credential", `0000000000130000000066a553e7000000010000000900000001`, short],
    [
      "a long count",
      "000000000022000000010000000000000000000000000000000000000000000000000000000000000000ffffffff",
      "max slice length exceeded; array length, 4294967295, exceeds maximum length, 2147483647",
    ],
  ])("refuses %s", (_, hex, error) => {
    expect(() => parseTx(fromHex(hex))).toThrow(new CodecError(error));
  });

  // Go admits whatever has a Verify: these have that of the validator within them.
  it.each([
    "AddValidatorTx",
    "AddSubnetValidatorTx",
    "AddDelegatorTx",
    "AddPermissionlessValidatorTx",
    "AddPermissionlessDelegatorTx",
  ] as const)("reads a credential that is a %s, which verifies itself", (kind) => {
    const embedded = (change: (bytes: string) => string) => {
      const hex = change(toHex(encodeUnsignedTx(sampleTxs[kind])).slice(4));
      const bytes = fromHex(`0000000000130000000066a553e700000001${hex}`);
      const tx = parseTx(bytes);
      expect(makeTx(tx.unsigned, tx.credentials).bytes).toStrictEqual(bytes);
      return tx.credentials[0]!;
    };
    const weight = "000000000000001e";
    const good = embedded((hex) => hex);
    expect(good).toMatchObject({ kind, weight: 30n, isOfPrimaryNetwork: false });
    expect(() => verifyVerifiable(good)).not.toThrow();
    const weightless = embedded((hex) => hex.replace(weight, "00".repeat(8)));
    expect(() => verifyVerifiable(weightless)).toThrow("weight of this validator is too low");
    if (kind !== "AddSubnetValidatorTx") return;
    const primary = embedded((hex) => hex.replace("51".repeat(32), "00".repeat(32)));
    expect(() => verifyVerifiable(primary)).toThrow("subnet ID can't be primary network ID");
  });

  it("reads as many bytes as the release does", () => {
    const ofLength = (length: number) => {
      const memo = new Uint8Array(length - 58);
      const baseTx = { networkID: 1, blockchainID: emptyId, outputs: [], inputs: [], memo };
      return makeTx({ kind: "BaseTx", baseTx }, []).bytes;
    };
    const [old, newest] = [txCodecOf(releases["avalanchego-1.12"]), txCodecOf(releases.newest)];
    expect(parseTx(ofLength(262_144), old).bytes).toHaveLength(262_144);
    expect(() => parseTx(ofLength(262_145), old)).toThrow(
      "byte array exceeds maximum length: 262145 > 262144",
    );
    expect(parseTx(ofLength(2_097_152), newest).bytes).toHaveLength(2_097_152);
    expect(() => parseTx(ofLength(2_097_153))).toThrow(
      "byte array exceeds maximum length: 2097153 > 2097152",
    );
    expect(parseTx(ofLength(2_097_153), { bytesMax: Infinity }).bytes).toHaveLength(2_097_153);
  });
});

function unknown(typeID: number): string {
  return `couldn't unmarshal interface: unknown type ID ${typeID}`;
}

function notA(type: string, slot: string): string {
  return `couldn't unmarshal interface: *${type} does not implement interface ${slot}`;
}

/** A BaseTx up to the type of its first output. */
function output(rest: string): string {
  return `00000000002200000001${"00".repeat(32)}00000001${"00".repeat(32)}${rest}`;
}

/** A BaseTx up to the type of its first input. */
function input(rest: string): string {
  return `00000000002200000001${"00".repeat(32)}0000000000000001${"00".repeat(68)}${rest}`;
}

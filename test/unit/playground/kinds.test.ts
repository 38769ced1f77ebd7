import { describe, expect, test } from "vitest";
import { contractOf } from "../../../playground/contract/contract.ts";
import { blockKind, optionKind, shortKind, txKind } from "../../../playground/explorer/kinds.ts";
import { packedContract } from "../../../scripts/build-site.ts";
import { blockTypes, type TxKind, txTypes } from "../../../src/pchain/wire-types.ts";

const { schemas } = contractOf(await packedContract(), "spec");

/** A transaction with the members that its schema requires. */
function sample(kind: string): { readonly unsignedTx: Readonly<Record<string, string>> } {
  const required = schemas.get(kind)?.["required"] as readonly string[];
  return { unsignedTx: Object.fromEntries(required.map((name) => [name, ""])) };
}

describe("the kind of a transaction", () => {
  test.each(Object.keys(txTypes) as TxKind[])("%s has members that no other kind has", (kind) => {
    expect(txKind(sample(kind), schemas)).toBe(kind);
  });

  test("is not guessed", () => {
    expect(txKind({ unsignedTx: { zebra: 1 } }, schemas)).toBe("Transaction");
    expect(txKind({}, schemas)).toBe("Transaction");
  });
});

test.each([
  [{ time: 1, txs: [] }, "BanffStandard"],
  [{ txs: [] }, "ApricotStandard"],
  [{ time: 1, txs: [], tx: sample("RewardValidatorTx") }, "BanffProposal"],
  [{ tx: sample("AddValidatorTx") }, "ApricotProposal"],
  [{ tx: sample("ExportTx") }, "ApricotAtomic"],
  [{ time: 1 }, "BanffOption"],
  [{}, "ApricotOption"],
])("%j is a block of kind %s", (block, kind) => {
  expect(blockKind(block, schemas)).toBe(kind);
});

test("the bytes of an option say which one it is", () => {
  for (const kind of ["ApricotAbort", "ApricotCommit", "BanffAbort", "BanffCommit"] as const) {
    const typeID = blockTypes[`${kind}Block`].typeID.toString(16).padStart(8, "0");
    expect(optionKind(`0x0000${typeID}ffff`)).toBe(kind);
  }
  expect(optionKind("0x000000000020")).toBe("Option");
});

test("a narrow column has the short name", () => {
  expect(["BanffCommit", "AddDelegatorTx", "Genesis"].map(shortKind)).toEqual([
    "Commit",
    "AddDelegator",
    "Genesis",
  ]);
});

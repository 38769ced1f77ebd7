import { describe, expect, test } from "vitest";
import { ProofsInTurn } from "../../../src/chain/proofs-in-turn.ts";
import { VerifiedSignatures } from "../../../src/crypto/verified-signatures.ts";
import type { Tx } from "../../../src/pchain/txs/tx.ts";

/** Counts the proofs that were verified; those that begin with 1 are invalid. */
class Verified extends VerifiedSignatures {
  readonly asked: number[] = [];
  override proofFault(publicKey: Uint8Array): "invalid proof of possession" | undefined {
    this.asked.push(publicKey[1]!);
    return publicKey[0] === 1 ? "invalid proof of possession" : undefined;
  }
}

function conversion(...keys: readonly (readonly [fault: number, key: number])[]): Tx {
  const validators = keys.map((key) => ({
    signer: { publicKey: Uint8Array.from(key), proofOfPossession: new Uint8Array(96) },
  }));
  return { unsigned: { kind: "ConvertSubnetToL1Tx", validators } } as unknown as Tx;
}

describe("proofs of possession in turn", () => {
  test("one proof, or none, is left to the execution", () => {
    const verified = new Verified();
    const proofs = new ProofsInTurn(verified);
    expect(proofs.before(conversion([0, 1]), () => "issued")).toBe("issued");
    const other = { unsigned: { kind: "BaseTx" } } as unknown as Tx;
    expect(proofs.before(other, () => "issued")).toBe("issued");
    expect(verified.asked).toEqual([]);
  });

  test("many are verified before, one in each pass of the event loop", async () => {
    const verified = new Verified();
    const proofs = new ProofsInTurn(verified);
    const seen: number[] = [];
    let next = setImmediate(function watch() {
      seen.push(verified.asked.length);
      next = setImmediate(watch);
    });
    const keys = Array.from({ length: 50 }, (_, i) => [0, i] as const);
    const issued = await proofs.before(conversion(...keys), () => verified.asked.length);
    clearImmediate(next);
    expect(issued).toBe(50);
    expect(seen.length).toBeGreaterThan(48);
    for (const [i, count] of seen.entries()) expect(count - (seen[i - 1] ?? 0)).toBeLessThan(2);
  });

  test("those of a transaction that nobody waits for any more are not verified", async () => {
    const verified = new Verified();
    const proofs = new ProofsInTurn(verified);
    const keys = Array.from({ length: 50 }, (_, i) => [0, i] as const);
    const issued = proofs.before(
      conversion(...keys),
      () => "issued",
      () => verified.asked.length < 3,
    );
    await expect(issued).rejects.toMatchObject({ name: "AbortError" });
    expect(verified.asked).toHaveLength(3);
    expect(await proofs.before(conversion(...keys), () => "issued")).toBe("issued");
  });

  test("transactions take turns, and one ends at its first invalid proof", async () => {
    const verified = new Verified();
    const proofs = new ProofsInTurn(verified);
    const order: string[] = [];
    const run = (name: string, tx: Tx) => proofs.before(tx, () => order.push(name));
    await Promise.all([
      run("long", conversion([0, 1], [0, 2], [0, 3], [0, 4], [0, 5])),
      run("short", conversion([0, 11], [0, 12])),
      run("invalid", conversion([0, 21], [1, 22], [0, 23])),
    ]);
    expect(order.at(-1)).toBe("long");
    expect(verified.asked.filter((key) => key > 20)).toEqual([21, 22]);
    expect(verified.asked.filter((key) => key < 10)).toEqual([1, 2, 3, 4, 5]);
  });
});

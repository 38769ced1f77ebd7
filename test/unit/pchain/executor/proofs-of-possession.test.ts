import { expect, test } from "vitest";
import type { ProofOfPossession } from "../../../../src/pchain/components/signer.ts";
import { proofsOfPossession } from "../../../../src/pchain/executor/proofs-of-possession.ts";
import { verifySyntax } from "../../../../src/pchain/txs/syntactic.ts";
import { makeTx } from "../../../../src/pchain/txs/tx.ts";
import { sampleChain, sampleTxs } from "../../../support/sample-txs.ts";

const executed = Object.values(sampleTxs).filter((unsigned) => "baseTx" in unsigned);

// A proof that is not found here is verified alone and while the block waits for it.
test.each(executed)("finds the proofs of a $kind", (unsigned) => {
  const verified: ProofOfPossession[] = [];
  verifySyntax(unsigned, sampleChain, (proof) => verified.push(proof));
  expect(proofsOfPossession(makeTx(unsigned, []))).toMatchObject(verified);
});

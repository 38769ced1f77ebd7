import { sign } from "node:crypto";
import { expect, test } from "vitest";
import { type Container, readContainer } from "../../../src/follow/container.ts";
import { ProposerSignatures } from "../../../src/follow/proposer-signature.ts";
import { emptyId } from "../../../src/formats/bytes.ts";
import {
  headerBytes,
  makeOuterBlock,
  type StatelessBlock,
} from "../../../src/pchain/blocks/proposervm.ts";
import { newIdentity } from "../../support/p2p/nodes.ts";
import { makeChain } from "./network.ts";

const identity = newIdentity();
const plain = makeChain(300).slice(1);
const empty = new Uint8Array(0);

/** The container with the proposer's certificate and a signature of its own. */
function signed(container: Container, change: (signature: Uint8Array) => Uint8Array): Container {
  const { proposal } = container.outer as StatelessBlock;
  const content = {
    kind: "StatelessBlock" as const,
    proposal: { ...proposal, certificate: identity.certificate.der },
  };
  const { id } = makeOuterBlock({ ...content, signature: empty });
  const signature = sign("sha256", headerBytes(emptyId, proposal.parentID, id), identity.tlsKey);
  return readContainer(makeOuterBlock({ ...content, signature: change(signature) }).bytes);
}

const good = plain.map((container) => signed(container, (signature) => signature));
const broken: readonly [string, Container][] = [
  ["another", signed(plain[7]!, (signature) => signature.map((b, at) => (at === 40 ? b ^ 1 : b)))],
  ["none", signed(plain[7]!, () => empty)],
  ["one that is not DER", signed(plain[7]!, () => new Uint8Array(70).fill(1))],
];

test("containers with and without a proposer count up to the first invalid one", async () => {
  const signatures = new ProposerSignatures();
  expect(await signatures.countValid([])).toBe(0);
  expect(await signatures.countValid(plain)).toBe(300);
  expect(await signatures.countValid(good)).toBe(300);
  expect(good.every((container) => signatures.isValid(container))).toBe(true);
});

test.each(broken)("a signature that is %s is invalid", async (_, container) => {
  const signatures = new ProposerSignatures();
  expect(signatures.isValid(container)).toBe(false);
  expect(await signatures.countValid([...good.slice(0, 270), container, ...good])).toBe(270);
});

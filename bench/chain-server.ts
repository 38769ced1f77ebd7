/*
 * Makes a chain of the local network with a transfer in each block, signs its containers as a proposer does, and serves
 * them over the peer protocol: the one beacon of the nodes under measurement. Reports its address and when each node first
 * asked for containers to the parent process.
 */
import { sign } from "node:crypto";
import { emptyId, type Id, keyOf } from "../src/formats/bytes.ts";
import { formatNodeId } from "../src/formats/node-id.ts";
import { headerBytes, makeOuterBlock, parseOuterBlock } from "../src/pchain/blocks/proposervm.ts";
import { followedTransfers } from "../test/support/followed-transfers.ts";
import { newIdentity, startNetwork } from "../test/support/p2p/nodes.ts";

export type ServedChain = {
  readonly nodeID: string;
  readonly port: number;
  readonly height: number;
  readonly bytes: number;
};

/** What AvalancheGo puts into one response. */
const ancestorsMax = 2_000;
const ancestorsBytesMax = 1_677_721;
const ancestorsMs = 50;

type Served = { readonly id: Id; readonly bytes: Uint8Array };

const identity = newIdentity();
const { containers, genesis } = followedTransfers(Number(process.argv[2]));
const chain = [genesis, ...signed(containers.map(({ bytes }) => bytes))];
const heights = new Map(chain.map(({ id }, height) => [keyOf(id), height]));
const last = chain.at(-1)!;

const network = await startNetwork({ identity });
network.handle(emptyId, {
  acceptedFrontier: () => last.id,
  accepted: (ids) => ids.filter((id) => heights.has(keyOf(id))),
  ancestors: (id) => {
    process.send?.("asked");
    return ancestorsOf(heights.get(keyOf(id)) ?? -1);
  },
  container: (id) => chain[heights.get(keyOf(id)) ?? -1]?.bytes,
});
process.send?.({
  nodeID: formatNodeId(network.nodeID),
  port: network.listeningAt!.port,
  height: chain.length - 1,
  bytes: chain.reduce((sum, { bytes }) => sum + bytes.length, 0),
} satisfies ServedChain);

function ancestorsOf(from: number): readonly Uint8Array[] {
  const until = performance.now() + ancestorsMs;
  const found: Uint8Array[] = [];
  let size = 0;
  for (let height = from; height >= 0 && found.length < ancestorsMax; height--) {
    const { bytes } = chain[height]!;
    size += bytes.length + 4;
    if (found.length > 0 && (size > ancestorsBytesMax || performance.now() > until)) break;
    found.push(bytes);
  }
  return found;
}

/** The same blocks in containers with certificate and signature; the first one of a network has neither. */
function signed(unsigned: readonly Uint8Array[]): readonly Served[] {
  const result: Served[] = [];
  for (const bytes of unsigned) {
    const outer = parseOuterBlock(bytes);
    const parent = result.at(-1);
    if (parent === undefined || outer.kind === "Option") {
      result.push(outer);
      continue;
    }
    const { bytes: _bytes, id: _id, ...content } = outer;
    const proposal = {
      ...outer.proposal,
      parentID: parent.id,
      certificate: identity.certificate.der,
    };
    const { id } = makeOuterBlock({ ...content, proposal });
    const header = headerBytes(emptyId, parent.id, id);
    const signature = new Uint8Array(sign("sha256", header, identity.tlsKey));
    result.push(makeOuterBlock({ ...content, proposal, signature }));
  }
  return result;
}

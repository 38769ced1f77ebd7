import { describe, expect, it } from "vitest";
import { formatId } from "../../../../src/formats/id.ts";
import { makeBlock } from "../../../../src/pchain/blocks/block.ts";
import { Diff } from "../../../../src/pchain/state/diff.ts";
import { makeTx } from "../../../../src/pchain/txs/tx.ts";
import { genesisTime, openLocalChain } from "./local-chain.ts";

describe.each(["spec", "avalanchego"] as const)("getBlock of the profile %s", (profile) => {
  // A chain may have blocks of the Banff forms from before Banff's time: what they propose is what was proposed then.
  it("shows a proposal of a Banff block that no such block has since Banff", async () => {
    const chain = openLocalChain(profile);
    const { store } = chain;
    const { id: parentID, height } = store.blocks.lastAccepted();
    const tx = makeTx({ kind: "AdvanceTimeTx", time: genesisTime + 1n }, []);
    const link = { time: genesisTime, height: height + 1n };
    const block = makeBlock({ kind: "BanffProposalBlock", ...link, parentID, txs: [], tx });
    const option = { time: genesisTime, height: height + 2n, parentID: block.id };
    const abort = makeBlock({ kind: "BanffAbortBlock", ...option });
    const changes = [new Diff(store.state).changes()];
    store.accept({ blocks: [block, abort], changes });
    const params = { blockID: formatId(block.id), encoding: "json" };
    expect(await chain.result("getBlock", params)).toMatchObject({
      block: { tx: { unsignedTx: { time: Number(genesisTime + 1n) }, id: formatId(tx.id) } },
    });
  });
});

import { describe, expect, it } from "vitest";
import {
  decideIndexing,
  type IndexDecision,
  type IndexMarks,
} from "../../../src/indexer/completeness.ts";

const fresh: IndexMarks = {
  hasRun: false,
  chains: {
    P: { wasIndexed: false, isIncomplete: false },
    X: { wasIndexed: false, isIncomplete: false },
    C: { wasIndexed: false, isIncomplete: false },
  },
};

type Start = {
  readonly enabled: boolean;
  readonly allowIncomplete?: boolean;
  readonly missingBlocks?: bigint;
};

function decide(marks: IndexMarks, start: Start): IndexDecision {
  return decideIndexing({ allowIncomplete: false, missingBlocks: 0n, ...start, marks });
}

/** The marks after starts that must all be allowed. */
function marksAfter(...starts: readonly Start[]): IndexMarks {
  return starts.reduce((marks, start) => {
    const decision = decide(marks, start);
    if (decision.kind === "refuse") throw new Error(decision.message);
    return decision.marks;
  }, fresh);
}

function refusal(marks: IndexMarks, start: Start): string | undefined {
  const decision = decide(marks, start);
  return decision.kind === "refuse" ? decision.message : undefined;
}

const on: Start = { enabled: true };
const off: Start = { enabled: false };
const onWithGaps: Start = { enabled: true, allowIncomplete: true };
const offWithGaps: Start = { enabled: false, allowIncomplete: true };

// avalanchego indexer/indexer.go RegisterChain @ v1.12.1
describe("a start with indices on", () => {
  it("is allowed on a new database, and from then on", () => {
    const marks = marksAfter(on, on, on);
    expect(marks.hasRun).toBe(true);
    expect(marks.chains.P).toEqual({ wasIndexed: true, isIncomplete: false });
    expect(marks.chains.C).toEqual({ wasIndexed: true, isIncomplete: false });
  });

  it("is rejected after a run without them", () => {
    expect(refusal(marksAfter(off), on)).toBe(
      "The P-chain, X-chain and C-chain indices are incomplete: this node has run with --index-enabled=false before. " +
        "Start it with a new --data-dir to index from the beginning, or with --index-allow-incomplete=true to let them have gaps for good.",
    );
  });

  it("is allowed after a run without them where gaps are", () => {
    const marks = marksAfter(off, onWithGaps);
    expect(marks.chains.X).toEqual({ wasIndexed: true, isIncomplete: true });
  });

  it("stays rejected, since a gap never closes", () => {
    expect(refusal(marksAfter(on, offWithGaps, onWithGaps, onWithGaps), on)).toContain(
      "are incomplete",
    );
  });

  it("is rejected if accepted blocks are not in the P-chain's index", () => {
    const start = { enabled: true, missingBlocks: 44n };
    expect(refusal(fresh, start)).toBe(
      "The P-chain index is incomplete: 44 of this node's accepted blocks are not in it. " +
        "Add it with couloir index import, or start with --index-allow-incomplete=true to let it have gaps for good.",
    );
    expect(refusal(fresh, { enabled: true, missingBlocks: 1n })).toContain("blocks is not in it");
    const allowed = marksAfter({ ...start, allowIncomplete: true });
    expect(allowed.chains.P.isIncomplete).toBe(true);
    expect(allowed.chains.X.isIncomplete).toBe(false);
  });
});

describe("a start with indices off", () => {
  it("is allowed on a new database and marks it", () => {
    const marks = marksAfter(off, off);
    expect(marks).toEqual({
      hasRun: true,
      chains: {
        P: { wasIndexed: false, isIncomplete: true },
        X: { wasIndexed: false, isIncomplete: true },
        C: { wasIndexed: false, isIncomplete: true },
      },
    });
  });

  it("is rejected after a run with them", () => {
    expect(refusal(marksAfter(on), off)).toBe(
      "The P-chain, X-chain and C-chain indices would become incomplete: this node has kept them so far and is now started " +
        "with --index-enabled=false. Start it with --index-enabled=true to continue, or with --index-allow-incomplete=true to let them have gaps for good.",
    );
  });

  it("is allowed after a run with them where gaps are", () => {
    const marks = marksAfter(on, offWithGaps);
    expect(marks.chains.P).toEqual({ wasIndexed: true, isIncomplete: true });
    expect(refusal(marks, off)).toContain("would become incomplete");
  });

  it("does not mind blocks that an index lacks", () => {
    expect(marksAfter({ enabled: false, missingBlocks: 7n }).chains.P.isIncomplete).toBe(true);
  });
});

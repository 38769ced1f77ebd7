import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that take longest, the longest first. */
const longest = [
  "test/guides/guides",
  "test/browser/docs",
  "test/histories/histories",
  "test/cluster/killed",
  "test/e2e/snapshot",
  "test/e2e/follow-upstreams",
  "test/histories/releases",
  "test/transcripts/transcripts",
  "test/unit/indexer/archive",
  "test/property/node-requests",
];

/** Runs the longest files first, so that none of them runs by itself at the end. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = longest.findIndex((file) => moduleId.endsWith(`${file}.test.ts`));
      return at === -1 ? longest.length : at;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}

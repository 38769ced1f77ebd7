import { avalancheGo, readCitations } from "./citations.ts";
import { readList, sourceOf } from "./cited-list.ts";
import { contentHash, downloadModule, releasesOf } from "./go-modules.ts";
import { ask, compare } from "./releases.ts";
import type { Row } from "./report.ts";

/**
 * The newest release of AvalancheGo whose rules we have read. After you have read what `npm run current` lists and changed
 * what follows from it, set the release here.
 */
export const readRelease = "v1.15.0";

/** The newest release that anybody can run, beside the one that we have read. */
export async function avalancheGoRelease(): Promise<readonly Row[]> {
  return ask("AvalancheGo", async () => {
    const newest = await newestRelease();
    const state = compare(newest, readRelease) > 0 ? "behind" : "covered";
    return [{ what: "AvalancheGo", ours: readRelease, newest, state }];
  });
}

/**
 * For every cited file, whether its text differs, comments apart, between the cited version and the newest release. A
 * difference that the release which we have read does not have is not covered.
 */
export async function citedFiles(): Promise<readonly Row[]> {
  return ask("cited files", async () => {
    const newest = await newestRelease();
    const folder = await downloadModule(avalancheGo, newest);
    const read = newest === readRelease ? folder : await downloadModule(avalancheGo, readRelease);
    const list = readList();
    const cited = new Map(
      readCitations()
        .filter(({ module }) => module === avalancheGo)
        .map((citation) => [`${citation.path} @ ${citation.version}`, citation]),
    );
    return [...cited].sort().map(([what, citation]): Row => {
      const now = contentHash(folder, citation.path);
      const then = list[sourceOf(citation)]?.[citation.path];
      const isRead = contentHash(read, citation.path) === now;
      return {
        what,
        ours: isRead ? "read" : `changed since ${readRelease}`,
        newest: now === undefined ? `not in ${newest}` : now === then ? "same" : "differs",
        state: isRead ? "covered" : "behind",
      };
    });
  });
}

async function newestRelease(): Promise<string> {
  const newest = [...(await releasesOf(avalancheGo))].sort(compare).at(-1);
  if (newest === undefined) throw new Error("the module proxy lists no release");
  return newest;
}

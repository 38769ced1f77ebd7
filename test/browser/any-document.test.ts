import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { readDocument, withMock } from "../contract-tools/harness.ts";
import { openPage } from "../contract-tools/open-page.ts";
import { chromiumPath, closeBrowser } from "./chromium.ts";

const documents = fileURLToPath(new URL("../contract-tools/documents/", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "couloir-pages-"));

afterAll(async () => {
  await closeBrowser();
  rmSync(folder, { recursive: true, force: true });
});

describe.skipIf(chromiumPath === undefined)("the page of any document", () => {
  test.each(["zoo.json", "hostile.json", "rollup.json", "pulse.json", "ether.json"])(
    "%s opens from the disk without an error, shows each method, calls the mock and reads a stream",
    async (name) => {
      const document = await readDocument(join(documents, name));
      const complaints = await withMock(document, (url) =>
        openPage(document, join(folder, name), url),
      );
      expect(complaints).toEqual([]);
    },
    60_000,
  );
});

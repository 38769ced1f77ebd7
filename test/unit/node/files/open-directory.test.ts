import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it, vi } from "vitest";
import { OpenDirectory } from "../../../../src/node/files/open-directory.ts";
import { StartError } from "../../../../src/node/node-config.ts";

// The tests may run as root, to whom every directory is open.
vi.mock("node:fs", async (original) => {
  const real = await original<typeof import("node:fs")>();
  return { ...real, openSync: vi.fn(real.openSync) };
});

const path = fs.mkdtempSync(join(tmpdir(), "couloir-directory-"));
afterAll(() => fs.rmdirSync(path));

it("reports a directory of another user as a reason not to start", () => {
  const denied = new Error(`EACCES: permission denied, open '${path}'`);
  vi.mocked(fs.openSync).mockImplementationOnce(() => {
    throw Object.assign(denied, { code: "EACCES" });
  });
  expect(() => new OpenDirectory(path)).toThrow(
    new StartError(
      `couldn't open the directory ${path}: permission denied; choose a writable one (--data-dir, --db-dir, --log-dir)`,
    ),
  );
});

it("opens a directory that exists", () => {
  const directory = new OpenDirectory(path);
  expect(directory.path()).toBe(fs.realpathSync(path));
  directory.close();
});

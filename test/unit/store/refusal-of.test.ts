import { accessSync } from "node:fs";
import { expect, it, vi } from "vitest";
import { refusalOf, refusalOfFile } from "../../../src/store/refusal-of.ts";

// The tests may run as root, who may write every file.
vi.mock("node:fs", async (original) => ({
  ...(await original<typeof import("node:fs")>()),
  accessSync: vi.fn(),
}));

const path = "/data/chain.sqlite";
const lockFailed = Object.assign(new Error("disk I/O error"), {
  name: "SqliteError",
  code: "SQLITE_IOERR_LOCK",
});

it("reports a store of another user as forbidden, not as a failing disk", () => {
  vi.mocked(accessSync).mockImplementationOnce(() => {
    throw Object.assign(new Error("EACCES"), { code: "EACCES" });
  });
  expect(refusalOf(lockFailed, path)).toMatchObject({
    message: `${path} cannot be written: permission denied. Change its owner or its permissions, or choose another --data-dir.`,
  });
});

it("reports checksums of another user as forbidden, with their path", () => {
  const error = Object.assign(new Error("EACCES: permission denied"), {
    code: "EACCES",
    syscall: "open",
    path: `${path}.sums`,
  });
  expect(refusalOfFile(error, path)).toMatchObject({
    message: `${path}.sums cannot be written: permission denied. Change its owner or its permissions, or choose another --data-dir.`,
  });
});

it("reports a failing disk with the error of SQLite", () => {
  expect(refusalOf(lockFailed, path)).toMatchObject({
    message: expect.stringContaining("disk I/O error (SQLITE_IOERR_LOCK). Free space"),
  });
});

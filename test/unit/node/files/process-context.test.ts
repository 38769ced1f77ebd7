import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ProcessContextFile, unwritten } from "../../../../src/node/files/process-context.ts";

const context = { pid: 7, uri: "http://127.0.0.1:9650", stakingAddress: "[::]:9651" };

describe("ProcessContextFile", () => {
  it("is indented by two spaces, whole, and gone at the end", () => {
    const directory = join(mkdtempSync(join(tmpdir(), "couloir-context-")), "new");
    const path = join(directory, "process.json");
    const file = new ProcessContextFile(path);
    file.write(context);
    expect(readFileSync(path, "utf8")).toBe(
      '{\n  "pid": 7,\n  "uri": "http://127.0.0.1:9650",\n  "stakingAddress": "[::]:9651"\n}',
    );
    expect(readdirSync(directory)).toEqual(["process.json"]);
    file.remove();
    expect(existsSync(path)).toBe(false);
  });

  it("leaves nothing behind and says what to do if it cannot be written", () => {
    const directory = mkdtempSync(join(tmpdir(), "couloir-context-"));
    mkdirSync(join(directory, "process.json"));
    const file = new ProcessContextFile(join(directory, "process.json"));
    expect(() => file.write(context)).toThrow(
      /^couldn't write .*process\.json: E.*\. Free space on its disk, or choose another file with --process-context-file\.$/,
    );
    expect(readdirSync(directory)).toEqual(["process.json"]);
  });

  it("asks for permissions, not for space, where it may not be written", () => {
    const error = Object.assign(new Error("EACCES: permission denied"), { code: "EACCES" });
    expect(unwritten("/data/process.json", error).message).toBe(
      "couldn't write /data/process.json: EACCES: permission denied. Change the owner or the permissions of its folder, or choose another file with --process-context-file.",
    );
  });

  it("is found again in a directory that was renamed", () => {
    const directory = mkdtempSync(join(tmpdir(), "couloir-context-"));
    const file = new ProcessContextFile(join(directory, "process.json"));
    file.write(context);
    renameSync(directory, `${directory}-moved`);
    file.remove();
    expect(readdirSync(`${directory}-moved`)).toEqual([]);
  });
});

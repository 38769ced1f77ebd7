import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { nodeConfig } from "../../../src/cli/config.ts";
import { readRawConfig } from "../../../src/cli/raw-config.ts";
import type { Watch } from "../../../src/generated/types.ts";
import { createNode } from "../../../src/node/create-node.ts";
import { silentLog } from "../../../src/node/logging/log.ts";
import type { Node } from "../../../src/node/node.ts";
import { diskFull } from "../../../src/store/sqlite.ts";
import { WatchStore } from "../../../src/store/watch-store.ts";
import { callNode } from "../../support/call-node.ts";

const address = "P-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u";
const rule = { kind: "addressActivity", addresses: [address] };
const target = {
  url: "https://example.com/hook",
  secret: "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD",
};

let file: string;
let node: Node | undefined;

beforeEach(() => {
  file = join(mkdtempSync(join(tmpdir(), "couloir-")), "watches.json");
});

afterEach(async () => {
  await node?.stop();
  node = undefined;
});

const write = (watches: unknown) => writeFileSync(file, JSON.stringify({ watches }));

async function start(): Promise<string> {
  const flags = [
    "--ephemeral",
    "--quiet",
    "--http-port=0",
    "--staking-port=0",
    `--watch-config=${file}`,
  ];
  node = await createNode(nodeConfig(await readRawConfig(flags, { HOME: "/h" })), silentLog);
  return node.start();
}

async function listed(url: string): Promise<readonly Watch[]> {
  const { result } = await callNode(url, "watch.list", {}, "/ext/watch");
  return (result as unknown as { readonly watches: readonly Watch[] }).watches;
}

describe("the file of --watch-config", () => {
  it("adds, changes and removes watches when it is read again, and nothing if it is wrong", async () => {
    write([
      { name: "deposits", rule, target },
      { name: "halts", rule: { kind: "halt" } },
    ]);
    const url = await start();
    const before = await listed(url);
    expect(before).toMatchObject([
      { name: "deposits", isConfigured: true, rule },
      { name: "halts", isConfigured: true },
    ]);
    write([{ name: "deposits", rule: { kind: "upgrade" }, target }]);
    node!.reloadWatches();
    const [after, ...others] = await listed(url);
    expect(after).toMatchObject({ watchID: before[0]!.watchID, rule: { kind: "upgrade" } });
    expect(others).toEqual([]);
    write([{ name: "deposits", rule: { kind: "upgrades" }, target }]);
    node!.reloadWatches();
    expect(await listed(url)).toEqual([after]);
  });

  // Each was a transaction of its own: 5,000 took as many waits for the disk.
  it("is stored at once, and not again when nothing has changed", async () => {
    write(["deposits", "more", "most"].map((name) => ({ name, rule, target })));
    const put = vi.spyOn(WatchStore.prototype, "put");
    await start();
    expect(put.mock.calls.map(([watches]) => watches.length)).toEqual([3]);
    node!.reloadWatches();
    expect(put).toHaveBeenCalledTimes(1);
    put.mockRestore();
    const remove = vi.spyOn(WatchStore.prototype, "delete");
    write([{ name: "more", rule, target }]);
    node!.reloadWatches();
    expect(remove.mock.calls.map(([ids]) => ids.length)).toEqual([2]);
    remove.mockRestore();
  });

  it("is read again when the disk has space, if it could not be stored before", async () => {
    write([{ name: "deposits", rule, target }]);
    const url = await start();
    write([
      { name: "deposits", rule, target },
      { name: "halts", rule: { kind: "halt" } },
    ]);
    vi.spyOn(WatchStore.prototype, "put").mockImplementationOnce(() => {
      throw diskFull("database or disk is full");
    });
    node!.reloadWatches();
    expect(await listed(url)).toMatchObject([{ name: "deposits" }]);
    node!.reloadWatches();
    expect(await listed(url)).toMatchObject([{ name: "deposits" }, { name: "halts" }]);
  });

  it("is refused in another encoding than UTF-8", async () => {
    writeFileSync(file, Buffer.from('\uFEFF{"watches": []}', "utf16le"));
    await expect(start()).rejects.toThrow(
      `${file}: The encoded data was not valid for encoding utf-8`,
    );
  });

  it("does not change the key pair of a watch when it is read again", async () => {
    const signed = (url: string) => ({ url, signature: "ed25519" });
    write([{ name: "deposits", rule, target: signed("https://example.com/1") }]);
    const url = await start();
    const keyOf = async () => (await listed(url))[0]!.target!.publicKey;
    const before = await keyOf();
    expect(before).toMatch(/^whpk_/);
    node!.reloadWatches();
    expect(await keyOf()).toBe(before);
    write([{ name: "deposits", rule, target: signed("https://example.com/2") }]);
    node!.reloadWatches();
    expect(await keyOf()).toBe(before);
    const seed = `whsk_${Buffer.alloc(32, 1).toString("base64")}`;
    write([
      { name: "deposits", rule, target: { ...signed("https://example.com/2"), secret: seed } },
    ]);
    node!.reloadWatches();
    expect(await keyOf()).not.toBe(before);
  });

  it("alone changes its watches", async () => {
    write([{ name: "deposits", rule, target }]);
    const url = await start();
    const [{ watchID }] = (await listed(url)) as [Watch];
    for (const method of ["watch.update", "watch.remove", "watch.rotateSecret"]) {
      const { error } = await callNode(url, method, { watchID }, "/ext/watch");
      expect(error, method).toMatchObject({ data: { field: "watchID" } });
      expect(error?.message).toContain("--watch-config");
    }
  });

  it.each([
    [
      [{ rule, target }],
      "watches[0].name: expected a name that no other watch of the file has, got nothing",
    ],
    [
      [{ name: "a", rule, target: { url: target.url } }],
      "watches[0].target.secret: expected whsec_",
    ],
    [
      [{ name: "a", rule: { kind: "halt", days: 1 } }],
      "watches[0].rule: expected no other members",
    ],
    [
      [{ name: "a", rule, tagret: target }],
      'watches[0].params: expected one of rule, target, name ("target" is the nearest)',
    ],
    [
      [{ name: "a", rule, target: { ...target, url: "http://10.0.0.1/" } }],
      "watches[0].target.url: expected an https URL",
    ],
    ["none", "expected an object whose only member watches is a list"],
  ])("that is wrong ends the start: %j", async (watches, message) => {
    write(watches);
    await expect(start()).rejects.toThrow(message);
  });
});

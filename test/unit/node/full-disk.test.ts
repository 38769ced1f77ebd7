import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { nodeConfig } from "../../../src/cli/config.ts";
import { readRawConfig } from "../../../src/cli/raw-config.ts";
import { createNode } from "../../../src/node/create-node.ts";
import { silentLog } from "../../../src/node/logging/log.ts";
import type { Node } from "../../../src/node/node.ts";
import { canMount, mount, unmount } from "../../support/tmpfs.ts";

const address = "P-local1rz9djj8vlj2k7tf7rm57czcwxmjtajhlfv0rp6";
const password = "k9@XzT4!wq#Lm2pR";

it.skipIf(!canMount)(
  "a node on a full disk refuses writes, is unhealthy, and recovers (needs a mount)",
  async () => {
    const directory = mkdtempSync(join(tmpdir(), "couloir-full-"));
    mount(directory, "size=12m");
    let node: Node | undefined;
    try {
      const space = ["required", "warning-threshold"].map(
        (name) => `--system-tracker-disk-${name}-available-space=0`,
      );
      const flags = [`--data-dir=${directory}`, "--http-port=0", "--staking-port=0", ...space];
      const config = nodeConfig(await readRawConfig(flags, {}));
      node = await createNode(config, silentLog);
      const url = await node.start();
      const call = async (path: string, method: string, params: object) => {
        const response = await fetch(`${url}${path}`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
        });
        return (await response.json()) as { result?: object; error?: { message: string } };
      };
      const create = (username: string) =>
        call("/ext/keystore", "keystore.createUser", { username, password });
      const fund = () => call("/ext/dev", "dev.fund", { address, amount: 1 });
      const healthStatus = async () => (await fetch(`${url}/ext/health`)).status;
      const filler = join(directory, "filler");
      expect(() => writeFileSync(filler, Buffer.alloc(64 * 2 ** 20))).toThrow("ENOSPC");
      let refusal: string | undefined;
      // What was written before is reused first.
      for (let i = 0; i < 500 && refusal === undefined; i++)
        refusal = (await fund()).error?.message;
      expect(refusal).toMatch(/^the store cannot be written: .*\((SQLITE_FULL|SQLITE_IOERR.*)\)$/);
      // A user takes less space than a payment with its rows of the ledger, so that some may still fit.
      let userRefusal: string | undefined;
      for (let i = 0; i < 100 && userRefusal === undefined; i++) {
        userRefusal = (await create(`user${i}`)).error?.message;
      }
      expect(userRefusal).toMatch(
        /^the store cannot be written: .*\((SQLITE_FULL|SQLITE_IOERR.*)\)$/,
      );
      expect(await healthStatus()).toBe(503);
      expect(await call("/ext/bc/P", "platform.getHeight", {})).toHaveProperty("result");
      expect(await fetch(`${url}/ext/metrics`).then((each) => each.text())).toContain(
        "couloir_store_unwritable 1",
      );
      rmSync(filler);
      expect(await fund()).toHaveProperty("result");
      await expect.poll(healthStatus).toBe(200);
    } finally {
      await node?.stop();
      unmount(directory);
      rmSync(directory, { recursive: true, force: true });
    }
  },
);

it.skipIf(!canMount)(
  "a node on a disk that is too small says so, and starts once it is larger (needs a mount)",
  async () => {
    const directory = mkdtempSync(join(tmpdir(), "couloir-small-"));
    try {
      // The tables fit onto some of these disks, but not the genesis.
      for (const sizeKiB of [100, 300, 340, 380]) {
        mount(directory, `size=${sizeKiB}k`);
        const config = nodeConfig(await readRawConfig([`--db-dir=${directory}`], {}));
        const start = () => createNode(config, silentLog);
        await expect(start()).rejects.toThrow(
          /^.*chain.sqlite cannot be written: .*\(SQLITE_(FULL|IOERR_WRITE)\)\. Free space/,
        );
        mount(directory, "remount,size=12m");
        const node = await start();
        await node.stop();
        unmount(directory);
      }
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  },
);

it.skipIf(!canMount).each(["closed", "killed"])(
  "a node whose store was %s starts on a full disk, is unhealthy, and recovers (needs a mount)",
  async (how) => {
    const directory = mkdtempSync(join(tmpdir(), "couloir-full-"));
    mount(directory, "size=12m");
    let node: Node | undefined;
    try {
      const space = ["required", "warning-threshold"].map(
        (name) => `--system-tracker-disk-${name}-available-space=0`,
      );
      const context = join(directory, "process.json");
      const start = async (folder: string) => {
        const flags = [`--db-dir=${join(directory, folder)}`, `--process-context-file=${context}`];
        const raw = await readRawConfig([...flags, "--http-port=0", ...space], {});
        node = await createNode(nodeConfig(raw), silentLog);
        return node.start();
      };
      const call = async (url: string, path: string, method: string, params: object) => {
        const response = await fetch(`${url}${path}`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
        });
        return (await response.json()) as { result?: object; error?: { message: string } };
      };
      const fund = (url: string) => call(url, "/ext/dev", "dev.fund", { address, amount: 1 });
      await fund(await start("closed"));
      cpSync(join(directory, "closed"), join(directory, "killed"), { recursive: true });
      await node!.stop();
      const filler = join(directory, "filler");
      expect(() => writeFileSync(filler, Buffer.alloc(64 * 2 ** 20))).toThrow("ENOSPC");
      const url = await start(how);
      expect(existsSync(context)).toBe(how === "killed");
      // What the log of a killed store occupied is reused first.
      let funded = 0;
      for (; funded < 5_000; funded++) {
        const { error } = await fund(url);
        if (error === undefined) continue;
        expect(error.message).toMatch(/^the store cannot be written: /);
        break;
      }
      // The log may still have room for the small write of a health check.
      const healthAfterWrite = async () => {
        const { error } = await fund(url);
        if (error === undefined) funded += 1;
        return (await fetch(`${url}/ext/health`)).status;
      };
      await expect.poll(healthAfterWrite).toBe(503);
      const { result } = await call(url, "/ext/bc/P", "platform.getBalance", {
        addresses: [address],
      });
      expect(result).toMatchObject({ balance: String(1 + funded) });
      rmSync(filler);
      await expect.poll(() => fund(url)).toHaveProperty("result");
      await expect.poll(() => fetch(`${url}/ext/health`).then((each) => each.status)).toBe(200);
      await expect.poll(() => existsSync(context)).toBe(true);
    } finally {
      await node?.stop();
      unmount(directory);
      rmSync(directory, { recursive: true, force: true });
    }
  },
);

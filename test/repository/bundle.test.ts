import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));
// Inside the repository: from there the bundle finds the packages that stay outside of it.
const cache = join(root, "node_modules", ".cache");
let bundle = "";
let main = "";

beforeAll(() => {
  mkdirSync(cache, { recursive: true });
  bundle = mkdtempSync(join(cache, "bundle-"));
  main = join(bundle, "main.js");
  execFileSync(process.execPath, [join(root, "scripts/build.mjs"), bundle]);
});

afterAll(() => rmSync(bundle, { recursive: true }));

test("a node in the bundle has everything that is loaded on demand", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "couloir-bundle-"));
  const flags = [`--data-dir=${dataDir}`, "--http-port=0", "--api-profile=avalanchego"];
  const child = spawn(process.execPath, [main, ...flags], { stdio: "ignore" });
  try {
    const url = await urlOf(join(dataDir, "process.json"));

    const metrics = await fetch(`${url}/ext/metrics`);
    expect(metrics.status).toBe(200);
    expect(await metrics.text()).toContain('avalanche_api_calls{base="info"} 0');

    const user = { username: "alice", password: "alice-strong-pass-1" };
    expect(await call(url, "/ext/keystore", "keystore.createUser", user)).toEqual({});
    const weak = { username: "bob", password: "password" };
    await expect(call(url, "/ext/keystore", "keystore.createUser", weak)).rejects.toThrow("weak");

    const privateKey = "PrivateKey-ewoqjP7PxY4yr3iLTpLisriqt94hdyDFNgchSxGGztUrTXtNN";
    const imported = await call(url, "/ext/bc/P", "platform.importKey", { ...user, privateKey });
    expect(imported).toEqual({ address: "P-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u" });

    const apis = ["info", "health", "bc/P", "bc/X", "keystore", "index/P/block", "dev"];
    for (const api of apis) {
      const document = await call(url, `/ext/${api}`, "rpc.discover", {});
      expect(document).toHaveProperty("openrpc", "1.3.2");
    }
  } finally {
    if (child.exitCode === null) {
      child.kill();
      await once(child, "exit");
    }
    rmSync(dataDir, { recursive: true });
  }
});

test("a command in the bundle reads a YAML config file", () => {
  const content = Buffer.from("network-id: fuji\n").toString("base64");
  const flags = [`--config-file-content=${content}`, "--config-file-content-type=yaml"];
  const out = execFileSync(process.execPath, [main, "genesis", ...flags]);
  expect(JSON.parse(out.toString())).toMatchObject({ network: "fuji", networkID: 5 });
});

async function urlOf(processContextFile: string): Promise<string> {
  for (;;) {
    try {
      return (JSON.parse(readFileSync(processContextFile, "utf8")) as { uri: string }).uri;
    } catch {
      await sleep(10);
    }
  }
}

async function call(url: string, path: string, method: string, params: object): Promise<unknown> {
  const response = await fetch(`${url}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });
  const { result, error } = (await response.json()) as {
    result?: unknown;
    error?: { message: string };
  };
  if (error !== undefined) throw new Error(error.message);
  return result;
}

import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type OpenRpcDocument,
  parseOpenRPCDocument,
  Router,
  validateOpenRPCDocument,
} from "../contract/foreign-tools.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
// Inside the repository: from there the bundle finds the packages that stay outside of it.
const cache = join(root, "node_modules", ".cache");
const apis: Readonly<Record<string, readonly string[]>> = {
  spec: [
    "avax",
    "avm",
    "dev",
    "health",
    "index",
    "info",
    "keystore",
    "ledger",
    "platform",
    "proposervm",
    "watch",
  ],
  avalanchego: [
    "avax",
    "avm",
    "dev",
    "health",
    "index",
    "info",
    "ledger",
    "platform",
    "proposervm",
    "watch",
  ],
  "avalanchego-1.12": [
    "avax",
    "avm",
    "dev",
    "health",
    "index",
    "info",
    "keystore",
    "ledger",
    "platform",
    "watch",
  ],
};
let bundle = "";
let main = "";

beforeAll(() => {
  mkdirSync(cache, { recursive: true });
  bundle = mkdtempSync(join(cache, "bundle-"));
  main = join(bundle, "main.js");
  execFileSync(process.execPath, [join(root, "scripts/build.mjs"), bundle]);
});

afterAll(() => rmSync(bundle, { recursive: true }));

test("the packed manifest has no scripts, and its manual page in a list, as npm 11 links no other", async () => {
  const { packedManifest } = await import(join(root, "scripts/packed-manifest.mjs"));
  const checkout = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const packed: Readonly<Record<string, unknown>> = packedManifest(checkout);
  expect(checkout.scripts.prepare).toBeDefined();
  expect(packed).not.toHaveProperty("scripts");
  expect(packed["man"]).toEqual(["dist/man/couloir.1"]);
  expect(readFileSync(join(bundle, "man/couloir.1"), "utf8")).toContain(".TH");
});

test("users can read stack traces: names and lines of the bundle are those of the sources", () => {
  const files = readdirSync(bundle).filter((name) => name.endsWith(".js"));
  const text = files.map((name) => readFileSync(join(bundle, name), "utf8")).join("");
  expect(text).toMatch(/\nfunction startErrorOf\([^\n]*\) \{\n {2}/);
});

test("a node in the bundle has everything that is loaded on demand", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "couloir-bundle-"));
  const flags = [`--data-dir=${dataDir}`, "--http-port=0", "--api-profile=avalanchego-1.12"];
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

test("a node is started from the bundle in a program, and its types are beside it", async () => {
  const { startNode } = (await import(
    join(bundle, "index.js")
  )) as typeof import("../../src/index.ts");
  const { createClient, RpcError } = (await import(
    join(bundle, "client.js")
  )) as typeof import("../../clients/typescript/src/index.ts");
  const node = await startNode();
  try {
    expect(await createClient(node.url).platform.getHeight()).toEqual({ height: 0n });
    const failed = node.client.platform.getBlockByHeight({ height: 9n });
    await expect(failed).rejects.toBeInstanceOf(RpcError);
    expect(await node.call("dev.nodeInfo")).toHaveProperty("height", "0");
  } finally {
    await node.stop();
  }
  const { exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    exports: Record<string, { types: string; default: string }>;
  };
  for (const name of [".", "./client"]) {
    for (const path of Object.values(exports[name]!)) {
      expect(readFileSync(join(bundle, path.replace("./dist/", "")), "utf8")).toContain("export");
    }
  }
});

test("a browser loads the client: it is one file without anything of Node", async () => {
  const options = { bundle: true, write: false, format: "esm", platform: "browser" } as const;
  const entryPoints = [join(bundle, "client.js")];
  const { outputFiles, metafile } = await build({ ...options, entryPoints, metafile: true });
  expect(outputFiles.length).toBe(1);
  expect(Object.keys(metafile.inputs).length).toBe(1);
});

test.each([
  ["the bundle", () => [main]],
  ["the sources", () => ["--import", "tsx", join(root, "src/main.ts")]],
])("the mock of %s answers an example", async (_what, program) => {
  const args = [...program(), "mock", "--http-port=0"];
  const child = spawn(process.execPath, args, { cwd: root, stdio: ["ignore", "pipe", "inherit"] });
  try {
    const [line] = (await once(child.stdout, "data")) as [Buffer];
    const url = line.toString().trim().split(" ").at(-1)!;
    expect(await call(url, "/ext/bc/P", "platform.getHeight", {})).toEqual({
      height: expect.stringMatching(/^\d+$/),
    });
  } finally {
    child.kill();
    if (child.exitCode === null) await once(child, "exit");
  }
});

test("a command in the bundle reads a YAML config file", () => {
  const content = Buffer.from("network-id: fuji\n").toString("base64");
  const flags = [`--config-file-content=${content}`, "--config-file-content-type=yaml"];
  const out = execFileSync(process.execPath, [main, "genesis", ...flags]);
  expect(JSON.parse(out.toString())).toMatchObject({ network: "fuji", networkID: 5 });
});

test.each(["bash", "zsh", "fish"])("the bundle prints the completion script of %s", (shell) => {
  const script = execFileSync(process.execPath, [main, "completion", shell]).toString();
  expect(script).toContain("_couloir_completion");
  expect(script).toContain("couloir completion-server");
});

test("what the bundle leaves outside is installed with the package, or is in it as CommonJS", () => {
  const { dependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    dependencies: Record<string, string>;
  };
  const sources = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts") && !path.startsWith("generated"))
    .map((path) => readFileSync(join(root, "src", path), "utf8"));
  const calls = sources.flatMap((source) => [
    ...source
      .replaceAll(/<(typeof import\([^)]*\)|\w+)>/g, "")
      .matchAll(/\brequire(?:Lazily|Native)\(\s*"((?:@[^/]+\/)?[^/"]+)/g),
  ]);
  const packages = calls.map(([, name]) => name!);
  expect(new Set(packages).size).toBeGreaterThan(5);
  const commonJs = new Set(readdirSync(join(bundle, "commonjs")));
  const missing = packages.filter(
    (name) => dependencies[name] === undefined && !commonJs.has(`${name}.js`),
  );
  expect(missing).toEqual([]);
});

test("the bundle names the licence of every package in it", () => {
  const licences = readFileSync(join(bundle, "LICENCES.txt"), "utf8");
  const names = [...licences.matchAll(/^(\S+) \d+\.\d+\.\d+( \(\S+\))?$/gm)].map(
    ([, name]) => name,
  );
  const some = ["pino", "prom-client", "yaml", "@open-rpc/server-js", "@pnpm/tabtab"];
  expect(names).toEqual(expect.arrayContaining(some));
});

test("a bill of materials names every package in the bundle and every installed one", () => {
  type Component = {
    readonly name: string;
    readonly purl: string;
    readonly licenses: readonly object[];
    readonly properties: readonly { readonly value: string }[];
  };
  const sbom = JSON.parse(readFileSync(join(bundle, "sbom.cdx.json"), "utf8")) as {
    readonly bomFormat: string;
    readonly components: readonly Component[];
  };
  expect(sbom.bomFormat).toBe("CycloneDX");
  const places = new Map(sbom.components.map((each) => [each.name, each.properties[0]?.value]));
  for (const name of ["ws", "pg", "pino", "prom-client", "yaml", "secp256k1", "better-sqlite3"]) {
    expect([name, places.get(name)]).toEqual([name, "in dist/"]);
  }
  for (const name of ["bls-eth-wasm", "zxcvbn"]) {
    expect([name, places.get(name)]).toEqual([name, "node_modules"]);
  }
  // Only a checkout installs them.
  for (const name of ["better-sqlite3-12", "prebuild-install", "elliptic"]) {
    expect([name, places.get(name)]).toEqual([name, undefined]);
  }
  for (const { purl, licenses } of sbom.components) {
    expect(purl).toMatch(/^pkg:npm\/(%40[^/]+\/)?[^/@]+@\d/);
    expect([purl, licenses.length]).toEqual([purl, 1]);
  }
});

test.each(Object.keys(apis))("documents of the profile %s are next to it", async (profile) => {
  const folder = join(bundle, "openrpc", profile);
  const files = readdirSync(folder).filter((name) => name.endsWith(".json"));
  expect(files).toEqual(readdirSync(join(folder, "dereferenced")));
  expect(files.map((name) => name.slice(0, -".json".length))).toEqual(apis[profile]);
  for (const file of files) {
    const read = (path: string) => JSON.parse(readFileSync(join(folder, path), "utf8")) as object;
    const withReferences = read(file);
    const without = read(join("dereferenced", file));
    expect(JSON.stringify(without)).not.toContain('"$ref"');
    expect([file, validateOpenRPCDocument(withReferences)]).toEqual([file, true]);
    expect([file, validateOpenRPCDocument(without)]).toEqual([file, true]);
    expect(await parseOpenRPCDocument(structuredClone(without))).toEqual(without);
    const { methods } = (await parseOpenRPCDocument(withReferences)) as OpenRpcDocument;
    // The dereferencer of the OpenRPC project returns the same.
    expect(methods).toEqual((without as OpenRpcDocument).methods);
    const router = new Router(without as OpenRpcDocument, { mockMode: true });
    for (const { name } of methods) expect(router.isMethodImplemented(name)).toBe(true);
  }
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

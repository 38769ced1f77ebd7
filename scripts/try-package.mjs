/*
 * Packs the package and installs it in each way that people install packages, with an empty HOME and empty caches, and calls
 * it. Takes minutes. Exits with 1 if anything fails. Arguments choose checks: `npm run test:package -- types pnpm12`.
 */
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { installChecks, nodeOf } from "./install-checks.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { devDependencies, version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const place = mkdtempSync(join(tmpdir(), "couloir-package-"));
const empty = join(place, "empty");
mkdirSync(empty);
const home = join(place, "home");
mkdirSync(home);
// npm passes its configuration and the path of the repository to its children; the npm of a new user does not.
const inherited = Object.entries(process.env).filter(([name]) => !/^(npm_|INIT_CWD$)/i.test(name));
const environment = {
  ...Object.fromEntries(inherited),
  npm_config_cache: join(place, "cache"),
  // All that is kept of the user's own configuration.
  npm_config_registry: execFileSync("npm", ["config", "get", "registry"]).toString().trim(),
  HOME: home,
  XDG_CACHE_HOME: join(home, ".cache"),
  XDG_DATA_HOME: join(home, ".local"),
  CI: "1",
};

// A checkout runs on Node 20, the package does not.
const isSupported = Number(process.versions.napi) >= 10;
const node = isSupported ? process.execPath : nodeOf("24", place, environment);
environment.PATH = `${dirname(node)}${delimiter}${environment.PATH}`;

const typedProgram = `
import { startNode, type StartOptions } from "couloir";
import { createClient } from "couloir/client";
const options: StartOptions = { accounts: 3 };
await using node = await startNode(options);
const client = createClient(node.url);
const { height } = await client.platform.getHeight();
const exact: bigint = height;
for await (const event of client.events({ topics: ["block"] })) console.log(event.type, exact);
`;
/** Its declarations need the types of Node, which it must name itself. */
const contractProgram = `
import { type Document, readDocument } from "couloir/contract";
const document: Document = await readDocument("openrpc.json");
console.log(document.lint());
`;

const checks = {
  types: checkTypes,
  npx: checkNpx,
  guide: checkGuide,
  ...installChecks({ place, environment, say }),
};
const unknown = process.argv.slice(2).filter((name) => !Object.hasOwn(checks, name));
assert.deepEqual(unknown, [], `the checks are ${Object.keys(checks).join(", ")}`);
const chosen = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(checks);

try {
  const tarball = pack();
  for (const name of chosen) {
    const startedAt = performance.now();
    await checks[name](tarball);
    say(`passed: ${name} (${seconds(startedAt)})`);
  }
} finally {
  rmSync(place, { recursive: true });
}

/** Each thing that a user can do with npx in an empty folder works, and leaves the folder empty. */
async function checkNpx(tarball) {
  const npx = ["--yes", `--package=${tarball}`, "couloir"];
  const startedAt = performance.now();
  const line = execFileSync("npx", [...npx, "--version"], { cwd: empty, env: environment });
  say(`npx couloir --version: ${line.toString().trim()} (${seconds(startedAt)} with the install)`);
  assert.match(line.toString(), /^couloir\//);
  checkInstalled();
  await checkNode(npx);
  await checkMock(npx);
  checkContractTools(npx);
  const genesis = execFileSync("npx", [...npx, "genesis", "--network-id=mainnet"], {
    cwd: empty,
    env: environment,
  });
  assert.equal(JSON.parse(genesis.toString()).networkID, 1);
  say("couloir genesis --network-id=mainnet answers");
  assert.deepEqual(readdirSync(empty), []);
}

/** The custom component of @open-rpc/generator reads the bundle of the package that is installed. */
function checkComponent() {
  const installed = execFileSync("find", [place, "-name", "contract-component.cjs"]);
  const [path] = installed.toString().trim().split("\n");
  const document = join(root, "test/contract-tools/documents/petstore.json");
  cpSync(document, join(place, "component/src/openrpc.json"));
  const program = `const { hooks } = require(${JSON.stringify(path)});
    hooks.beforeCompileTemplate[0](${JSON.stringify(join(place, "component"))}, undefined, { language: "go", openRPCPath: "src" })
      .then(() => console.log(hooks.templateFiles.go.length));`;
  const printed = execFileSync(node, ["-e", program], { cwd: place }).toString();
  assert(Number(printed) > 5, printed);
}

/** Every file that the contract tools read is in the package. */
function checkContractTools(npx) {
  const document = join(root, "test/contract-tools/documents/petstore.json");
  const contract = (...args) =>
    execFileSync("npx", [...npx, "contract", ...args], { cwd: empty, env: environment }).toString();
  assert.equal(contract("lint", document), "");
  for (const language of ["typescript", "go", "python", "rust", "java"]) {
    const out = join(place, "clients", language);
    contract("client", "--language", language, "--out", out, document);
    assert(existsSync(join(out, "README.md")), language);
  }
  contract("server", "--out", join(place, "server"), document);
  assert(existsSync(join(place, "server/src/generated/runtime/http.ts")));
  contract("page", "--out", join(place, "page"), document);
  assert(existsSync(join(place, "page/page.js")));
  checkComponent();
  say("couloir contract writes five clients, a server and a page");
}

function pack() {
  const args = ["pack", "--json", `--pack-destination=${place}`];
  const out = execFileSync("npm", args, { cwd: root, stdio: ["ignore", "pipe", "ignore"] });
  const [packed] = Object.values(JSON.parse(out.toString().slice(out.indexOf("[\n"))));
  const { filename, size, unpackedSize, files } = packed;
  const paths = files.map(({ path }) => path);
  // `couloir contract` copies hand-written parts of clients and servers from dist.
  const unneeded = paths.filter((path) =>
    /^(test|codegen|clients|bench|scripts|\.)|^(?!dist\/(clients|server-runtime)\/).*(?<!\.d)\.ts$/.test(
      path,
    ),
  );
  assert.deepEqual(unneeded, []);
  say(
    `${filename}: ${kilobytes(size)} packed, ${kilobytes(unpackedSize)} unpacked, ${files.length} files`,
  );
  return join(place, filename);
}

/** Nothing that is only for development comes along, and the documents can be imported. */
function checkInstalled() {
  const [folder] = readdirSync(join(place, "cache/_npx"));
  const modules = join(place, "cache/_npx", folder, "node_modules");
  const unneeded = Object.keys(devDependencies).filter((name) => existsSync(join(modules, name)));
  assert.deepEqual(unneeded, []);
  const lock = JSON.parse(readFileSync(join(modules, ".package-lock.json"), "utf8"));
  const kilobytesOnDisk = execFileSync("du", ["-sk", modules]).toString().split("\t")[0];
  say(`${Object.keys(lock.packages).length} packages installed, ${kilobytesOnDisk} kB on disk`);
  const script = 'console.log(require("couloir/openrpc/spec/info.json").info.title)';
  const title = execFileSync(node, ["-e", script], { cwd: modules });
  assert.equal(title.toString(), "Info API\n");
  const embedded =
    'import { startNode } from "couloir"; const node = await startNode(); console.log(node.url); await node.stop()';
  const url = execFileSync(node, ["--input-type=module", "-e", embedded], {
    cwd: modules,
  });
  assert.match(url.toString(), /^http:/);
  assert.match(
    readFileSync(join(modules, "couloir/dist/man/couloir.1"), "utf8"),
    /^\.TH COULOIR 1/,
  );
  say("its documents, its manual page and startNode are there");
}

/** Programs compile with each TypeScript and both resolutions, without skipLibCheck. */
function checkTypes(tarball) {
  const folder = join(place, "types");
  mkdirSync(folder);
  writeFileSync(join(folder, "package.json"), '{"type":"module"}');
  const versions = ["5.9", "6", "7"];
  const compilers = versions.map((known) => `typescript-${known}@npm:typescript@${known}`);
  const flags = ["--ignore-scripts", "--no-audit", "--no-fund"];
  const packages = [tarball, ...compilers, "@types/node@22"];
  execFileSync("npm", ["install", ...flags, ...packages], options(folder));
  writeFileSync(join(folder, "use.ts"), typedProgram);
  writeFileSync(join(folder, "contract.ts"), contractProgram);
  const couloir = join(folder, "node_modules/couloir/bin/couloir");
  const document = join(root, "test/contract-tools/documents/zoo.json");
  const contract = (...args) =>
    execFileSync(node, [couloir, "contract", ...args, document], options(folder));
  contract("client", "--language", "typescript", "--out", join(folder, "client"));
  contract("server", "--out", join(folder, "server"));
  for (const known of versions) {
    const tsc = join(folder, `node_modules/typescript-${known}/bin/tsc`);
    const compile = (project) =>
      execFileSync(node, [tsc, "-p", project], { cwd: folder, stdio: "inherit" });
    for (const generated of ["client", "server"]) compile(generated);
    for (const resolution of ["nodenext", "bundler"]) {
      const compilerOptions = {
        noEmit: true,
        strict: true,
        target: "es2023",
        lib: ["es2023", "dom", "dom.asynciterable"],
        types: [],
        module: resolution === "bundler" ? "esnext" : resolution,
        moduleResolution: resolution,
      };
      const config = { compilerOptions, files: ["use.ts", "contract.ts"] };
      writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
      compile(".");
    }
  }
  say(
    `its types, a generated client and a generated server compile with TypeScript ${versions.join(", ")}, nodenext and bundler`,
  );
}

/** The guide for dApps can be followed in an empty folder, and prints what it shows. */
function checkGuide() {
  const page = readFileSync(join(root, "docs/guides/test-your-dapp.md"), "utf8");
  const texts = (info) =>
    [...page.matchAll(/^```([^\n]*)\n([\s\S]*?)^```$/gm)]
      .filter((block) => block[1].startsWith(info))
      .map((block) => block[2]);
  const commands = texts("console").flatMap((text) => text.match(/^\$ .*$/gm));
  const shown = texts("console").at(-1).split("\n").slice(1).join("\n");
  const folder = join(place, "guide");
  mkdirSync(folder);
  writeFileSync(join(folder, "dapp.mjs"), texts("js snippet").join("\n"));
  const script = commands.map((command) => command.slice(2));
  const env = { ...environment, COULOIR: root };
  for (const each of script.slice(0, -1)) {
    execFileSync("sh", ["-e", "-c", each], {
      cwd: folder,
      env,
      stdio: ["ignore", "ignore", "pipe"],
    });
  }
  const printed = execFileSync("sh", ["-c", script.at(-1)], { cwd: folder, env });
  assert.equal(printed.toString(), shown);
  say(`${script.length} commands of the guide for dApps work in an empty folder`);
}

function options(cwd) {
  return { cwd, env: environment, stdio: ["ignore", "ignore", "inherit"] };
}

async function checkNode(npx) {
  const data = join(place, "data");
  await whileRuns(
    [...npx, `--data-dir=${data}`, "--http-port=0", "--api-profile=avalanchego-1.12"],
    async () => {
      const { uri } = await jsonOf(join(data, "process.json"));
      assert.deepEqual(await call(uri, "/ext/bc/P", "platform.getHeight"), { height: "0" });
      const { version: served } = await call(uri, "/ext/info", "info.getNodeVersion");
      // Word lists, argon2, XChaCha20-Poly1305, secp256k1, BLS: each is a package that stays outside of the bundle.
      const user = { username: "alice", password: "k9@XzT4!wq#Lm2pR" };
      assert.deepEqual(await call(uri, "/ext/keystore", "keystore.createUser", user), {});
      const { address } = await call(uri, "/ext/bc/P", "platform.createAddress", user);
      assert.match(address, /^P-local1/);
      const { nodePOP } = await call(uri, "/ext/info", "info.getNodeID");
      assert.equal(nodePOP.publicKey.length, 2 + 96);
      const document = await call(uri, "/ext/index/P/block", "rpc.discover");
      assert.equal(document.openrpc, "1.3.2");
      assert.equal((await fetch(`${uri}/ext/health`)).status, 200);
      assert.equal((await fetch(`${uri}/ext/metrics`)).status, 200);
      const page = await fetch(`${uri}/docs`, { headers: { accept: "text/html" } });
      assert.match(await page.text(), /<html/);
      say(`a node answers platform.getHeight, keystore.createUser, rpc.discover: ${served}`);
    },
  );
}

async function checkMock(npx) {
  await whileRuns([...npx, "mock", "--http-port=0"], async (child) => {
    const [line] = await once(child.stdout, "data");
    const url = line.toString().trim().split(" ").at(-1);
    const { chains } = { chains: await call(url, "/ext/P", "platform.getBlockchains") };
    assert.ok(chains.blockchains.length > 0);
    say("couloir mock answers platform.getBlockchains");
  });
}

/** Ends the whole group: npx is a shell's parent, which does not hand signals on. */
async function whileRuns(args, work) {
  const stdio = ["ignore", "pipe", "inherit"];
  const child = spawn("npx", args, { cwd: empty, env: environment, stdio, detached: true });
  try {
    await work(child);
  } finally {
    process.kill(-child.pid, "SIGTERM");
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  }
}

async function jsonOf(path) {
  for (let tries = 0; tries < 600; tries++) {
    try {
      return JSON.parse(readFileSync(path, "utf8"));
    } catch {
      await sleep(50);
    }
  }
  throw new Error(`${path} did not appear`);
}

async function call(url, path, method, params = {}) {
  const response = await fetch(`${url}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });
  const { result, error } = await response.json();
  assert.equal(error, undefined);
  return result;
}

function say(text) {
  process.stdout.write(`couloir ${version}: ${text}\n`);
}

function seconds(since) {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`;
}

function kilobytes(bytes) {
  return `${Math.round(bytes / 1000)} kB`;
}

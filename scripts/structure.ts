/*
 * `npx tsx scripts/structure.ts [REVISION...]`: the size of src/ without generated code at git revisions, `.` for the working tree,
 * and the files that two requests pass through, from the socket to the response. Prints a table with a column for each.
 */
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import ts from "typescript";
import { avalanchejs } from "../test/e2e/avalanchejs.ts";
import { Wallet } from "../test/e2e/wallet.ts";

const root = join(import.meta.dirname, "..");
const privateKey = "PrivateKey-ewoqjP7PxY4yr3iLTpLisriqt94hdyDFNgchSxGGztUrTXtNN";
const { pvm, TransferableOutput, utils } = avalanchejs;

type Figures = Readonly<Record<string, string>>;

const revisions = process.argv.length > 2 ? process.argv.slice(2) : ["."];
const columns: Figures[] = [];
for (const revision of revisions) {
  const folder = checkedOut(revision);
  try {
    columns.push({ ...sizes(join(folder, "src")), ...(await filesOfRequests(folder)) });
  } finally {
    if (folder !== root) rmSync(folder, { recursive: true });
  }
}
const line = (...cells: readonly string[]) => `| ${cells.join(" | ")} |\n`;
process.stdout.write(line("", ...revisions) + line("---", ...revisions.map(() => "---")));
for (const name of Object.keys(columns[0]!)) {
  process.stdout.write(line(name, ...columns.map((figures) => figures[name]!)));
}

function checkedOut(revision: string): string {
  if (revision === ".") return root;
  const folder = mkdtempSync(join(tmpdir(), "couloir-structure-"));
  const archive = execFileSync("git", ["archive", revision], { cwd: root, maxBuffer: 2 ** 30 });
  execFileSync("tar", ["x", "-C", folder], { input: archive });
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  return folder;
}

function sizes(src: string): Figures {
  const files = readdirSync(src, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts") && !path.startsWith("generated/"))
    .map((path) => ({ path, text: readFileSync(join(src, path), "utf8") }));
  const lines = files.map(({ text }) => text.split("\n").length - 1);
  const functions = files.flatMap(({ path, text }) => functionsOf(path, text));
  const longest = functions.reduce((a, b) => (b.lines > a.lines ? b : a));
  return {
    "source files": String(files.length),
    lines: String(lines.reduce((a, b) => a + b, 0)),
    "files of 20 lines or fewer": String(lines.filter((count) => count <= 20).length),
    "longest function, lines that are not blank": `${longest.lines} (${longest.name})`,
    "functions over 70 such lines": String(functions.filter(({ lines }) => lines > 70).length),
  };
}

/** Counts lines as Biome does: of the body with its braces, without blank ones. */
function functionsOf(
  path: string,
  text: string,
): { readonly name: string; readonly lines: number }[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found: { name: string; lines: number }[] = [];
  const visit = (node: ts.Node) => {
    if (ts.isFunctionLike(node) && "body" in node && node.body !== undefined) {
      const body = (node.body as ts.Node).getText(source).split("\n");
      found.push({ name: path, lines: body.filter((each) => each.trim() !== "").length });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** Starts a node from its sources and counts the files of a second request of each kind, so that nothing is loaded for it. */
async function filesOfRequests(folder: string): Promise<Figures> {
  const [port, coveragePort] = [await freePort(), await freePort()];
  const data = mkdtempSync(join(tmpdir(), "couloir-structure-data-"));
  const flags = [
    `--http-port=${port}`,
    `--data-dir=${data}`,
    "--db-type=memdb",
    "--block-production=manual",
  ];
  const preload = join(root, "scripts/structure-coverage.mjs");
  const command = ["--import", "tsx", "--import", preload, join(folder, "src/main.ts"), ...flags];
  const env = { ...process.env, COULOIR_COVERAGE_PORT: String(coveragePort) };
  const child = spawn(process.execPath, command, { cwd: folder, env, stdio: "ignore" });
  try {
    const url = `http://127.0.0.1:${port}`;
    await untilHealthy(url);
    const filesOf = async (request: () => Promise<unknown>) => {
      const taken = async () =>
        (await (await fetch(`http://127.0.0.1:${coveragePort}`)).json()) as string[];
      await taken();
      await request();
      const own = `file://${folder}/src/`;
      return String((await taken()).filter((file) => file.startsWith(own)).length);
    };
    const wallet = await Wallet.open(privateKey, () => url);
    const getUTXOs = (limit: number) =>
      call(url, "platform.getUTXOs", { addresses: [wallet.address], limit });
    const issueTx = (tx: string) => call(url, "platform.issueTx", { tx });
    await getUTXOs(1);
    await issueTx(await signedTx(wallet, 1n));
    await call(url, "dev.buildBlock", {}, "/ext/dev");
    const second = await signedTx(wallet, 2n);
    return {
      "files of a getUTXOs request": await filesOf(() => getUTXOs(2)),
      "files of an issueTx request": await filesOf(() => issueTx(second)),
    };
  } finally {
    child.kill();
    rmSync(data, { recursive: true, force: true });
  }
}

async function untilHealthy(url: string): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    const response = await fetch(`${url}/ext/health`).catch(() => undefined);
    if (response?.ok) return;
    await sleep(100);
  }
  throw new Error("the node does not become healthy");
}

async function call(
  url: string,
  method: string,
  params: object,
  path = "/ext/bc/P",
): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
  const headers = { "content-type": "application/json" };
  const response = await fetch(`${url}${path}`, { method: "POST", headers, body });
  const { result, error } = (await response.json()) as { result?: unknown; error?: unknown };
  if (error !== undefined) throw new Error(`${method}: ${JSON.stringify(error)}`);
  return result;
}

async function signedTx(wallet: Wallet, amount: bigint): Promise<string> {
  const { address, addressBytes, api, context } = wallet;
  const { utxos } = await api.getUTXOs({ addresses: [address] });
  const outputs = [TransferableOutput.fromNative(context.avaxAssetID, amount, [addressBytes])];
  const feeState = await api.getFeeState();
  const request = { feeState, fromAddressesBytes: [addressBytes], utxos, outputs };
  const unsignedTx = pvm.newBaseTx(request, context);
  await wallet.sign(unsignedTx);
  return utils.bufferToHex(utils.addChecksum(unsignedTx.getSignedTx().toBytes()));
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/*
 * Takes the pictures of the README from the running software: the API page and pages of the explorer as PNG, and a session with a
 * dev node as an animated SVG. Needs Chromium, and script(1) for a terminal. Only the durations of calls differ from run
 * to run: the chain starts at a fixed time, and the browser's clock stands at the chain's.
 * usage: npm run build && npm run pictures
 */
import { spawn } from "node:child_process";
import { mkdirSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { chromium, type Page } from "playwright-core";
import { encodeBytes } from "../src/formats/encoding.ts";
import { chromiumPath } from "../test/browser/chromium.ts";
import { callNode } from "../test/support/call-node.ts";
import { divide, payerAddress, spendable } from "../test/support/transfers.ts";
import { recordingSvg, type Take } from "./pictures/recording.ts";

const folder = fileURLToPath(new URL("../docs/pictures/", import.meta.url));
const executable = fileURLToPath(new URL("../bin/couloir", import.meta.url));
const shownOrigin = "http://127.0.0.1:9650";
const bytesMax = 150_000;
const startTime = 1_800_000_000;
const localNetworkID = 12_345;
const day = 86_400;

if (chromiumPath === undefined)
  throw new Error("no Chromium was found; COULOIR_CHROMIUM names one");
mkdirSync(folder, { recursive: true });
const node = await startInTerminal();
try {
  await until(() => node.output().includes("Validators of the primary network"));
  const takes = await session(node.url, node.output);
  save("dev-node.svg", recordingSvg(takes.map((take) => ({ ...take, text: shown(take.text) }))));
  await live(node.url);
  await photograph(node.url);
} finally {
  node.stop();
}

/** A dev node with a terminal as its output, which prints for people only there. */
async function startInTerminal() {
  const port = await freePort();
  const command = `${process.execPath} ${executable} --ephemeral --accounts 1 --timestamp ${startTime} --http-port ${port}`;
  const child = spawn("script", ["-qfec", command, "/dev/null"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let text = "";
  child.stdout.setEncoding("utf8").on("data", (piece: string) => {
    text += piece;
  });
  return {
    url: `http://127.0.0.1:${port}`,
    output: () => plain(text),
    stop: () => child.kill("SIGTERM"),
  };
}

/** What a reader sees: commands with what they print, and what the node prints meanwhile. */
async function session(url: string, output: () => string): Promise<Take[]> {
  await callNode(url, "dev.setTime", { timestamp: startTime + day, frozen: true }, "/ext/dev");
  await sleep(300);
  let seen = output().length;
  const printed = async (): Promise<string> => {
    await sleep(400);
    const text = output().slice(seen);
    seen += text.length;
    return text.trimEnd();
  };
  const banner = output().slice(output().indexOf("  Couloir, network"));
  const takes: Take[] = [
    { kind: "command", text: "couloir --ephemeral --accounts 1 &" },
    { kind: "output", text: banner.slice(0, banner.indexOf("  Validators of")).trimEnd() },
  ];
  await printed();
  const { result } = await callNode(url, "platform.getHeight");
  takes.push(
    { kind: "command", text: "rpc /ext/bc/P platform.getHeight" },
    { kind: "node", text: await printed() },
    { kind: "output", text: JSON.stringify({ jsonrpc: "2.0", result, id: 1 }) },
    { kind: "command", text: "# A dApp sends AVAX:" },
  );
  await transfer(url);
  takes.push({ kind: "node", text: await printed() });
  takes.push({
    kind: "command",
    text: `rpc /ext/dev dev.increaseTime '{"seconds":1209600}'`,
  });
  const moved = await callNode(url, "dev.increaseTime", { seconds: 14 * day }, "/ext/dev");
  takes.push({
    kind: "output",
    text: JSON.stringify({ jsonrpc: "2.0", result: moved.result, id: 1 }),
  });
  takes.push({ kind: "node", text: await printed() });
  return takes;
}

/** Fills the chain with a history that the status page can show. */
async function live(url: string): Promise<void> {
  for (let number = 0; number < 14; number += 1) {
    await transfer(url, 1 + (number % 3));
    await callNode(url, "dev.increaseTime", { seconds: 2 + ((number * 5) % 7) }, "/ext/dev");
  }
}

/** Sends the largest output of the well-known key back to itself in parts. */
async function transfer(url: string, parts = 1): Promise<void> {
  const { result } = await callNode(url, "platform.getUTXOs", { addresses: [payerAddress] });
  const utxos = spendable((result as { utxos: string[] }).utxos, 1_000_000_000n);
  const largest = utxos.reduce((a, b) => (amountOf(b) > amountOf(a) ? b : a));
  const tx = encodeBytes(divide(localNetworkID, largest, parts, 10_000_000n).bytes, "hex");
  const { error } = await callNode(url, "platform.issueTx", { tx });
  if (error !== undefined) throw new Error(error.message);
  await sleep(50);
}

function amountOf({ output }: ReturnType<typeof spendable>[number]): bigint {
  return output.kind === "TransferOutput" ? output.amount : 0n;
}

async function photograph(url: string): Promise<void> {
  const browser = await chromium.launch({
    executablePath: chromiumPath!,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      `--host-resolver-rules=MAP 127.0.0.1:9650 ${url.replace("http://", "")}`,
    ],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1180, height: 760 } });
    const { result } = await callNode(url, "platform.getTimestamp");
    const { timestamp } = result as { readonly timestamp: string };
    const chainMs = Date.parse(timestamp);
    await page.clock.setFixedTime(chainMs + 3_000);
    await page.goto(`${shownOrigin}/docs/`);
    await page.locator("main:not([aria-busy])").waitFor();
    await take(page, "api-page.png");
    await page.goto(`${shownOrigin}/docs/#address/${payerAddress}`);
    await page.locator(".chart canvas").waitFor();
    await until(async () => (await page.getByText("Loading …", { exact: true }).count()) === 0);
    await take(page, "address-page.png");
    await page.goto(`${shownOrigin}/docs/#totals`);
    await page.locator(".chart canvas").nth(8).waitFor();
    await take(page, "totals-page.png");
    await page.emulateMedia({ colorScheme: "dark" });
    await page.goto(`${shownOrigin}/docs/#status`);
    await page.locator(".blocks tbody tr").nth(11).waitFor();
    await page.locator(".chart canvas").nth(2).waitFor();
    // The gas price is a line once there are two samples: the page takes one every five seconds.
    await page.clock.setFixedTime(chainMs + 13_000);
    await page.getByText("chain time 13 seconds ago").waitFor();
    await sleep(500);
    await take(page, "status-page.png");
  } finally {
    await browser.close();
  }
}

async function take(page: Page, name: string): Promise<void> {
  save(name, await page.screenshot({ animations: "disabled" }));
}

function save(name: string, content: string | Buffer): void {
  const path = join(folder, name);
  writeFileSync(path, content);
  const { size } = statSync(path);
  console.log(`${name}: ${(size / 1_000).toFixed(0)} kB`);
  if (size > bytesMax) throw new Error(`${name} has ${size} bytes, more than ${bytesMax}`);
}

function shown(text: string): string {
  return text.replaceAll(/127\.0\.0\.1:[0-9]+/g, shownOrigin.replace("http://", ""));
}

/** Without colors and carriage returns. */
function plain(text: string): string {
  return (
    text
      // biome-ignore lint/suspicious/noControlCharactersInRegex: colors start with an escape
      .replaceAll(/\u001B\[[0-9;]*[A-Za-z]/g, "")
      .replaceAll("\r", "")
  );
}

async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  const endMs = Date.now() + 30_000;
  while (!(await isTrue())) {
    if (Date.now() > endMs) throw new Error("what the picture shows did not come");
    await sleep(100);
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { readonly port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

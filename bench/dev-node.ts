import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hash160 } from "../src/crypto/hash.ts";
import { publicKey } from "../src/crypto/secp256k1.ts";
import { emptyId, type Id } from "../src/formats/bytes.ts";
import { decodeBytes, encodeBytes } from "../src/formats/encoding.ts";
import { parsePrivateKey } from "../src/formats/private-key.ts";
import { type StartedNode, startNode } from "../src/index.ts";
import { decodeUtxo } from "../src/pchain/components/utxo.ts";
import { makeTx, type Tx } from "../src/pchain/txs/tx.ts";

/** Milliseconds, of a node in this process over HTTP; `first` and `next` of processes of their own. */
export type DevFigures = {
  readonly first: readonly number[];
  readonly next: readonly number[];
  readonly rows: readonly DevRow[];
};

export type DevRow = {
  readonly place: "memory" | "disk";
  /** Taking a snapshot of a new chain, and reverting to it from `blocks` later. */
  readonly snapshotMs: number;
  readonly revertManyMs: number;
  /** The same of the long chain, from ten blocks later. */
  readonly snapshotLongMs: number;
  readonly revertFewMs: number;
  /** A year in which every validator of the genesis ends. */
  readonly yearMs: number;
  readonly yearBlocks: number;
};

const blocks = 10_000;
const validators = 1000;
const processes = 7;

export async function measureDevNode(): Promise<DevFigures> {
  const starts = Array.from({ length: processes }, startTimes);
  const rows: DevRow[] = [];
  for (const place of ["memory", "disk"] as const) rows.push(await measureAt(place));
  return {
    first: starts.map(({ first }) => first).sort((a, b) => a - b),
    next: starts.flatMap(({ next }) => next).sort((a, b) => a - b),
    rows,
  };
}

/** As a user's test has it: the built package in a new process. */
function startTimes(): { readonly first: number; readonly next: readonly number[] } {
  const index = new URL("../dist/index.js", import.meta.url).href;
  const program = `
    import { startNode } from ${JSON.stringify(index)};
    const timed = async () => {
      const began = performance.now();
      const node = await startNode();
      const ms = performance.now() - began;
      await node.stop();
      return ms;
    };
    const first = await timed();
    const next = [];
    for (let i = 0; i < 10; i++) next.push(await timed());
    console.log(JSON.stringify({ first, next }));`;
  const out = execFileSync(process.execPath, ["--input-type=module", "-e", program]);
  return JSON.parse(out.toString()) as ReturnType<typeof startTimes>;
}

async function measureAt(place: DevRow["place"]): Promise<DevRow> {
  return { place, ...(await measureSnapshots(place)), ...(await measureYear(place)) };
}

async function measureSnapshots(place: DevRow["place"]) {
  const { node, end } = await start(place, {
    flags: {
      "dynamic-fees-max-gas-capacity": 1_000_000_000,
      "dynamic-fees-max-gas-per-second": 1_000_000_000,
      "dynamic-fees-target-gas-per-second": 500_000_000,
    },
  });
  try {
    const payer = await Payer.open(node);
    const [first, snapshotMs] = await timed(() => snapshot(node));
    const begin = payer.tip;
    await payer.payTimes(blocks);
    const [, revertManyMs] = await timed(() => node.call("dev.revert", { snapshotID: first }));
    payer.tip = begin;
    await payer.payTimes(blocks);
    const [second, snapshotLongMs] = await timed(() => snapshot(node));
    await payer.payTimes(10);
    const [, revertFewMs] = await timed(() => node.call("dev.revert", { snapshotID: second }));
    return { snapshotMs, revertManyMs, snapshotLongMs, revertFewMs };
  } finally {
    await end();
  }
}

async function measureYear(place: DevRow["place"]) {
  const { node, end } = await start(place, { stakers: validators });
  try {
    const [moved, yearMs] = await timed(() =>
      node.call("dev.increaseTime", { seconds: 366 * 86_400 }),
    );
    return { yearMs, yearBlocks: moved.blockCount };
  } finally {
    await end();
  }
}

async function start(place: DevRow["place"], options: Parameters<typeof startNode>[0]) {
  const directory = mkdtempSync(join(tmpdir(), "couloir-bench-"));
  const node = await startNode({
    ...options,
    ...(place === "disk" && { dataDirectory: directory }),
  });
  const end = async () => {
    await node.stop();
    rmSync(directory, { recursive: true });
  };
  return { node, end };
}

async function snapshot(node: StartedNode): Promise<string> {
  const { snapshotID } = await node.call("dev.snapshot");
  return snapshotID;
}

async function timed<T>(work: () => Promise<T>): Promise<[T, number]> {
  const began = performance.now();
  const result = await work();
  return [result, performance.now() - began];
}

type Output = { readonly txID: Id; readonly outputIndex: number; readonly amount: bigint };

const fee = 100_000n;

/** Pays itself, each time with what the last payment left; impersonated, so that no signature is reckoned. */
class Payer {
  readonly #node: StartedNode;
  readonly #assetID: Id;
  readonly #address: Uint8Array;
  tip: Output;

  private constructor(node: StartedNode, address: Uint8Array, assetID: Id, tip: Output) {
    this.#node = node;
    this.#address = address;
    this.#assetID = assetID;
    this.tip = tip;
  }

  static async open(node: StartedNode): Promise<Payer> {
    const [account] = node.info.accounts;
    const address = hash160(publicKey(parsePrivateKey(account!.privateKey)));
    const addresses = [account!.P.address];
    await node.call("dev.impersonate", { addresses });
    const { utxos } = await node.call("platform.getUTXOs", { addresses });
    const { txID, outputIndex, assetID, output } = decodeUtxo(
      decodeBytes(utxos[0] as string, "hex"),
    );
    if (output.kind !== "TransferOutput") throw new Error("The first UTXO is locked.");
    return new Payer(node, address, assetID, { txID, outputIndex, amount: output.amount });
  }

  /** A block for each payment. */
  async payTimes(count: number): Promise<void> {
    for (let i = 0; i < count; i++) {
      const tx = this.#pay();
      await this.#node.call("platform.issueTx", { tx: encodeBytes(tx.bytes, "hex") });
      this.tip = { txID: tx.id, outputIndex: 0, amount: this.tip.amount - fee };
    }
  }

  #pay(): Tx {
    const { txID, outputIndex, amount } = this.tip;
    const owner = { locktime: 0n, threshold: 1, addresses: [this.#address] };
    const assetID = this.#assetID;
    return makeTx(
      {
        kind: "BaseTx",
        baseTx: {
          networkID: this.#node.info.networkID,
          blockchainID: emptyId,
          outputs: [
            { assetID, output: { kind: "TransferOutput", amount: amount - fee, ...owner } },
          ],
          inputs: [
            {
              txID,
              outputIndex,
              assetID,
              input: { kind: "TransferInput", amount, signatureIndices: [0] },
            },
          ],
          memo: new Uint8Array(0),
        },
      },
      [{ kind: "Credential", signatures: [new Uint8Array(65)] }],
    );
  }
}

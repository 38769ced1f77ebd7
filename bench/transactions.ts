import { mkdtempSync, rmSync } from "node:fs";
import { Agent, request as httpRequest } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hash160, sha256 } from "../src/crypto/hash.ts";
import { publicKey, sign } from "../src/crypto/secp256k1.ts";
import { formatAddress } from "../src/formats/address.ts";
import { emptyId, equalBytes } from "../src/formats/bytes.ts";
import { encodeBytes } from "../src/formats/encoding.ts";
import { formatId } from "../src/formats/id.ts";
import local from "../src/networks/genesis/local.json" with { type: "json" };
import { buildGenesis } from "../src/pchain/genesis/build.ts";
import { parseGenesisConfig } from "../src/pchain/genesis/config.ts";
import { encodeUnsignedTx, makeTx, type UnsignedTx } from "../src/pchain/txs/tx.ts";
import { cpuMicrosOf } from "./load.ts";
import { genesisFlags, type Server, startCouloir } from "./servers.ts";

export type TransactionFigures = {
  /** From sending a transaction to an idle node until it reports Committed, in milliseconds. */
  readonly committedP50Ms: number;
  readonly committedP99Ms: number;
  /** Sent by many clients at once, until the last one is Committed. */
  readonly perSecond: number;
  /** CPU time of the node for each. */
  readonly cpuMicros: number;
};

const networkID = 1337;
const hrp = "custom";
const alone = 300;
const utxoAmount = 1_000_000_000n;
const fee = 1_000_000n;
const key = new Uint8Array(32).fill(7);
const address = hash160(publicKey(key));

/** The owner of UTXOs that `signedTxs` spends, and the amount of each. */
export const payer = { address: formatAddress("X", hrp, address), utxoAmount };

/**
 * Measures BaseTxs of one input and one output on a node with SQLite on disk, every signature verified. Etna is put off,
 * as its gas would admit 19 of them a second.
 */
export async function measureTransactions(count = 10_000): Promise<TransactionFigures> {
  const startTime = Math.floor(Date.now() / 1000) - 3600;
  const genesis = genesisWith(alone + count, startTime);
  const directory = mkdtempSync(join(tmpdir(), "couloir-bench-"));
  const upgrades = Buffer.from('{"etnaTime":"2200-01-01T00:00:00Z"}').toString("base64");
  const flags = [...genesisFlags(directory, genesis), `--upgrade-file-content=${upgrades}`];
  const node = await startCouloir({ directory, flags });
  const client = new Client(node.port);
  try {
    const txs = signedTxs(genesis);
    const latencies = await latenciesOf(client, txs.slice(0, alone));
    const cpuBefore = cpuMicrosOf(node.pid);
    const seconds = await secondsFor(client, txs.slice(alone));
    const cpuMicros = (cpuMicrosOf(node.pid) - cpuBefore) / count;
    return {
      committedP50Ms: quantile(latencies, 0.5),
      committedP99Ms: quantile(latencies, 0.99),
      perSecond: count / seconds,
      cpuMicros,
    };
  } finally {
    client.close();
    await end(node);
  }
}

export type SignedTx = { readonly txID: string; readonly hex: string };

/** One after another, each asked for until it is Committed. */
async function latenciesOf(client: Client, txs: readonly SignedTx[]): Promise<number[]> {
  const latencies: number[] = [];
  for (const tx of txs) {
    const began = performance.now();
    await client.issue(tx);
    await client.committed(tx);
    latencies.push(performance.now() - began);
  }
  return latencies.sort((a, b) => a - b);
}

async function secondsFor(client: Client, txs: readonly SignedTx[]): Promise<number> {
  const began = performance.now();
  const waiting = [...txs];
  const clients = Array.from({ length: 16 }, async () => {
    for (let tx = waiting.pop(); tx !== undefined; tx = waiting.pop()) await client.issue(tx);
  });
  await Promise.all(clients);
  // The first of the list is sent last.
  await client.committed(txs[0]!);
  const seconds = (performance.now() - began) / 1000;
  for (const tx of txs) await client.committed(tx);
  return seconds;
}

/** Calls a P-chain over connections that are kept. */
class Client {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 16 });
  readonly #port: number;

  constructor(port: number) {
    this.#port = port;
  }

  async issue({ hex }: SignedTx): Promise<void> {
    const answer = await this.#ask("platform.issueTx", { tx: hex, encoding: "hex" });
    if (!answer.includes('"result"')) throw new Error(answer);
  }

  async committed({ txID }: SignedTx): Promise<void> {
    for (;;) {
      const answer = await this.#ask("platform.getTxStatus", { txID });
      if (answer.includes('"Committed"')) return;
      if (!answer.includes('"Processing"')) throw new Error(answer);
    }
  }

  close(): void {
    this.#agent.destroy();
  }

  #ask(method: string, params: unknown): Promise<string> {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
    return new Promise((resolve, reject) => {
      const call = httpRequest(
        {
          host: "127.0.0.1",
          port: this.#port,
          path: "/ext/bc/P",
          method: "POST",
          agent: this.#agent,
          headers: {
            "content-type": "application/json",
            "content-length": Buffer.byteLength(body),
          },
        },
        (answer) => {
          let text = "";
          answer.setEncoding("utf8");
          answer.on("data", (chunk) => {
            text += chunk;
          });
          answer.on("end", () => resolve(text));
        },
      );
      call.on("error", reject);
      call.end(body);
    });
  }
}

/** A transaction for each UTXO of the payer in a genesis, which pays all of it but the fee back. */
export function signedTxs(genesisJson: string): SignedTx[] {
  const { genesis, avaxAssetID: assetID } = buildGenesis(
    parseGenesisConfig(Buffer.from(genesisJson)),
  );
  const owner = { locktime: 0n, threshold: 1, addresses: [address] };
  const own = genesis.utxos.filter(
    ({ utxo: { output } }) =>
      output.kind === "TransferOutput" && equalBytes(output.addresses[0]!, address),
  );
  return own.map(({ utxo: { txID, outputIndex } }) => {
    const unsigned: UnsignedTx = {
      kind: "BaseTx",
      baseTx: {
        networkID,
        blockchainID: emptyId,
        outputs: [
          { assetID, output: { kind: "TransferOutput", amount: utxoAmount - fee, ...owner } },
        ],
        inputs: [
          {
            txID,
            outputIndex,
            assetID,
            input: { kind: "TransferInput", amount: utxoAmount, signatureIndices: [0] },
          },
        ],
        memo: new Uint8Array(0),
      },
    };
    const signature = sign(sha256(encodeUnsignedTx(unsigned)), key);
    const tx = makeTx(unsigned, [{ kind: "Credential", signatures: [signature] }]);
    return { txID: formatId(tx.id), hex: encodeBytes(tx.bytes, "hex") };
  });
}

function genesisWith(utxoCount: number, startTime: number): string {
  const [first] = local.initialStakers;
  const allocation = (avaxAddr: string, amounts: readonly bigint[]) => ({
    ethAddr: `0x${"00".repeat(20)}`,
    avaxAddr,
    initialAmount: 0,
    unlockSchedule: amounts.map((amount) => ({ amount: Number(amount) })),
  });
  const staked = formatAddress("X", hrp, new Uint8Array(20).fill(1));
  const owner = formatAddress("X", hrp, address);
  return JSON.stringify({
    networkID,
    allocations: [
      allocation(staked, [2_000_000_000_000n]),
      allocation(owner, Array<bigint>(utxoCount).fill(utxoAmount)),
      { ...allocation(owner, []), initialAmount: 1_000_000_000 },
    ],
    startTime,
    initialStakeDuration: 31_536_000,
    initialStakeDurationOffset: 0,
    initialStakedFunds: [staked],
    initialStakers: [{ ...first, rewardAddress: owner }],
    cChainGenesis: local.cChainGenesis,
    message: "",
  });
}

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.floor(sorted.length * share)] ?? 0;
}

async function end(server: Server): Promise<void> {
  await server.stop();
  rmSync(server.directory, { recursive: true, force: true });
}

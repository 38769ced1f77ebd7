import { rmSync } from "node:fs";
import { formatAddress } from "../src/formats/address.ts";
import { newDirectory, runStore } from "./ledger.ts";
import { addressOf } from "./ledger-chain.ts";
import { type Load, measureLoad } from "./load.ts";
import { type Server, startCouloir } from "./servers.ts";

const chain = "/v1/networks/local/blockchains/p-chain";
const load = { durationMs: 3_000, connections: 4 };
const txsPerBlock = 100;
/** Of a chain whose blocks have one transaction, as most blocks of the P-chain. */
const smallBlocks = 2_000;
/** How many addresses are asked for in turn. */
const asked = 1_000;
/** Of 25 transactions: too many for the node to keep them, so that in turn each is made again. */
const pagesWalked = 400;

/** Requests to the Data API and Mesh of a node with a chain of transfers, by what they ask for. */
export async function measureDataApi(txs: number): Promise<Readonly<Record<string, Load>>> {
  const long = await withChain(txs, txsPerBlock, async (node) => {
    const { hashes, tokens } = await walk(node.port);
    return {
      ...(await measured(node, targetsOf(hashes, tokens), get)),
      ...(await measured(node, meshTargets(hashes, txs / txsPerBlock), (target) =>
        post(...target),
      )),
    };
  });
  const small = { "Mesh, a block of one transaction": blockTarget(smallBlocks) };
  const short = await withChain(smallBlocks, 1, (node) =>
    measured(node, small, (target) => post(...target)),
  );
  return { ...long, ...short };
}

async function withChain<T>(
  txs: number,
  txsPerBlock: number,
  work: (node: Server) => Promise<T>,
): Promise<T> {
  const directory = newDirectory();
  await runStore(directory, "on", txs, txsPerBlock);
  const flags = ["--hardfork=durango", "--index-allow-incomplete=true"];
  const node = await startCouloir({ directory, flags });
  try {
    return await work(node);
  } finally {
    await node.stop();
    rmSync(directory, { recursive: true });
  }
}

async function measured<Target>(
  node: Server,
  targets: Readonly<Record<string, (number: number) => Target>>,
  request: (target: Target) => string,
): Promise<Readonly<Record<string, Load>>> {
  const figures: Record<string, Load> = {};
  for (const [label, target] of Object.entries(targets)) {
    let number = 0;
    figures[label] = await measureLoad(node, () => request(target(number++)), load);
  }
  return figures;
}

/** After every possible time of a block. */
const farTime = 4_000_000_000;

function targetsOf(hashes: readonly string[], tokens: readonly string[]) {
  const addressAt = (number: number) =>
    formatAddress("P", "local", addressOf(1 + (number % asked)));
  const pages = `${chain}/transactions?pageSize=25`;
  const busiest = formatAddress("P", "local", addressOf(0));
  // A bound that excludes nothing makes a request that was not answered before.
  const fresh = (number: number) => `endTimestamp=${farTime + number}`;
  const least = (number: number) => `minUtxoAmount=${1 + number}`;
  return {
    "25 transactions": (number: number) => `${pages}&pageToken=${tokens[number % 40]}`,
    "25 transactions, not asked before": (number: number) =>
      `${pages}&pageToken=${tokens[number % tokens.length]}`,
    "25 transactions that other answers had": (number: number) => `${pages}&${fresh(number)}`,
    "25 transactions of the busiest address, not asked before": (number: number) =>
      `${pages}&addresses=${busiest}&${fresh(number)}`,
    "a transaction, not asked before": (number: number) =>
      `${chain}/transactions/${hashes[number % hashes.length]}`,
    "25 blocks": () => `${chain}/blocks?pageSize=25`,
    "25 blocks that other answers had": (number: number) =>
      `${chain}/blocks?pageSize=25&${fresh(number)}`,
    "a balance": () => `${chain}/balances?addresses=${addressAt(0)}`,
    "a balance, of 1,000 addresses in turn": (number: number) =>
      `${chain}/balances?addresses=${addressAt(number)}`,
    "the UTXOs of an address": () => `${chain}/utxos?addresses=${addressAt(0)}`,
    "the UTXOs of an address, not asked before": (number: number) =>
      `${chain}/utxos?addresses=${addressAt(0)}&${least(number)}`,
    validators: () => "/v1/networks/local/validators?validationStatus=active",
    "validators, not asked before": (number: number) =>
      `/v1/networks/local/validators?validationStatus=active&minTimeRemaining=${number}`,
  };
}

type MeshTarget = (number: number) => readonly [path: string, body: object];

function meshTargets(
  hashes: readonly string[],
  blocks: number,
): Readonly<Record<string, MeshTarget>> {
  const account_identifier = (number: number) => ({
    address: formatAddress("P", "local", addressOf(1 + (number % asked))),
  });
  return {
    "Mesh, a block of 100 transactions": blockTarget(blocks),
    "Mesh, a balance at a block": (n) => [
      "/account/balance",
      { account_identifier: account_identifier(n), block_identifier: blockAt(n, blocks) },
    ],
    "Mesh, the coins of an account": (n) => [
      "/account/coins",
      { account_identifier: account_identifier(n), include_mempool: false },
    ],
    "Mesh, a transaction by its hash": (n) => [
      "/search/transactions",
      { transaction_identifier: { hash: hashes[n % hashes.length] } },
    ],
  };
}

/** A block in turn. */
function blockTarget(blocks: number): MeshTarget {
  return (number) => ["/block", { block_identifier: blockAt(number, blocks) }];
}

function blockAt(number: number, blocks: number) {
  return { index: 1 + (number % blocks) };
}

/** The tokens of some pages, and their transactions. */
async function walk(port: number) {
  const hashes: string[] = [];
  const tokens: string[] = [];
  let token: string | undefined = "";
  while (token !== undefined && tokens.length < pagesWalked) {
    const page = token === "" ? "" : `&pageToken=${token}`;
    const response: Response = await fetch(
      `http://127.0.0.1:${port}${chain}/transactions?pageSize=25${page}`,
    );
    const { transactions, nextPageToken } = (await response.json()) as {
      readonly transactions: readonly { readonly txHash: string }[];
      readonly nextPageToken?: string;
    };
    hashes.push(...transactions.map(({ txHash }) => txHash));
    if (nextPageToken !== undefined) tokens.push(nextPageToken);
    token = nextPageToken;
  }
  return { hashes, tokens };
}

function get(target: string): string {
  return `GET ${target} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n`;
}

function post(path: string, members: object): string {
  const network_identifier = { blockchain: "avalanche", network: "local" };
  const body = JSON.stringify({ network_identifier, ...members });
  const length = Buffer.byteLength(body);
  return `POST /mesh${path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: ${length}\r\n\r\n${body}`;
}

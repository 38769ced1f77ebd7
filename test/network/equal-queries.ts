import { formatAddress } from "../../src/formats/address.ts";
import type { ShortId } from "../../src/formats/bytes.ts";
import { ask } from "../e2e/rpc.ts";
import type { Traces } from "./every-tx-type.ts";

type Query = readonly [path: string, method: string, params: Readonly<Record<string, unknown>>];

/** Fields that each node observes itself. */
const observed = /"(uptime|connected|timestamp)":("[^"]*"|true|false)/g;

const primary = "11111111111111111111111111111111LpoYY";

/**
 * Sends the same queries to two nodes at the same height and compares the results as text. Returns how many were equal;
 * throws with the differences. Status, content type and body must be equal, but for values that each
 * node observes itself, the order of UTXOs, and `additions`.
 */
export async function compareQueries(
  url: string,
  otherUrl: string,
  { height, addresses, traces }: { height: bigint; addresses: readonly string[]; traces: Traces },
): Promise<number> {
  const { blockchains } = await ask<{ blockchains: { id: string }[] }>(
    otherUrl,
    "/ext/bc/P",
    "platform.getBlockchains",
  );
  const chainIDs = blockchains.map(({ id }) => id);
  const queries = [
    ...chainQueries(traces, chainIDs),
    ...(await l1Queries(otherUrl, traces)),
    ...addressQueries(addresses),
    ...(await blockQueries(otherUrl, height)),
    ...setQueries(height, [primary, ...traces.subnetIDs]),
    ...infoQueries,
    ...foreignChainQueries,
  ];
  return compareOutcomes(url, otherUrl, queries);
}

/** What other chains exported to each chain, for an address: by alias, by ID, page by page. */
export function sharedMemoryQueries(
  { ids, hrp }: { readonly ids: Readonly<Record<string, string>>; readonly hrp: string },
  address: ShortId,
): readonly Query[] {
  const apis = {
    P: ["/ext/bc/P", "platform.getUTXOs"],
    X: ["/ext/bc/X", "avm.getUTXOs"],
    C: ["/ext/bc/C/avax", "avax.getUTXOs"],
  } as const;
  return Object.entries(apis).flatMap(([to, [path, method]]) => {
    const others = Object.entries(ids).filter(([alias]) => alias !== to);
    const addresses = [formatAddress(to, hrp, address)];
    return others.flatMap(([alias, id]): Query[] => [
      [path, method, { addresses, sourceChain: alias }],
      [path, method, { addresses, sourceChain: id, encoding: "hex", limit: 1024 }],
      [path, method, { addresses, sourceChain: alias, encoding: "hexnc" }],
      [path, method, { addresses: [formatAddress(to, hrp, stranger)], sourceChain: alias }],
    ]);
  });
}

/** Owns nothing. */
const stranger = new Uint8Array(20).fill(0x51);

/** Sends the same queries to two nodes. Throws with the differences. */
export async function compareOutcomes(
  url: string,
  otherUrl: string,
  queries: readonly Query[],
): Promise<number> {
  const differences: string[] = [];
  for (const query of queries) {
    const outcomes = await Promise.all([url, otherUrl].map((node) => outcome(node, query)));
    const [ours, theirs] = outcomes as [string, string];
    if (ours !== theirs) {
      differences.push(
        `${query[1]} ${JSON.stringify(query[2])}\n  ours   ${ours}\n  theirs ${theirs}`,
      );
    }
  }
  if (differences.length === 0) return queries.length;
  const shown = differences.slice(0, 12).map((each) => each.slice(0, 1_200));
  throw new Error(
    `${differences.length} of ${queries.length} queries differ:\n${shown.join("\n")}`,
  );
}

function chainQueries(
  { subnetIDs, validationID, stakerTxIDs }: Traces,
  chainIDs: readonly string[],
): readonly Query[] {
  const [, l1] = subnetIDs;
  const plain = [
    "getHeight",
    "getTimestamp",
    "getFeeConfig",
    "getFeeState",
    "getValidatorFeeConfig",
    "getValidatorFeeState",
    "getMinStake",
    "getSubnets",
    "getBlockchains",
    "getCurrentSupply",
    "getStakingAssetID",
    "getTotalStake",
    "getCurrentValidators",
  ].map((name) => platform(name));
  return [
    ...plain,
    ...subnetIDs.flatMap((subnetID) => [
      platform("getSubnet", { subnetID }),
      platform("getCurrentSupply", { subnetID }),
      platform("getCurrentValidators", { subnetID }),
      platform("validates", { subnetID }),
    ]),
    platform("getTotalStake", { subnetID: primary }),
    platform("getTotalStake", { subnetID: l1 }),
    platform("getL1Validator", { validationID }),
    ...stakerTxIDs.map((txID) => platform("getRewardUTXOs", { txID, encoding: "hex" })),
    platform("getTxStatus", { txID: l1 }),
    platform("getTxStatus", { txID: primary }),
    platform("getTx", { txID: primary }),
    ...["P", "X", "C", "unknown", ...chainIDs].map((blockchainID) =>
      platform("getBlockchainStatus", { blockchainID }),
    ),
    platform("getHeight", { extra: 1 }),
    platform("getNothing"),
  ];
}

/** Each L1 validator by its own method. */
async function l1Queries(url: string, { subnetIDs }: Traces): Promise<readonly Query[]> {
  const { validators } = await ask<{ validators: { validationID?: string }[] }>(
    url,
    "/ext/bc/P",
    "platform.getCurrentValidators",
    { subnetID: subnetIDs[1] },
  );
  return validators.map(({ validationID }) => platform("getL1Validator", { validationID }));
}

/**
 * What the profile `avalanchego`, which has the forms of the newest release, adds to what the releases answer that the checks
 * run, with the reason. Nothing else may differ.
 */
const additions: Readonly<
  Partial<Record<string, { readonly reason: string; readonly text: RegExp }>>
> = {
  "platform.getCurrentValidators": {
    reason: "restaked rewards are in the releases after v1.15.0",
    text: /"restaked(Validation|Delegatee)Rewards":"\d+",?/g,
  },
};

function addressQueries(addresses: readonly string[]): readonly Query[] {
  return addresses.flatMap((address) => [
    platform("getBalance", { addresses: [address] }),
    platform("getStake", { addresses: [address] }),
    platform("getUTXOs", { addresses: [address] }),
    platform("getUTXOs", { addresses: [address], sourceChain: "X" }),
  ]);
}

/** Every block and every transaction in it. */
async function blockQueries(url: string, height: bigint): Promise<readonly Query[]> {
  const queries: Query[] = [];
  for (let at = 0n; at <= height; at++) {
    for (const encoding of ["hex", "json"]) {
      queries.push(platform("getBlockByHeight", { height: at.toString(), encoding }));
    }
    const { block } = await ask<{ block: { id: string; txs?: { id: string }[] | null } }>(
      url,
      "/ext/bc/P",
      "platform.getBlockByHeight",
      { height: at.toString(), encoding: "json" },
    );
    queries.push(platform("getBlock", { blockID: block.id, encoding: "hex" }));
    for (const { id } of block.txs ?? []) {
      queries.push(platform("getTx", { txID: id, encoding: "hex" }));
      queries.push(platform("getTx", { txID: id, encoding: "json" }));
      queries.push(platform("getTxStatus", { txID: id }));
    }
  }
  return queries;
}

function setQueries(height: bigint, subnetIDs: readonly string[]): readonly Query[] {
  const heights = Array.from({ length: Number(height) + 2 }, (_, at) => at);
  return heights.flatMap((at) => [
    ...subnetIDs.map((subnetID) => platform("getValidatorsAt", { subnetID, height: at })),
    platform("getAllValidatorsAt", { height: at }),
  ]);
}

const infoQueries: readonly Query[] = [
  ...["getNetworkID", "getNetworkName", "getTxFee", "upgrades"].map(
    (name): Query => ["/ext/info", `info.${name}`, {}],
  ),
  ...["P", "X", "C"].flatMap((chain): Query[] => [
    ["/ext/info", "info.isBootstrapped", { chain }],
    ["/ext/info", "info.getBlockchainID", { alias: chain }],
  ]),
  [
    "/ext/index/P/block",
    "index.getContainerRange",
    { startIndex: 0, numToFetch: 1024, encoding: "hex" },
  ],
  ["/ext/index/P/block", "index.getLastAccepted", { encoding: "hex" }],
];

const foreignPath = /^\/ext\/bc\/(X|avm|C)/;

/** Partial sync runs neither chain. */
const foreignChainQueries: readonly Query[] = [
  ["/ext/bc/X", "avm.getAssetDescription", { assetID: "AVAX" }],
  ["/ext/bc/X", "avm.getTxFee", {}],
  ["/ext/bc/avm", "avm.getHeight", {}],
  ["/ext/bc/C/rpc", "eth_chainId", {}],
  ["/ext/bc/C/avax", "avax.getAtomicTxStatus", {}],
];

function platform(name: string, params: Readonly<Record<string, unknown>> = {}): Query {
  return ["/ext/bc/P", `platform.${name}`, params];
}

/** Status and body, without what each node observes itself, and with UTXOs in order: AvalancheGo's have none. */
async function outcome(url: string, [path, method, params]: Query): Promise<string> {
  const response = await fetch(url + path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });
  const whole = (await response.text()).trim();
  // Ours says in a second line that the chain does not run here.
  const text = foreignPath.test(path) ? whole.split("\n")[0]! : whole;
  const isIndex = path.startsWith("/ext/index/");
  let masked = text.replace(observed, (found, field) =>
    field === "timestamp" && !isIndex ? found : `"${field}":"masked"`,
  );
  const added = additions[method]?.text;
  if (added !== undefined) masked = masked.replace(added, "");
  const body = unordered.has(method) ? sortLists(masked) : masked;
  return `${response.status} ${response.headers.get("content-type")} ${body}`;
}

/** AvalancheGo writes the UTXOs of a block in the order of a Go map, and lists them as they were written. */
const unordered: ReadonlySet<string> = new Set([
  "platform.getBalance",
  "platform.getUTXOs",
  "avm.getUTXOs",
  "avax.getUTXOs",
]);

function sortLists(text: string): string {
  const body = JSON.parse(text) as { result?: Record<string, unknown> };
  for (const name of ["utxos", "utxoIDs"]) {
    const list = body.result?.[name];
    if (Array.isArray(list)) list.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  }
  // The last UTXO of the list.
  delete body.result?.["endIndex"];
  return JSON.stringify(body);
}

import { readdirSync, readFileSync } from "node:fs";
import { payerAddress } from "../support/transfers.ts";
import { heightOf, makeLargeTxs, manyAddresses } from "./large-txs.ts";
import { txOfManyProofs } from "./many-proofs.ts";
import type { NodeProcess } from "./node-process.ts";

/** Params of a call, and what they are in a few words. */
export type Candidate = { readonly what: string; readonly params: object };

type Requests = Readonly<Record<string, readonly Candidate[]>>;

const stringBytes = 5_000_000;
const listLength = 16_000;
const nodeID = "NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg";
const user = { username: "user", password: "k9@XzT4!wq#Lm2pR" };
const documents = readDocuments();

type Reference = { readonly $ref: string };
type Param = { readonly name: string };
type Document = {
  readonly methods?: readonly {
    readonly name: string;
    readonly params: readonly (Param | Reference)[];
  }[];
  readonly components?: { readonly contentDescriptors?: Readonly<Record<string, Param>> };
};

function readDocuments(): ReadonlyMap<string, Document> {
  const folder = new URL("../../openrpc/", import.meta.url);
  const files = readdirSync(folder).filter((name) => name.endsWith(".json"));
  return new Map(
    files.map((file) => [
      file,
      JSON.parse(readFileSync(new URL(file, folder), "utf8")) as Document,
    ]),
  );
}

/** The names of a method's params in its document. */
export function paramNames(method: string): readonly string[] {
  for (const [file, { methods = [] }] of documents) {
    const found = methods.find(({ name }) => name === method);
    if (found !== undefined) return found.params.map((param) => nameOf(param, file));
  }
  return [];
}

function nameOf(param: Param | Reference, file: string): string {
  if ("name" in param) return param.name;
  const [place, pointer] = param.$ref.split("#/components/contentDescriptors/");
  const document = documents.get(place === "" ? file : place!.replace("./", ""))!;
  return document.components!.contentDescriptors![pointer!]!.name;
}

/** What to try: no params, each param as large as it can be, and the requests known to be expensive. */
export function candidatesOf(
  names: readonly string[],
  known: readonly Candidate[] = [],
): Candidate[] {
  return [
    { what: "no params", params: {} },
    ...names.flatMap((name) => [
      { what: `\`${name}\`: a string of 5 MB`, params: { [name]: "1".repeat(stringBytes) } },
      {
        what: `\`${name}\`: a list of 16,000`,
        params: { [name]: Array<string>(listLength).fill(nodeID) },
      },
    ]),
    ...known,
  ];
}

/** The requests for which a method has most to do. Creates what they ask for. */
export async function knownRequests(node: NodeProcess): Promise<Requests> {
  await node.call("/ext/keystore", "keystore.createUser", user);
  const [txID] = await makeLargeTxs(node);
  for (const address of manyAddresses.slice(0, 200)) {
    await node.call("/ext/dev", "dev.fund", { address, amount: 1 });
  }
  const height = await heightOf(node);
  const { result } = await node.call("/ext/bc/P", "platform.getBlockByHeight", {
    height,
    encoding: "json",
  });
  const blockID = (result as { block: { id: string } }).block.id;
  const containers = await node.call("/ext/index/P/block", "index.getLastAccepted", {});
  const { id } = containers.result as { id: string };
  const owners = [...manyAddresses.slice(1), payerAddress];
  const json = { encoding: "json" };
  const zeros = `0x${"00".repeat(stringBytes / 2)}`;
  const large = (params: object): Candidate => ({ what: "a block of 64 KB as JSON", params });
  const ofUser = (params: object = {}): Candidate => ({
    what: "a user, the first time",
    params: { ...user, ...params },
  });
  return {
    "health.health": [{ what: "16,000 tags", params: { tags: Array(listLength).fill("tag") } }],
    "index.getContainerByID": [{ what: "a container of 64 KB", params: { id } }],
    "index.getContainerByIndex": [{ what: "a container of 64 KB", params: { index: height - 1 } }],
    "index.getContainerRange": [
      { what: "1,024 containers", params: { startIndex: 0, numToFetch: 1_024 } },
    ],
    "keystore.createUser": [
      {
        what: "a password that is hard to score",
        params: { username: "other", password: "4@8({[<3691!|0$5+7%2".repeat(50) },
      },
    ],
    "keystore.exportUser": [
      ofUser(),
      { what: "a wrong password", params: { ...user, password: "x" } },
    ],
    "keystore.importUser": [
      { what: "5 MB of zeros", params: { username: "a", password: "b", user: zeros } },
    ],
    "platform.createAddress": [ofUser()],
    "platform.exportKey": [ofUser({ address: payerAddress })],
    "platform.listAddresses": [ofUser()],
    "platform.getAllValidatorsAt": [{ what: "the genesis", params: { height: 0 } }],
    "platform.getBalance": [{ what: "1,024 addresses", params: { addresses: owners } }],
    "platform.getBlock": [large({ blockID, ...json })],
    "platform.getBlockByHeight": [large({ height, ...json })],
    "platform.getCurrentValidators": [
      { what: "16,000 node IDs", params: { nodeIDs: Array(listLength).fill(nodeID) } },
      {
        what: "all, sorted and filtered",
        params: { filter: { minWeight: 1 }, sort: { by: "uptime", descending: true } },
      },
    ],
    "platform.getRewardUTXOs": [{ what: "a transaction", params: { txID, ...json } }],
    "platform.getStake": [
      { what: "256 addresses", params: { addresses: owners.slice(-256), ...json } },
    ],
    "platform.getSubnets": [
      { what: "16,000 IDs", params: { ids: Array(listLength).fill(blockID) } },
    ],
    "platform.getTx": [large({ txID, ...json })],
    "platform.getTxStatus": [{ what: "a transaction", params: { txID } }],
    "platform.getUTXOs": [
      { what: "1,024 addresses, as JSON", params: { addresses: owners, limit: 1_024, ...json } },
    ],
    "platform.getValidatorsAt": [{ what: "the genesis", params: { height: 0 } }],
    "platform.issueTx": [
      { what: "5 MB of zeros", params: { tx: zeros } },
      { what: "110 proofs of possession", params: { tx: txOfManyProofs(110) } },
    ],
    "platform.sampleValidators": [{ what: "65,535", params: { size: 65_535 } }],
    "dev.acceptBlock": [{ what: "5 MB of zeros", params: { block: zeros } }],
    "dev.nodeInfo": [{ what: "with the digest", params: { digest: true } }],
    "dev.spareValidators": [{ what: "100 of them", params: { count: 100 } }],
  };
}

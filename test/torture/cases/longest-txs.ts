import { encodeBytes } from "../../../src/formats/encoding.ts";
import {
  divide,
  payer,
  payerAddress,
  payerUtxo,
  signedByPayer,
  spendable,
} from "../../support/transfers.ts";
import { gasFlags, heightOf, issueCommitted, makeLargeTxs } from "../large-txs.ts";
import type { NodeProcess } from "../node-process.ts";
import { call, openConnection, post } from "../raw-client.ts";
import type { Stage } from "../stage.ts";
import type { Measure, TortureCase } from "../torture-case.ts";
import { type Attacks, ask, batch, waitsBeside } from "../waits-beside.ts";

const localID = 12345;
const connections = 40;
const heldMs = 5_000;

/** What the gas capacity of mainnet leaves for the genesis data of one transaction. */
const genesisBytes = 950_000;

/** 80 bytes each: together almost 2 MiB, and 28 times the gas capacity of mainnet. */
const outputs = 26_000;

/** Where the fees allow so much, JSON of 6 MB holds up the others longer than anything on mainnet. */
const custom = { waitMs: 1_000, memoryMiB: 500 };
const usual = { waitMs: 250, memoryMiB: 400 };

/** So that a second transaction in the same second costs no more. */
const constantPrice = "--dynamic-fees-excess-conversion-constant=1000000000000";

export const torture: TortureCase = {
  attack:
    "transactions of 950 kB on mainnet's fees, of 2 MiB on others: accepted, read, and broken ones",
  run: async (stage) => [
    ...(await attack(stage, "950 kB", ["--gas-limit=network"], makeLargeChain, usual)),
    ...(await attack(
      stage,
      "2 MiB",
      [...gasFlags, constantPrice],
      async (node) => (await makeLargeTxs(node, outputs))[0]!,
      custom,
    )),
  ],
};

type Bounds = { readonly waitMs: number; readonly memoryMiB: number };

async function attack(
  stage: Stage,
  size: string,
  flags: readonly string[],
  make: (node: NodeProcess) => Promise<string>,
  { waitMs, memoryMiB }: Bounds,
): Promise<readonly Measure[]> {
  const node = await stage.startNode("--index-enabled", ...flags);
  const memory = (what: string): Measure => ({
    what: `most memory ${what} of ${size}`,
    measured: node.peakMiB(),
    bound: memoryMiB,
    unit: "MiB",
  });
  const txID = await make(node);
  const accepted = memory("when transactions are accepted");
  const waits = await waitsBeside(stage, node, attacksOf(size, txID, await heightOf(node)), waitMs);
  const read = memory("when transactions are read");
  const bystander = await stage.startBystander(node);
  const broken = Buffer.from(ask("platform.issueTx", { tx: unspendable }));
  const sockets = await Promise.all(
    Array.from({ length: connections }, () => openConnection(node)),
  );
  for (const socket of sockets) socket.write(broken);
  await new Promise((resolve) => setTimeout(resolve, heldMs));
  const { longestMs } = await bystander.stop();
  for (const socket of sockets) socket.destroy();
  const what = `longest wait beside ${connections} that issue 2 MiB`;
  return [
    accepted,
    ...waits,
    read,
    { what, measured: longestMs, bound: waitMs, unit: "ms" },
    memory(`beside ${connections} that issue 2 MiB, after transactions`),
  ];
}

/** Spends a UTXO that does not exist: everything that comes before is done. */
const unspendable = encodeBytes(
  divide(localID, payerUtxo(1, new Uint8Array(32), 10n ** 13n), outputs, 0n).bytes,
  "hex",
);

function attacksOf(size: string, txID: string, height: number): Attacks {
  return {
    [`20 pipelined issueTx of 2 MiB, ${size} accepted`]: () =>
      ask("platform.issueTx", { tx: unspendable }).repeat(20),
    [`50 pipelined getTx of ${size}`]: () => ask("platform.getTx", { txID }).repeat(50),
    [`50 pipelined getTx of ${size}, as JSON`]: () =>
      ask("platform.getTx", { txID, encoding: "json" }).repeat(50),
    [`a batch of 1,000 getTx of ${size}, as JSON`]: () =>
      batch(1_000, call("platform.getTx", { txID, encoding: "json" })),
    [`50 pipelined getBlockByHeight of ${size}, as JSON`]: () =>
      ask("platform.getBlockByHeight", { height, encoding: "json" }).repeat(50),
    [`50 pipelined getContainerRange of ${size}`]: () =>
      post(
        "/ext/index/P/block",
        call("index.getContainerRange", { startIndex: 0, numToFetch: 1_024, encoding: "hex" }),
      ).repeat(50),
  };
}

/** Creates a chain with as much genesis data as the gas allows. */
async function makeLargeChain(node: NodeProcess): Promise<string> {
  const owner = { kind: "OutputOwners", locktime: 0n, threshold: 1, addresses: [payer] } as const;
  const subnet = signedByPayer({
    kind: "CreateSubnetTx",
    baseTx: await spent(node),
    owner,
  });
  await issueCommitted(node, subnet);
  const chain = signedByPayer(
    {
      kind: "CreateChainTx",
      baseTx: await spent(node),
      subnetID: subnet.id,
      chainName: "large",
      vmID: new Uint8Array(32).fill(4),
      fxIDs: [],
      genesisData: new Uint8Array(genesisBytes),
      subnetAuthorization: { kind: "Input", signatureIndices: [0] },
    },
    2,
  );
  return issueCommitted(node, chain);
}

/** Gives one of the payer's UTXOs back, less more than any fee. */
async function spent(node: NodeProcess) {
  const params = { addresses: [payerAddress] };
  const { result } = await node.call("/ext/bc/P", "platform.getUTXOs", params);
  const [utxo] = spendable((result as { utxos: string[] }).utxos, 10_000_000_000_000n);
  const { unsigned } = divide(localID, utxo!, 1, 100_000_000n);
  if (unsigned.kind !== "BaseTx") throw new Error(unsigned.kind);
  return unsigned.baseTx;
}

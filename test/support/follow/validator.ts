import { readFileSync } from "node:fs";
import { generateBlsSecretKey } from "../../../src/crypto/bls.ts";
import { serveChain } from "../../../src/follow/chain-server.ts";
import { OwnContainers } from "../../../src/follow/own-containers.ts";
import { emptyId, type NodeId } from "../../../src/formats/bytes.ts";
import { formatJson, type JsonValue, parseJson } from "../../../src/formats/json.ts";
import { formatNodeId } from "../../../src/formats/node-id.ts";
import { createStakingCertificate } from "../../../src/node/identity/staking-certificate.ts";
import { ownIdentity } from "../../../src/p2p/identity/own-identity.ts";
import type { HandshakeTerms } from "../../../src/p2p/peer/handshake.ts";
import { decodeUtxo } from "../../../src/pchain/components/utxo.ts";
import { parseGenesisConfig } from "../../../src/pchain/genesis/config.ts";
import type { Tx } from "../../../src/pchain/txs/tx.ts";
import { localTerms, startNetwork } from "../p2p/nodes.ts";
import { divide, payer } from "../transfers.ts";
import { openIndexedChain } from "./follower.ts";

const startTime = 1_767_672_000;
const bundledLocal = new URL("../../../src/networks/genesis/local.json", import.meta.url);

export type ValidatorOptions = {
  /** Blocks that it has made already. */
  readonly blocks: number;
  /** Validators that do not run. */
  readonly others?: readonly NodeId[];
  readonly terms?: HandshakeTerms;
  readonly nowSeconds?: () => bigint;
};

/** The only validator of a network that runs, in this process: its own blocks, served by our server. */
export async function startValidator({ blocks, others = [], ...options }: ValidatorOptions) {
  const identity = {
    ...createStakingCertificate(new Date()),
    blsSecretKey: generateBlsSecretKey(),
  };
  const own = ownIdentity(identity.certificatePem, identity.keyPem, identity.blsSecretKey);
  const { terms = localTerms } = options;
  const genesisText = genesisOf(terms.networkID, [own.certificate.nodeID, ...others]);
  const genesis = parseGenesisConfig(Buffer.from(genesisText));
  const opened = openIndexedChain(genesis, { isFollower: false, ...options });
  const { store, chain, indexer } = opened;
  const gossiped: Uint8Array[] = [];
  const network = await startNetwork({ identity: own, terms });
  const handler = serveChain({
    containers: new OwnContainers(store, indexer),
    isBootstrapped: () => true,
    nowMillis: Date.now,
    sleep: (delayMs) => new Promise((resolve) => setTimeout(resolve, delayMs)),
  });
  network.handle(emptyId, { ...handler, appGossip: (bytes) => gossiped.push(bytes) });
  const pay = () => payment(opened);
  const produce = () => {
    const refusal = chain.issue(pay());
    if (refusal !== undefined) throw new Error(refusal);
    chain.produceBlock();
  };
  for (let count = 0; count < blocks; count++) produce();
  const base = { ...opened, genesis, genesisText, network, identity: own };
  return { ...base, produce, pay, gossiped };
}

/** That of the local network with other validators, which have no BLS keys. */
function genesisOf(networkID: number, validators: readonly NodeId[]): string {
  const base = parseJson(readFileSync(bundledLocal, "utf8")) as {
    readonly initialStakers: readonly [Readonly<Record<string, JsonValue>>];
  };
  const { signer: _, ...staker } = base.initialStakers[0];
  return formatJson({
    ...base,
    networkID,
    startTime,
    initialStakers: validators.map((id) => ({ ...staker, nodeID: formatNodeId(id) })),
  });
}

function payment({
  store,
  context,
}: Pick<ReturnType<typeof openIndexedChain>, "store" | "context">): Tx {
  const utxos = [...store.utxos.ownedBy(payer)].map(({ bytes }) => decodeUtxo(bytes));
  const [richest] = utxos
    .filter(({ output }) => output.kind === "TransferOutput")
    .sort((a, b) =>
      Number((b.output as { amount: bigint }).amount - (a.output as { amount: bigint }).amount),
    );
  return divide(context.network.id, richest!, 1, 10_000_000n);
}

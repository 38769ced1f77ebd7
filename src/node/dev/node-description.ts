import { formatAddress } from "../../formats/address.ts";
import { emptyId, equalBytes } from "../../formats/bytes.ts";
import { formatHex } from "../../formats/hex.ts";
import { parseJson } from "../../formats/json.ts";
import { formatNodeId } from "../../formats/node-id.ts";
import { formatPrivateKey } from "../../formats/private-key.ts";
import { formatTime } from "../../formats/time.ts";
import { type Hardfork, hardforkAt } from "../../networks/hardfork.ts";
import type { GenesisConfig } from "../../pchain/genesis/config.ts";
import type { OpenChain } from "../chain/open-chain.ts";
import { genesisPath } from "../followable/genesis-route.ts";
import type { Mode } from "../mode/decide-mode.ts";
import type { NodeConfig } from "../node-config.ts";
import { versions } from "../version.ts";
import { type Account, accounts } from "./accounts.ts";

/** What you need to use a node: URL, accounts, validators. Amounts are nAVAX as decimal text, times ISO 8601. */
export type NodeDescription = {
  /** `couloir/0.1.0` */
  readonly program: string;
  readonly url: string;
  readonly docsURL: string;
  readonly networkID: number;
  readonly network: string;
  readonly nodeID: string;
  /** Where blocks come from: this node, a network that it follows, or nowhere. */
  readonly mode: Mode;
  /** Absent if everything is in memory. */
  readonly dataDirectory?: string;
  readonly stateFile?: string;
  /** What other nodes follow a followable dev node with. */
  readonly followable?: {
    /** Where peers connect, such as `127.0.0.1:9651`. */
    readonly stakingAddress: string;
    readonly genesisURL: string;
  };
  readonly height: string;
  /** The newest upgrade that is active at the chain's time. */
  readonly hardfork: Hardfork;
  /** Funded keys; empty without the dev API. */
  readonly accounts: readonly DescribedAccount[];
  /** Validators of the primary network, by end of their period. */
  readonly validators: readonly DescribedValidator[];
};

export type DescribedAccount = {
  readonly privateKey: string;
  readonly evmPrivateKey: string;
  readonly P: { readonly address: string; readonly balance: string };
  /** Balances at genesis: this node does not run the X- and C-chain. */
  readonly X: { readonly address: string; readonly balance: string };
  readonly C: { readonly address: string; readonly balance: string };
};

export type DescribedValidator = {
  readonly nodeID: string;
  readonly stake: string;
  readonly startTime: string;
  readonly endTime: string;
};

export type DescribedNode = {
  readonly url: string;
  readonly nodeID: string;
  readonly mode: Mode;
  readonly config: NodeConfig;
  readonly opened: OpenChain;
  /** Where the peers of a followable node connect. */
  readonly followableAt?: string | undefined;
};

export async function describeNode(node: DescribedNode): Promise<NodeDescription> {
  const { url, nodeID, mode, config, opened } = node;
  const { network } = opened.context;
  const { stateFile } = config.local;
  const { followableAt } = node;
  return {
    program: versions.application,
    url,
    docsURL: `${url}/docs`,
    networkID: network.id,
    network: network.name,
    nodeID,
    mode,
    ...(!config.database.inMemory && { dataDirectory: config.dataDirectory }),
    ...(stateFile !== undefined && { stateFile }),
    ...(followableAt !== undefined && {
      followable: { stakingAddress: followableAt, genesisURL: `${url}${genesisPath}` },
    }),
    height: opened.store.blocks.lastAccepted().height.toString(),
    hardfork: hardforkAt(opened.store.state.timestamp(), network.upgrades),
    accounts: config.apis.dev ? await describeAccounts(node) : [],
    validators: describeValidators(opened),
  };
}

async function describeAccounts({ config, opened }: DescribedNode): Promise<DescribedAccount[]> {
  const genesis = (await opened.genesis()).config;
  return accounts(config.local.accountCount).map((account) =>
    describeAccount(account, genesis, opened),
  );
}

function describeAccount(
  account: Account,
  genesis: GenesisConfig,
  { store, context }: OpenChain,
): DescribedAccount {
  const { hrp } = context.network;
  const { address, privateKey, evmAddress } = account;
  const evm = formatHex(evmAddress);
  return {
    privateKey: formatPrivateKey(privateKey),
    evmPrivateKey: formatHex(privateKey),
    P: {
      address: formatAddress("P", hrp, address),
      balance: pBalance(address, store, context).toString(),
    },
    X: {
      address: formatAddress("X", hrp, address),
      balance: xBalance(address, genesis).toString(),
    },
    C: { address: evm, balance: cBalance(evm, genesis).toString() },
  };
}

/** The unlocked AVAX balance. */
function pBalance(
  address: Uint8Array,
  { utxos, state }: OpenChain["store"],
  { avaxAssetID }: OpenChain["context"],
): bigint {
  const { assets } = utxos.balance([address], state.timestamp());
  return assets.find(({ assetID }) => equalBytes(assetID, avaxAssetID))?.unlocked ?? 0n;
}

function xBalance(address: Uint8Array, { allocations }: GenesisConfig): bigint {
  return allocations
    .filter(({ avaxAddress }) => equalBytes(avaxAddress, address))
    .reduce((sum, { initialAmount }) => sum + initialAmount, 0n);
}

const weiPerNavax = 10n ** 9n;

function cBalance(evm: string, { cChainGenesis }: GenesisConfig): bigint {
  const { alloc = {} } = parseJson(cChainGenesis) as {
    alloc?: Readonly<Record<string, { readonly balance?: string }>>;
  };
  const [, found] =
    Object.entries(alloc).find(
      ([address]) => address.replace(/^0x/, "").toLowerCase() === evm.slice(2),
    ) ?? [];
  return BigInt(found?.balance ?? 0) / weiPerNavax;
}

function describeValidators({ store }: OpenChain): DescribedValidator[] {
  return [...store.state.currentStakers()]
    .filter(
      ({ subnetID, nodeID, txID }) =>
        equalBytes(subnetID, emptyId) &&
        equalBytes(store.state.currentValidator(emptyId, nodeID)?.txID ?? emptyId, txID),
    )
    .map(({ nodeID, weight, startTime, endTime }) => ({
      nodeID: formatNodeId(nodeID),
      stake: weight.toString(),
      startTime: formatTime(startTime),
      endTime: formatTime(endTime),
    }));
}

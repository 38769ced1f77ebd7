import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { equalBytes, type NodeId } from "../../formats/bytes.ts";
import { formatNodeId } from "../../formats/node-id.ts";
import type { Network } from "../../networks/network.ts";
import { type GenesisConfig, parseGenesisConfig } from "../../pchain/genesis/config.ts";
import { formatGenesisConfig } from "../../pchain/genesis/format.ts";
import { readGenesis } from "../chain/genesis-json.ts";
import { storeFile } from "../chain/open-chain.ts";
import { accounts, faucet } from "../dev/accounts.ts";
import { saveState } from "../dev/saved-state.ts";
import type { NodeIdentity } from "../identity/identity.ts";
import type { LocalConfig, NodeConfig } from "../node-config.ts";
import { StartError } from "../node-config.ts";

/** A genesis as the file that followers of this node start with. */
export type FollowableGenesis = {
  /** Undefined if the node keeps nothing. */
  readonly file: string | undefined;
  readonly text: string;
};

/**
 * The genesis of a followable dev node, which its database folder keeps: the node is the only validator, and the genesis
 * funds its accounts, so that no block and no rule is its own. Throws StartError if the genesis is that of another node.
 */
export async function followableGenesis(
  { database, local }: Pick<NodeConfig, "database" | "local">,
  network: Network,
  identity: NodeIdentity,
  nowSeconds: bigint,
): Promise<FollowableGenesis> {
  verifySchedule(network, nowSeconds);
  const store = storeFile(database, network.name);
  const file = store === undefined ? undefined : join(dirname(store), "genesis.json");
  const known = file === undefined ? undefined : readIfPresent(file);
  if (known !== undefined) {
    verifyValidator(parseGenesisConfig(Buffer.from(known)), identity.nodeID, file!);
    return { file, text: known };
  }
  if (store !== undefined && existsSync(store)) {
    throw new StartError(
      "the database was made without --followable, so it may have blocks that followers reject: choose another --data-dir",
    );
  }
  const template = await readGenesis(network.id, undefined);
  const config = shaped(parseGenesisConfig(template.json), local, identity);
  const own = { ...config, networkID: network.id, startTime: nowSeconds };
  const text = `${formatGenesisConfig(own, network.hrp)}\n`;
  if (file !== undefined) {
    mkdirSync(dirname(file), { recursive: true });
    saveState(file, Buffer.from(text));
  }
  return { file, text };
}

/** The local genesis with one validator, and with the funds of the accounts and of dev.fund. */
function shaped(
  template: GenesisConfig,
  { accountCount, balanceNavax, genesis }: LocalConfig,
  identity: NodeIdentity,
): GenesisConfig {
  const [validator] = template.initialStakers;
  const [first, ...others] = accounts(accountCount);
  const [staked, known, third] = template.allocations;
  const firstBalance = genesis?.balanceNavax;
  const unlocked = (amount: bigint) => (amount === 0n ? [] : [{ amount, locktime: 0n }]);
  const allocation = (address: Uint8Array, amount: bigint) => ({
    ethAddress: known!.ethAddress,
    avaxAddress: address,
    initialAmount: 0n,
    unlockSchedule: unlocked(amount),
  });
  if (!equalBytes(known!.avaxAddress, first!.address)) throw new Error("unknown local genesis");
  return {
    ...template,
    allocations: [
      staked!,
      firstBalance === undefined ? known! : { ...known!, unlockSchedule: unlocked(firstBalance) },
      // The supply stays AvalancheGo's: dev.fund has what has no owner there.
      { ...third!, unlockSchedule: [] },
      allocation(
        faucet().address,
        third!.unlockSchedule.reduce((sum, { amount }) => sum + amount, 0n),
      ),
      ...others.map(({ address }) => allocation(address, balanceNavax)),
    ],
    initialStakers: [
      {
        ...validator!,
        nodeID: identity.nodeID,
        signer: {
          publicKey: identity.blsPublicKey(),
          proofOfPossession: identity.proofOfPossession(),
        },
      },
    ],
  };
}

/** Proposers have slots since Durango; before, this node would have to wait for a minute. */
function verifySchedule({ upgrades }: Network, nowSeconds: bigint): void {
  if (upgrades.durango <= nowSeconds) return;
  throw new StartError("--followable needs a hardfork from durango on: change --hardfork");
}

function verifyValidator({ initialStakers }: GenesisConfig, nodeID: NodeId, file: string): void {
  const validator = initialStakers[0]?.nodeID;
  if (validator !== undefined && equalBytes(validator, nodeID)) return;
  const other = validator === undefined ? "another node" : formatNodeId(validator);
  throw new StartError(
    `the only validator of ${file} is ${other}, and this node is ${formatNodeId(nodeID)}: bring its staking keys back, or choose another --data-dir`,
  );
}

function readIfPresent(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

import { primaryNetworkID } from "../../networks/chains.ts";
import type { Network } from "../../networks/network.ts";
import type { Signer } from "../components/signer.ts";
import { recordStaker } from "../executor/put-staker.ts";
import { potentialReward, rewardsFrom } from "../rewards/calculator.ts";
import { type Staker, stakerPriorities } from "../state/staker.ts";
import type { MutableState } from "../state/state.ts";
import type { Tx } from "../txs/tx.ts";
import { addUint64 } from "../uint64.ts";
import type { Genesis } from "./genesis.ts";

/**
 * Writes the genesis into an empty state. Each validator raises the supply that the next one's reward
 * is computed with. avalanchego vms/platformvm/state/state.go syncGenesis @ v1.12.1
 */
export function loadGenesis(
  genesis: Genesis,
  state: MutableState,
  network: Pick<Network, "staking" | "upgrades">,
): void {
  state.setTimestamp(genesis.timestamp);
  for (const { utxo } of genesis.utxos) {
    state.addUtxo(utxo);
    state.record({ kind: "produced", origin: "genesis", utxo });
  }
  let supply = genesis.initialSupply;
  for (const tx of genesis.validators) {
    const staker = genesisStaker(tx, supply, network);
    supply = addUint64(supply, staker.potentialReward);
    state.record({ kind: "tx", tx, status: "Committed" });
    state.putCurrentValidator(staker);
    recordStaker(state, tx, staker, false);
    state.addTx(tx, "Committed");
  }
  state.setCurrentSupply(primaryNetworkID, supply);
  for (const tx of genesis.chains) {
    state.record({ kind: "tx", tx, status: "Committed" });
    state.addChain(tx);
    state.record({ kind: "chain created", chain: tx });
    state.addTx(tx, "Committed");
  }
}

function genesisStaker(
  tx: Tx,
  supply: bigint,
  { staking, upgrades }: Pick<Network, "staking" | "upgrades">,
): Staker {
  const { unsigned } = tx;
  if (unsigned.kind !== "AddValidatorTx" && unsigned.kind !== "AddPermissionlessValidatorTx") {
    throw new Error(`a ${unsigned.kind} is not a validator of a genesis`);
  }
  const { nodeID, start, end, weight } = unsigned.validator;
  const rewards = rewardsFrom(start, staking.rewards, upgrades.helicon);
  return {
    txID: tx.id,
    nodeID,
    publicKey: unsigned.kind === "AddValidatorTx" ? undefined : publicKeyOf(unsigned.signer),
    subnetID: primaryNetworkID,
    weight,
    startTime: start,
    endTime: end,
    potentialReward: potentialReward(rewards, end - start, weight, supply),
    nextTime: end,
    priority: stakerPriorities.primaryValidatorCurrent,
  };
}

function publicKeyOf(signer: Signer): Uint8Array | undefined {
  return signer.kind === "ProofOfPossession" ? signer.publicKey : undefined;
}

import { emptyId } from "../../../src/formats/bytes.ts";
import { utxoID } from "../../../src/pchain/components/utxo.ts";
import type { ChangeSet } from "../../../src/pchain/state/changes.ts";
import { Diff } from "../../../src/pchain/state/diff.ts";
import { stakerPriorities } from "../../../src/pchain/state/staker.ts";
import type { State } from "../../../src/pchain/state/state.ts";
import {
  baseTxOf,
  idOf,
  l1ValidatorOf,
  stakerOf,
  transferOutput,
  utxoOf,
} from "../state/values.ts";

/**
 * What the block at a height changes, a function of the height alone. Every kind of row is written, and
 * what was added is deleted again some heights later, so that the state does not grow.
 */
export function changesAt(height: number, state: State): ChangeSet {
  const diff = new Diff(state);
  diff.setTimestamp(BigInt(height));
  diff.setAccruedFees(BigInt(height * 2));
  diff.setCurrentSupply(emptyId, BigInt(height) * 1000n);
  diff.addTx(baseTxOf(height), "Committed");
  diff.addUtxo(utxo(height));
  if (height > 20) diff.deleteUtxo(utxoID(utxo(height - 20)));
  const { staker, tx } = numberedStaker(height);
  diff.addTx(tx, "Committed");
  diff.putCurrentDelegator(staker);
  if (height > 20) diff.deleteCurrentDelegator(numberedStaker(height - 20).staker);
  diff.putL1Validator(l1ValidatorOf(height, { endAccumulatedFee: BigInt(height % 3) }));
  if (height > 20) diff.putL1Validator(l1ValidatorOf(height - 20, { weight: 0n }));
  diff.putExpiry({ timestamp: BigInt(height), validationID: idOf(height) });
  if (height > 20) {
    diff.deleteExpiry({ timestamp: BigInt(height - 20), validationID: idOf(height - 20) });
  }
  return diff.changes();
}

function utxo(height: number) {
  return utxoOf(height, transferOutput(BigInt(height), [height % 7, 100 + (height % 3)]));
}

function numberedStaker(height: number) {
  const stake = [{ assetID: idOf(5), output: transferOutput(1n, [height % 7]) }];
  return stakerOf(
    {
      node: 1 + (height % 5),
      tag: height,
      endTime: BigInt(height + 20),
      priority: stakerPriorities.primaryDelegatorCurrent,
    },
    stake,
  );
}

import type { Registry } from "prom-client";
import { type BytesKey, keyOf } from "../../formats/bytes.ts";
import { formatId } from "../../formats/id.ts";
import { formatNodeId } from "../../formats/node-id.ts";
import type { Network } from "../../networks/network.ts";
import { secondsUntilDeactivation } from "../../pchain/fees/l1-forecast.ts";
import { isActive, type L1Validator } from "../../pchain/state/l1-validator.ts";
import type { State } from "../../pchain/state/state.ts";
import type { StateContents } from "../../pchain/state/state-contents.ts";
import type { L1Subject, WatchRule } from "../../watches/rule.ts";
import { registerGauge } from "./metrics.ts";

/** Ten years: a balance that lasts longer is shown as this. */
const secondsMax = 315_360_000n;

export type WatchedL1Source = {
  readonly rules: () => readonly WatchRule[];
  readonly state: State & Pick<StateContents, "allL1Validators">;
  readonly network: Pick<Network, "validatorFees">;
  /** Of the chain: on a dev node it can be moved. */
  readonly nowSeconds: () => bigint;
};

/**
 * Adds for how many more seconds of the chain's clock each watched L1 validator is active if nothing else changes: 0 once it
 * is inactive. Only of watched ones, because each is a time series.
 */
export function registerWatchedL1Metrics(registry: Registry, source: WatchedL1Source): void {
  registerGauge(
    registry,
    "couloir_l1_validator_seconds_left",
    "Seconds until a watched L1 validator is deactivated if nothing else changes, at most ten years; 0 once it is inactive",
    () => secondsLeft(source),
  );
}

function secondsLeft({ rules, state, network, nowSeconds }: WatchedL1Source) {
  const subjects = rules().filter(isAboutL1);
  if (subjects.length === 0) return [];
  const validators = [...state.allL1Validators()].filter((validator) =>
    subjects.some((subject) => isOf(validator, subject)),
  );
  const forecasts = forecastsOf(validators.filter(isActive), state, network);
  const sinceBlock = nowSeconds() - state.timestamp();
  return validators.map((validator) => {
    const { validationID, subnetID, nodeID } = validator;
    const left = isActive(validator)
      ? (forecasts.get(keyOf(validationID)) ?? secondsMax) - sinceBlock
      : 0n;
    return {
      value: Math.max(0, Number(left)),
      labels: {
        validation_id: formatId(validationID),
        subnet_id: formatId(subnetID),
        node_id: formatNodeId(nodeID),
      },
    };
  });
}

type AboutL1 = WatchRule & L1Subject;

function isAboutL1(rule: WatchRule): rule is AboutL1 {
  return rule.kind === "l1Validator" || rule.kind === "l1Balance";
}

function isOf({ validationID, subnetID, nodeID }: L1Validator, subject: L1Subject): boolean {
  if ("validationID" in subject) return formatId(validationID) === subject.validationID;
  if ("nodeID" in subject) return formatNodeId(nodeID) === subject.nodeID;
  return formatId(subnetID) === subject.subnetID;
}

/** From the time of the last block on, by validation. */
function forecastsOf(
  validators: readonly L1Validator[],
  state: State,
  { validatorFees: fees }: Pick<Network, "validatorFees">,
): ReadonlyMap<BytesKey, bigint | undefined> {
  const leaving = [...state.activeL1Validators()].map((each) => each.endAccumulatedFee);
  const current = BigInt(leaving.length);
  const found = secondsUntilDeactivation(
    {
      fees,
      state: { current, excess: state.l1ValidatorExcess() },
      accruedFees: state.accruedFees(),
    },
    { ends: validators.map((each) => each.endAccumulatedFee), leaving, secondsMax },
  );
  return new Map(
    validators.map(({ validationID, endAccumulatedFee }) => [
      keyOf(validationID),
      found.get(endAccumulatedFee),
    ]),
  );
}

import type { Transaction } from "../generated/data-api/types.ts";

/** The types that the SDK does not know: its list is closed. */
const heliconTypes = [
  "AddAutoRenewedValidatorTx",
  "SetAutoRenewedValidatorConfigTx",
  "RewardAutoRenewedValidatorTx",
] as const;

type HeliconType = (typeof heliconTypes)[number];

/** Types of the X-chain, which the SDK can ask for. */
const xChainTypes: readonly string[] = ["CreateAssetTx", "OperationTx"];

/** The members with the type of a transaction. */
export function typeMembers(
  kind: string,
  namesAll: boolean,
): Pick<Transaction, "txType" | "couloirTxType"> {
  if (namesAll || !(heliconTypes as readonly string[]).includes(kind)) {
    return { txType: kind as Transaction["txType"] };
  }
  return { txType: "UNKNOWN", couloirTxType: kind as HeliconType };
}

/** The kinds of the ledger that a filter selects; undefined for all. */
export function kindsOf(txTypes: readonly string[] | undefined): string[] | undefined {
  return txTypes
    ?.filter((type) => !xChainTypes.includes(type))
    .flatMap((type) => (type === "UNKNOWN" ? heliconTypes : [type]));
}

/** Whether no transaction made a row of the ledger: it stands for the genesis, or for a dev node's change. */
export function isMade(kind: string): boolean {
  return kind === "Genesis" || kind === "Dev";
}

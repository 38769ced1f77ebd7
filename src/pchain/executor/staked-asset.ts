import { equalBytes, type Id } from "../../formats/bytes.ts";
import { formatId } from "../../formats/id.ts";
import type { TransferableOutput } from "../components/outputs.ts";
import { Rejection } from "../rejection.ts";

/** Refuses a stake of another asset than the subnet's; syntax has it that all outputs are of one. */
export function verifyStakedAsset(stake: readonly TransferableOutput[], assetID: Id): void {
  const staked = stake[0]!.assetID;
  if (!equalBytes(staked, assetID)) {
    throw new Rejection(`incorrect staked assetID: ${formatId(assetID)} != ${formatId(staked)}`);
  }
}

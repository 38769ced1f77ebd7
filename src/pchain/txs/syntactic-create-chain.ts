import { compareBytes, isZero } from "../../formats/bytes.ts";
import { textByteLength } from "../codec/text.ts";
import { isSortedAndUnique } from "../components/verify.ts";
import { Rejection } from "../rejection.ts";
import type { CreateChainTx } from "./subnets.ts";
import { refusePrimary } from "./syntactic-base.ts";

const chainNameBytesMax = 128;
const genesisDataBytesMax = 1024 * 1024;

/** The checks that come before those of the base. avalanchego vms/platformvm/txs/create_chain_tx.go @ v1.12.1 */
export function verifyNewChain(tx: CreateChainTx): void {
  refusePrimary(tx.subnetID, "new blockchain can't be validated by primary network");
  if (textByteLength(tx.chainName) > chainNameBytesMax) throw new Rejection("name too long");
  if (isZero(tx.vmID)) throw new Rejection("invalid VM ID");
  if (!isSortedAndUnique(tx.fxIDs, compareBytes)) {
    throw new Rejection("feature extensions IDs must be sorted and unique");
  }
  if (tx.genesisData.length > genesisDataBytesMax) throw new Rejection("genesis too long");
  if (!/^[A-Za-z0-9 ]*$/.test(tx.chainName)) throw new Rejection("illegal name character");
}

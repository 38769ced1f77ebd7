import { emptyId } from "../../formats/bytes.ts";
import type { BaseTxFields } from "../components/base-tx.ts";

/** What all genesis transactions begin with: they spend and pay nothing. */
export function genesisBaseTx(networkID: number): BaseTxFields {
  return { networkID, blockchainID: emptyId, outputs: [], inputs: [], memo: new Uint8Array(0) };
}

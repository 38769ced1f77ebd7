import type { Id } from "../../formats/bytes.ts";
import { formatBase64 } from "../../formats/encoding.ts";
import { bytes, id } from "../codec/primitives.ts";
import { slice } from "../codec/slice.ts";
import { inline, kindStruct, withJson } from "../codec/struct.ts";
import { text } from "../codec/text.ts";
import { type BaseTxFields, baseTxFields } from "../components/base-tx.ts";
import { type Authorization, verifiable } from "../components/credential.ts";

/** Creates a blockchain that a subnet validates. */
export type CreateChainTx = {
  readonly kind: "CreateChainTx";
  readonly baseTx: BaseTxFields;
  readonly subnetID: Id;
  readonly chainName: string;
  readonly vmID: Id;
  readonly fxIDs: readonly Id[];
  readonly genesisData: Uint8Array;
  readonly subnetAuthorization: Authorization;
};

/** Wire order. avalanchego vms/platformvm/txs/create_chain_tx.go @ v1.12.1 */
export const createChainTx = kindStruct<CreateChainTx>("CreateChainTx", {
  baseTx: inline(baseTxFields),
  subnetID: id,
  chainName: text,
  vmID: id,
  fxIDs: slice(id),
  genesisData: withJson(bytes, formatBase64),
  subnetAuthorization: verifiable,
});

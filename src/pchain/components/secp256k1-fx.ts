import { formatId } from "../../formats/id.ts";
import { secp256k1FxID } from "../../networks/chains.ts";

/** The feature extension of every output and input of the P-chain, as JSON shows it. */
export const fxIDText = formatId(secp256k1FxID);

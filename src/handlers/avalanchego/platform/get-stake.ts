import { encodeBytes } from "../../../formats/encoding.ts";
import { formatId } from "../../../formats/id.ts";
import { errors } from "../../../generated/errors.ts";
import type { AvalanchegoHandler } from "../../handler.ts";
import { stakeView } from "../../platform/get-stake.ts";

/** Any encoding of bytes. Encoding `json` fails at the first output. avalanchego vms/platformvm/service.go @ v1.12.1 */
export const getStake: AvalanchegoHandler<
  "platform.getStake",
  "blockchains" | "chain" | "queries" | "views"
> = (params, context) => {
  const { encoding } = params;
  const { staked, stakeds, outputs } = stakeView(params, context);
  const [first] = outputs;
  if (encoding === "json" && first !== undefined) {
    throw errors.stakedOutputNotEncoded({ output: formatId(assetIDOf(first)) });
  }
  return {
    staked,
    stakeds,
    stakedOutputs: outputs.map((output) => encodeBytes(output, encoding)),
    encoding,
  };
};

/** The asset ID follows the two bytes of the codec version. */
function assetIDOf(output: Uint8Array): Uint8Array {
  return output.subarray(2, 34);
}

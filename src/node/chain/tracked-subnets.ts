import type { Id } from "../../formats/bytes.ts";
import { isZero } from "../../formats/bytes.ts";
import { FormatError } from "../../formats/format-error.ts";
import { parseId } from "../../formats/id.ts";
import { StartError } from "../node-config.ts";

/** The subnets of --track-subnets. Throws StartError. avalanchego config/config.go getTrackedSubnets @ v1.12.1 */
export function trackedSubnets(texts: readonly string[]): readonly Id[] {
  return texts.map((text) => {
    const id = parseSubnetID(text);
    if (isZero(id)) throw new StartError("cannot track primary network");
    return id;
  });
}

function parseSubnetID(text: string): Id {
  try {
    return parseId(text);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    throw new StartError(`couldn't parse subnetID ${JSON.stringify(text)}: ${error.message}`);
  }
}

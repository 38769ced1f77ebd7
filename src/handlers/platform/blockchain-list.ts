import type { Id } from "../../formats/bytes.ts";
import type { Blockchain } from "../../generated/types.ts";
import { primaryNetworkID } from "../../networks/chains.ts";
import { idText } from "../id-text.ts";
import type { CreationLists } from "./newest-first.ts";

/** Every blockchain but the P-chain, by subnet, those of the primary network last. */
export function blockchainList({ subnetIDs, chainsOf }: CreationLists): Blockchain[] {
  return [...subnetIDs(), primaryNetworkID].flatMap((subnetID: Id) =>
    chainsOf(subnetID).map(({ id, name, vmID }) => ({
      id: idText(id),
      name,
      subnetID: idText(subnetID),
      vmID: idText(vmID),
    })),
  );
}

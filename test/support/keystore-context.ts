import { parseId } from "../../src/formats/id.ts";
import type { HandlerContext } from "../../src/handlers/context.ts";
import { ViewCache } from "../../src/handlers/views/view-cache.ts";
import type { Keystore } from "../../src/keystore/keystore.ts";
import { platformChainID } from "../../src/networks/chains.ts";
import { local } from "../../src/networks/local.ts";

const xChainID = parseId("2eNy1mUFdmaxXNj1eQHUe7Np4gju9sJsEtWQ4MX3ToiNKuADed");

/** What the handlers of the keystore and of its keys use, on network local. */
export function keystoreContext(keystore: Keystore): HandlerContext {
  const chains = new Map([
    ["P", platformChainID],
    ["X", xChainID],
  ]);
  const context = {
    keystore,
    views: new ViewCache(),
    chain: { network: local, xChainID, cChainID: platformChainID, avaxAssetID: platformChainID },
    blockchains: { lookup: (alias: string) => chains.get(alias) },
  };
  return context as unknown as HandlerContext;
}

import { errors } from "../../generated/errors.ts";
import type { KeystoreFault } from "../../keystore/keystore-error.ts";
import { platformChainID } from "../../networks/chains.ts";
import type { Handler } from "../handler.ts";
import { orDeclaredRefusal } from "../keystore/declared-refusal.ts";
import { addressText } from "./owner-view.ts";
import { declaredUserRefusal } from "./user-refusal.ts";

/** Makes a new private key for a keystore user. avalanchego v1.11.1 */
export const createAddress: Handler<"platform.createAddress", "chain" | "keystore"> = async (
  params,
  { chain, keystore },
) => {
  const address = await orDeclaredRefusal(
    keystore.createAddress(params, platformChainID),
    declareRefusal,
  );
  return { address: addressText(address, chain) };
};

function declareRefusal(fault: KeystoreFault) {
  return fault.kind === "keys-full" ? errors.keystoreUserFull() : declaredUserRefusal(fault);
}

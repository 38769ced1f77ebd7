import { errors } from "../../generated/errors.ts";
import type { KeystoreFault } from "../../keystore/keystore-error.ts";
import { platformChainID } from "../../networks/chains.ts";
import type { Handler } from "../handler.ts";
import { declaredUserRefusal, orDeclaredRefusal } from "../users/refusals.ts";
import { addressText } from "../views/owners.ts";

/** Creates a private key for a keystore user and returns its address. avalanchego v1.11.1 */
export const createAddress: Handler<"platform.createAddress", "chain" | "keystore"> = async (
  params,
  { chain, keystore },
  source,
) => {
  const address = await orDeclaredRefusal(
    keystore.createAddress({ ...params, connection: source?.connection }, platformChainID),
    declareRefusal,
  );
  return { address: addressText(address, chain) };
};

function declareRefusal(fault: KeystoreFault) {
  return fault.kind === "keys-full" ? errors.keystoreUserFull() : declaredUserRefusal(fault);
}

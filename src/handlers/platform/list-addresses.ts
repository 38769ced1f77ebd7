import { errors } from "../../generated/errors.ts";
import type { KeystoreFault } from "../../keystore/keystore-error.ts";
import { platformChainID } from "../../networks/chains.ts";
import type { Handler } from "../handler.ts";
import { declaredUserRefusal, orDeclaredRefusal } from "../users/refusals.ts";
import { addressTexts } from "../views/owners.ts";

/** The addresses of a keystore user. specification 4.3 */
export const listAddresses: Handler<"platform.listAddresses", "chain" | "keystore"> = async (
  params,
  { chain, keystore },
  source,
) => {
  const addresses = await orDeclaredRefusal(
    keystore.listAddresses({ ...params, connection: source?.connection }, platformChainID),
    declareRefusal,
  );
  return { addresses: addressTexts(addresses, chain) };
};

function declareRefusal(fault: KeystoreFault) {
  if (fault.kind !== "keys-unreadable") return declaredUserRefusal(fault);
  return errors.addressesNotRead({ reason: fault.reason });
}

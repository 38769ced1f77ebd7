import type { ShortId } from "../../formats/bytes.ts";
import { FormatError } from "../../formats/format-error.ts";
import { formatPrivateKey } from "../../formats/private-key.ts";
import { errors } from "../../generated/errors.ts";
import type { KeystoreFault } from "../../keystore/keystore-error.ts";
import { platformChainID } from "../../networks/chains.ts";
import { type AddressReading, parsePlatformAddress } from "../arguments.ts";
import type { Handler } from "../handler.ts";
import { declaredUserRefusal, orDeclaredRefusal } from "../users/refusals.ts";

/** The private key of an address of a keystore user. specification 4.3 */
export const exportKey: Handler<
  "platform.exportKey",
  "blockchains" | "chain" | "keystore" | "views"
> = async (params, context, source) => {
  const address = keyAddress(params.address, context);
  const privateKey = await orDeclaredRefusal(
    context.keystore.exportKey(
      { ...params, connection: source?.connection },
      platformChainID,
      address,
    ),
    declareRefusal,
  );
  if (privateKey === undefined) throw errors.privateKeyNotFound();
  return { privateKey: formatPrivateKey(privateKey) };
};

function keyAddress(text: string, context: AddressReading): ShortId {
  try {
    return parsePlatformAddress(text, context);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    throw errors.keyAddressNotParsed({ address: text, reason: error.message });
  }
}

function declareRefusal(fault: KeystoreFault) {
  if (fault.kind !== "keys-unreadable") return declaredUserRefusal(fault);
  return errors.privateKeyNotRead({ reason: fault.reason });
}

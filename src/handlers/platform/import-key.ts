import { isPrivateKey } from "../../crypto/secp256k1.ts";
import { FormatError } from "../../formats/format-error.ts";
import { parsePrivateKey } from "../../formats/private-key.ts";
import { errors } from "../../generated/errors.ts";
import { describeSecret } from "../../generated/issue.ts";
import type { KeystoreFault } from "../../keystore/keystore-error.ts";
import { platformChainID } from "../../networks/chains.ts";
import type { Handler } from "../handler.ts";
import { declaredUserRefusal, orDeclaredRefusal } from "../users/refusals.ts";
import { addressText } from "../views/owners.ts";

/** Adds a private key to a keystore user. avalanchego v1.11.1 */
export const importKey: Handler<"platform.importKey", "chain" | "keystore"> = async (
  params,
  { chain, keystore },
  source,
) => {
  const privateKey = keyArgument(params.privateKey);
  const address = await orDeclaredRefusal(
    keystore.importKey({ ...params, connection: source?.connection }, platformChainID, privateKey),
    declareRefusal,
  );
  return { address: addressText(address, chain) };
};

/** Throws InvalidParams for a wrong checksum, because AvalancheGo decodes keys together with the params. */
function keyArgument(text: string): Uint8Array {
  const key = parsedKey(text);
  if (key !== undefined && isPrivateKey(key)) return key;
  throw errors.invalidParams({
    field: "privateKey",
    expected:
      "a private key: PrivateKey- followed by the cb58 encoding of 32 bytes with its checksum",
    got: describeSecret(text),
  });
}

function parsedKey(text: string): Uint8Array | undefined {
  try {
    return parsePrivateKey(text);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return undefined;
  }
}

function declareRefusal(fault: KeystoreFault) {
  if (fault.kind === "keys-unreadable") return errors.privateKeyNotSaved({ reason: fault.reason });
  if (fault.kind !== "keys-full") return declaredUserRefusal(fault);
  return errors.privateKeyNotSaved({ reason: errors.keystoreUserFull().message });
}

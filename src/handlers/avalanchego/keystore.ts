import { encodeBytes } from "../../formats/encoding.ts";
import { errors } from "../../generated/errors.ts";
import { avalancheGoRules } from "../../keystore/credential-rules.ts";
import { bytesArgument } from "../arguments.ts";
import type { AvalanchegoHandler } from "../handler.ts";
import { orDeclaredRefusal } from "../users/refusals.ts";

/*
 * The keystore API as in AvalancheGo: lengths in bytes, passwords rated by zxcvbn, and users in any encoding of bytes.
 * avalanchego api/keystore/{keystore,service}.go and utils/password/password.go @ v1.12.1
 */

export const createUser: AvalanchegoHandler<"keystore.createUser", "keystore"> = async (
  params,
  { keystore },
  source,
) => {
  await orDeclaredRefusal(
    keystore.createUser({ ...params, connection: source?.connection }, avalancheGoRules),
  );
  return {};
};

export const deleteUser: AvalanchegoHandler<"keystore.deleteUser", "keystore"> = async (
  params,
  { keystore },
  source,
) => {
  await orDeclaredRefusal(
    keystore.deleteUser({ ...params, connection: source?.connection }, avalancheGoRules),
  );
  return {};
};

/** Encoding `json` fails after the password check. */
export const exportUser: AvalanchegoHandler<"keystore.exportUser", "keystore"> = async (
  params,
  { keystore },
  source,
) => {
  const { encoding } = params;
  const exported = await orDeclaredRefusal(
    keystore.exportUser({ ...params, connection: source?.connection }, avalancheGoRules),
  );
  if (encoding === "json") throw errors.userNotEncoded();
  return { user: encodeBytes(exported, encoding), encoding };
};

export const importUser: AvalanchegoHandler<"keystore.importUser", "keystore"> = async (
  params,
  { keystore },
  source,
) => {
  const exported = bytesArgument(params.user, params.encoding, errors.userNotDecoded);
  await orDeclaredRefusal(
    keystore.importUser({ ...params, connection: source?.connection }, exported, avalancheGoRules),
  );
  return {};
};

import { encodeBytes } from "../../../formats/encoding.ts";
import { errors } from "../../../generated/errors.ts";
import { avalancheGoRules } from "../../../keystore/credential-rules.ts";
import type { AvalanchegoHandler } from "../../handler.ts";
import { orDeclaredRefusal } from "../../keystore/declared-refusal.ts";

/** In any encoding of bytes; `json` fails behind the password. avalanchego api/keystore/service.go @ v1.12.1 */
export const exportUser: AvalanchegoHandler<"keystore.exportUser", "keystore"> = async (
  params,
  { keystore },
) => {
  const { encoding } = params;
  const exported = await orDeclaredRefusal(keystore.exportUser(params, avalancheGoRules));
  if (encoding === "json") throw errors.userNotEncoded();
  return { user: encodeBytes(exported, encoding), encoding };
};

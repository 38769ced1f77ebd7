import { avalancheGoRules } from "../../../keystore/credential-rules.ts";
import type { AvalanchegoHandler } from "../../handler.ts";
import { orDeclaredRefusal } from "../../keystore/declared-refusal.ts";
import { decodedUser } from "../../keystore/decoded-user.ts";

/** In any encoding of bytes. avalanchego api/keystore/service.go @ v1.12.1 */
export const importUser: AvalanchegoHandler<"keystore.importUser", "keystore"> = async (
  params,
  { keystore },
) => {
  const exported = decodedUser(params.user, params.encoding);
  await orDeclaredRefusal(keystore.importUser(params, exported, avalancheGoRules));
  return {};
};

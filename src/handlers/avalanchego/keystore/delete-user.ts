import { avalancheGoRules } from "../../../keystore/credential-rules.ts";
import type { AvalanchegoHandler } from "../../handler.ts";
import { orDeclaredRefusal } from "../../keystore/declared-refusal.ts";

/** Measures the name in bytes. avalanchego api/keystore/keystore.go @ v1.12.1 */
export const deleteUser: AvalanchegoHandler<"keystore.deleteUser", "keystore"> = async (
  params,
  { keystore },
) => {
  await orDeclaredRefusal(keystore.deleteUser(params, avalancheGoRules));
  return {};
};

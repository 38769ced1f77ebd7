import { avalancheGoRules } from "../../../keystore/credential-rules.ts";
import type { AvalanchegoHandler } from "../../handler.ts";
import { orDeclaredRefusal } from "../../keystore/declared-refusal.ts";

/** With a password that zxcvbn finds fair. avalanchego utils/password/password.go @ v1.12.1 */
export const createUser: AvalanchegoHandler<"keystore.createUser", "keystore"> = async (
  params,
  { keystore },
) => {
  await orDeclaredRefusal(keystore.createUser(params, avalancheGoRules));
  return {};
};

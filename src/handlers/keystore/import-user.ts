import { specRules } from "../../keystore/credential-rules.ts";
import type { Handler } from "../handler.ts";
import { orDeclaredRefusal } from "./declared-refusal.ts";
import { decodedUser } from "./decoded-user.ts";

/** Brings in a user that `keystore.exportUser` gave out. specification 4.4 */
export const importUser: Handler<"keystore.importUser", "keystore"> = async (
  params,
  { keystore },
) => {
  const exported = decodedUser(params.user, params.encoding);
  await orDeclaredRefusal(keystore.importUser(params, exported, specRules));
  return {};
};

import { specRules } from "../../keystore/credential-rules.ts";
import type { Handler } from "../handler.ts";
import { orDeclaredRefusal } from "./declared-refusal.ts";

/** Deletes a user and all its keys. specification 4.4 */
export const deleteUser: Handler<"keystore.deleteUser", "keystore"> = async (
  params,
  { keystore },
) => {
  await orDeclaredRefusal(keystore.deleteUser(params, specRules));
  return {};
};

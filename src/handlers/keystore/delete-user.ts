import { specRules } from "../../keystore/credential-rules.ts";
import type { Handler } from "../handler.ts";
import { orDeclaredRefusal } from "../users/refusals.ts";

/** Deletes a user with its keys. specification 4.4 */
export const deleteUser: Handler<"keystore.deleteUser", "keystore"> = async (
  params,
  { keystore },
  source,
) => {
  await orDeclaredRefusal(
    keystore.deleteUser({ ...params, connection: source?.connection }, specRules),
  );
  return {};
};

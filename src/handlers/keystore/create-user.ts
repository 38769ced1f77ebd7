import { specRules } from "../../keystore/credential-rules.ts";
import type { Handler } from "../handler.ts";
import { orDeclaredRefusal } from "../users/refusals.ts";

/** Creates a user. specification 4.4 */
export const createUser: Handler<"keystore.createUser", "keystore"> = async (
  params,
  { keystore },
  source,
) => {
  await orDeclaredRefusal(
    keystore.createUser({ ...params, connection: source?.connection }, specRules),
  );
  return {};
};

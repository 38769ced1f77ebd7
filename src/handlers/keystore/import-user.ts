import { errors } from "../../generated/errors.ts";
import { specRules } from "../../keystore/credential-rules.ts";
import { bytesArgument } from "../arguments.ts";
import type { Handler } from "../handler.ts";
import { orDeclaredRefusal } from "../users/refusals.ts";

/** Imports a user that keystore.exportUser exported. specification 4.4 */
export const importUser: Handler<"keystore.importUser", "keystore"> = async (
  params,
  { keystore },
  source,
) => {
  const exported = bytesArgument(params.user, params.encoding, errors.userNotDecoded);
  await orDeclaredRefusal(
    keystore.importUser({ ...params, connection: source?.connection }, exported, specRules),
  );
  return {};
};

import { encodeBytes } from "../../formats/encoding.ts";
import { specRules } from "../../keystore/credential-rules.ts";
import type { Handler } from "../handler.ts";
import { orDeclaredRefusal } from "../users/refusals.ts";

/** Exports a user with its encrypted keys, for import on another node. specification 4.4 */
export const exportUser: Handler<"keystore.exportUser", "keystore"> = async (
  params,
  { keystore },
  source,
) => {
  const { encoding } = params;
  const exported = await orDeclaredRefusal(
    keystore.exportUser({ ...params, connection: source?.connection }, specRules),
  );
  return { user: encodeBytes(exported, encoding), encoding };
};

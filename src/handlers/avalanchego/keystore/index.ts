import type { AvalanchegoHandlers } from "../../../generated/handlers.ts";
import type { AvalanchegoMethodName, KeystoreMethodName } from "../../../generated/types.ts";
import type { HandlerContext } from "../../context.ts";
import { createUser } from "./create-user.ts";
import { deleteUser } from "./delete-user.ts";
import { exportUser } from "./export-user.ts";
import { importUser } from "./import-user.ts";

/** Keystore API in profile `avalanchego`: a handler for every method that it changes. */
export const avalanchegoKeystoreHandlers = {
  "keystore.createUser": createUser,
  "keystore.deleteUser": deleteUser,
  "keystore.exportUser": exportUser,
  "keystore.importUser": importUser,
} satisfies AvalanchegoHandlers<Extract<AvalanchegoMethodName, KeystoreMethodName>, HandlerContext>;

import type { Handlers } from "../../generated/handlers.ts";
import type { KeystoreMethodName } from "../../generated/types.ts";
import type { HandlerContext } from "../context.ts";
import { createUser } from "./create-user.ts";
import { deleteUser } from "./delete-user.ts";
import { exportUser } from "./export-user.ts";
import { importUser } from "./import-user.ts";
import { listUsers } from "./list-users.ts";

/** Keystore API: a handler for every method. */
export const keystoreHandlers = {
  "keystore.createUser": createUser,
  "keystore.listUsers": listUsers,
  "keystore.exportUser": exportUser,
  "keystore.importUser": importUser,
  "keystore.deleteUser": deleteUser,
} satisfies Handlers<KeystoreMethodName, HandlerContext>;

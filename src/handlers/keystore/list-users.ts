import type { Handler } from "../handler.ts";

/** The names of all users. specification 4.4 */
export const listUsers: Handler<"keystore.listUsers", "keystore"> = (_params, { keystore }) => ({
  users: keystore.listUsers(),
});

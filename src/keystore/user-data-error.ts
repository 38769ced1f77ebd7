/** Bytes of a user that are not what they should be. The message is AvalancheGo's. */
export class UserDataError extends Error {
  override readonly name = "UserDataError";
}

export type RefusalReason =
  | "not-a-store"
  | "other-network"
  | "other-genesis"
  | "newer-version"
  | "in-use"
  | "damaged"
  | "unwritable"
  | "no-driver";

/** A store that this node must not use. The message states what was found, what was expected and the remedy. */
export class StoreRefused extends Error {
  override readonly name = "StoreRefused";
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

/** Why a keystore call failed; the username is the one in the call. */
export type KeystoreFault =
  | { readonly kind: "empty-username" }
  | { readonly kind: "username-too-long" }
  | { readonly kind: "empty-password" }
  | { readonly kind: "password-too-long" }
  | { readonly kind: "password-too-weak" }
  | { readonly kind: "user-exists"; readonly username: string }
  | { readonly kind: "user-not-found"; readonly username: string }
  | { readonly kind: "incorrect-password"; readonly username: string }
  /** An exported user that cannot be parsed. */
  | { readonly kind: "user-malformed"; readonly reason: string }
  /** A stored key, or the stored list of addresses, cannot be read. */
  | { readonly kind: "keys-unreadable"; readonly username: string; readonly reason: string }
  | { readonly kind: "keys-full" };

/** An error of the caller. It never contains a password or a key. */
export class KeystoreError extends Error {
  override readonly name = "KeystoreError";
  readonly fault: KeystoreFault;

  constructor(fault: KeystoreFault, options?: ErrorOptions) {
    super(fault.kind, options);
    this.fault = fault;
  }
}

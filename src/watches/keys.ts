import { randomBytes } from "node:crypto";
import { aeadNonceBytes, open, seal } from "../crypto/aead.ts";
import { signWebhook, type WebhookKeyKind, webhookPublicKey } from "../crypto/webhook-signature.ts";
import type { WatchKeyRow, WatchStore } from "../store/watch-store.ts";

/** A secret that signs deliveries. */
export type WatchKey = {
  readonly kind: WebhookKeyKind;
  readonly secret: Uint8Array;
  /** Unix milliseconds after which it no longer signs; undefined of the current one. */
  readonly untilMs: number | undefined;
};

const secretBytes = 32;

/** A secret of a key could not be opened: the key file is another one. */
export class SealedByOther extends Error {
  override readonly name = "SealedByOther";
}

/** The secrets that sign deliveries. On disk they are sealed with a key of 32 bytes that is not in the store. */
export class WatchKeys {
  readonly #store: WatchStore;
  readonly #sealingKey: () => Uint8Array;
  readonly #keys = new Map<string, WatchKey[]>();

  /** `sealingKey` is called when the first secret is sealed or opened. Throws SealedByOther. */
  constructor(store: WatchStore, sealingKey: () => Uint8Array) {
    this.#store = store;
    this.#sealingKey = sealingKey;
    for (const row of store.keys()) {
      const { id } = row;
      this.#keys.set(id, [...(this.#keys.get(id) ?? []), this.#openRow(row)]);
    }
  }

  /** The current secret. */
  current(id: string): WatchKey | undefined {
    return this.#keys.get(id)?.at(-1);
  }

  /** A new key, which is not stored yet: `rows` are for the store, and `entered` is called once they are there. */
  make(id: string, kind: WebhookKeyKind, given?: Uint8Array) {
    const key: WatchKey = { kind, secret: given ?? randomBytes(secretBytes), untilMs: undefined };
    return {
      key,
      rows: [this.#rowOf(id, key)],
      entered: () => {
        this.#keys.set(id, [key]);
      },
    };
  }

  /** Replaces a secret. Until a time in Unix milliseconds, the one before signs, too. On disk when it returns. */
  rotate(id: string, kind: WebhookKeyKind, untilMs: number, given?: Uint8Array): WatchKey {
    const before = this.current(id);
    const { key } = this.make(id, kind, given);
    const keys = before === undefined ? [key] : [{ ...before, untilMs }, key];
    this.#store.putKeys(
      id,
      keys.map((each) => this.#rowOf(id, each)),
    );
    this.#keys.set(id, keys);
    return key;
  }

  /** Call when the key was deleted from the store. */
  forget(id: string): void {
    this.#keys.delete(id);
  }

  /** The value of `webhook-signature`: a signature of every secret that is valid at a time. */
  signatures(id: string, message: { id: string; seconds: number; body: string }): string {
    const valid = (this.#keys.get(id) ?? []).filter(
      ({ untilMs }) => untilMs === undefined || untilMs > message.seconds * 1000,
    );
    return valid
      .map(({ kind, secret }) => signWebhook(kind, secret, message))
      .reverse()
      .join(" ");
  }

  #openRow({ id, kind, nonce, sealed, until_ms }: WatchKeyRow): WatchKey {
    const secret = open(this.#sealingKey(), nonce, sealed);
    if (secret === undefined) {
      throw new SealedByOther(`the secret ${id} was sealed with another key file`);
    }
    return { kind: kind as WebhookKeyKind, secret, untilMs: until_ms ?? undefined };
  }

  #rowOf(id: string, { kind, secret, untilMs }: WatchKey): WatchKeyRow {
    const nonce = randomBytes(aeadNonceBytes);
    const sealed = seal(this.#sealingKey(), nonce, secret);
    return { id, kind, nonce, sealed, until_ms: untilMs ?? null };
  }
}

/** Reads the text of a secret; undefined if it is not one. */
export function parseSecret(text: string, kind: WebhookKeyKind): Uint8Array | undefined {
  const prefix = prefixOf(kind);
  const base64 = text.slice(prefix.length);
  if (!text.startsWith(prefix) || !/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) return undefined;
  const secret = Buffer.from(base64, "base64");
  if (secret.toString("base64") !== base64) return undefined;
  const [least, most] = kind === "hmac-sha256" ? hmacBytes : [seedBytes, seedBytes];
  return secret.length >= least && secret.length <= most ? secret : undefined;
}

/** As Standard Webhooks recommends. */
const hmacBytes = [24, 64] as const;
const seedBytes = 32;

const prefixOf = (kind: WebhookKeyKind) => (kind === "hmac-sha256" ? "whsec_" : "whsk_");

/** The text of a secret: `whsec_` and base64, or `whsk_` for a private key of ed25519. */
export function secretText({ kind, secret }: WatchKey): string {
  return `${prefixOf(kind)}${Buffer.from(secret).toString("base64")}`;
}

/** The text of the public key, `whpk_` and base64; undefined of a shared secret. */
export function publicKeyText({ kind, secret }: WatchKey): string | undefined {
  if (kind === "hmac-sha256") return undefined;
  return `whpk_${Buffer.from(webhookPublicKey(secret)).toString("base64")}`;
}

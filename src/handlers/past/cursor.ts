import { sha256 } from "../../crypto/hash.ts";
import { concatBytes, equalBytes } from "../../formats/bytes.ts";
import type { Checkpoint, LedgerPlace } from "../../store/ledger/queries/ledger-queries.ts";

/** What a cursor holds: a place in a list, and the chain as it was when the page was read. */
export type Cursor = { readonly checkpoint: Checkpoint; readonly place: LedgerPlace };

/** The kinds of a place's parts: `n` for a number, `b` for bytes. */
export type PlaceForm = readonly ("n" | "b")[];

const checksumLength = 8;
const digestLength = 8;

/**
 * A cursor as text without state in the node: a checksum over the call that it belongs to, the checkpoint, and the parts
 * of the place, each with a kind and a length.
 */
export function formatCursor({ checkpoint, place }: Cursor, call: string): string {
  const content = concatBytes(
    uint64(checkpoint.height),
    uint64(checkpoint.devChanges),
    checkpoint.digest,
    ...place.map(partBytes),
  );
  return Buffer.from(concatBytes(checksum(content, call), content)).toString("base64url");
}

/** Returns undefined for what `formatCursor` did not return for this call. */
export function parseCursor(text: string, call: string, form: PlaceForm): Cursor | undefined {
  const bytes = new Uint8Array(Buffer.from(text, "base64url"));
  const content = bytes.subarray(checksumLength);
  if (!equalBytes(bytes.subarray(0, checksumLength), checksum(content, call))) return undefined;
  const reader = new Reader(content);
  const height = reader.number();
  const devChanges = reader.number();
  const digest = reader.bytes(digestLength);
  const place = form.map((kind) => reader.part(kind));
  if (reader.isBroken || !reader.isAtEnd) return undefined;
  return { checkpoint: { height, devChanges, digest }, place };
}

function checksum(content: Uint8Array, call: string): Uint8Array {
  return sha256(concatBytes(sha256(Buffer.from(call)), content)).subarray(0, checksumLength);
}

function partBytes(part: number | Uint8Array): Uint8Array {
  if (typeof part === "number") return uint64(part);
  return concatBytes(Uint8Array.of(part.length), part);
}

function uint64(value: number): Uint8Array {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(value));
  return bytes;
}

/** Anybody can make a text with a correct checksum, so each length is checked. */
class Reader {
  readonly #content: Uint8Array;
  #offset = 0;
  isBroken = false;

  constructor(content: Uint8Array) {
    this.#content = content;
  }

  get isAtEnd(): boolean {
    return this.#offset === this.#content.length;
  }

  number(): number {
    const value = Number(Buffer.from(this.bytes(8)).readBigUInt64BE());
    if (!Number.isSafeInteger(value)) this.isBroken = true;
    return value;
  }

  part(kind: PlaceForm[number]): number | Uint8Array {
    return kind === "n" ? this.number() : this.bytes(this.bytes(1)[0]!);
  }

  bytes(length: number): Uint8Array {
    const end = this.#offset + length;
    if (end > this.#content.length) {
      this.isBroken = true;
      return new Uint8Array(length);
    }
    const bytes = this.#content.slice(this.#offset, end);
    this.#offset = end;
    return bytes;
  }
}

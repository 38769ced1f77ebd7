import { sha256 } from "../crypto/hash.ts";
import type { Id } from "../formats/bytes.ts";
import { formatId } from "../formats/id.ts";
import type { Field } from "../pchain/codec/field.ts";
import { slice, struct } from "../pchain/codec/struct.ts";
import { encodeVersioned } from "../pchain/codec/versioned.ts";

/** A signed transaction of the X-chain, or an atomic transaction of the C-chain. */
export type SignedTx<Unsigned, Credential> = {
  readonly unsigned: Unsigned;
  readonly credentials: readonly Credential[];
  /** With the codec version, also of a transaction in a block; the ID is their sha256. */
  readonly bytes: Uint8Array;
  readonly id: Id;
};

type Members<Unsigned, Credential> = {
  readonly unsignedTx: Unsigned;
  readonly credentials: readonly Credential[];
};

/** The transaction without its codec version, as in a block. */
export function signedTx<Unsigned, Credential>(
  unsigned: Field<Unsigned>,
  credential: Field<Credential>,
): Field<SignedTx<Unsigned, Credential>> {
  const members = struct<Members<Unsigned, Credential>>({
    unsignedTx: unsigned,
    credentials: slice(credential),
  });
  return {
    encode: (writer, tx) =>
      members.encode(writer, { unsignedTx: tx.unsigned, credentials: tx.credentials }),
    decode(reader) {
      const start = reader.offset;
      const { unsignedTx, credentials } = members.decode(reader);
      const bytes = new Uint8Array(2 + reader.offset - start);
      bytes.set(reader.bytes.subarray(start, reader.offset), 2);
      return { unsigned: unsignedTx, credentials, bytes, id: sha256(bytes) };
    },
    toJson: (tx, context) => ({
      ...(members.toJson(
        { unsignedTx: tx.unsigned, credentials: tx.credentials },
        context,
      ) as object),
      id: formatId(tx.id),
    }),
    fromJson(json) {
      const { unsignedTx, credentials } = members.fromJson(json);
      const bytes = encodeVersioned(members, { unsignedTx, credentials });
      return { unsigned: unsignedTx, credentials, bytes, id: sha256(bytes) };
    },
  };
}

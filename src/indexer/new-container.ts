import type { Id } from "../formats/bytes.ts";
import { encodeBytes } from "../formats/encoding.ts";
import { formatId } from "../formats/id.ts";
import { formatTimeNanos } from "../formats/time.ts";
import type { NewContainer } from "../store/container-log.ts";

/** A container that has just been accepted, `acceptedAtNanos` in Unix nanoseconds. */
export function newContainer(id: Id, bytes: Uint8Array, acceptedAtNanos: bigint): NewContainer {
  return {
    id,
    idText: formatId(id),
    bytesText: encodeBytes(bytes, "hex"),
    timestampText: formatTimeNanos(acceptedAtNanos),
  };
}

import type { WrittenText } from "../../../formats/written-json.ts";
import { errors } from "../../../generated/errors.ts";
import type { AnyContainer, AnyEncoding } from "../../../generated/types.ts";
import {
  type ContainerText,
  parseContainer,
  type WrittenContainer,
} from "../../../store/container-log.ts";

const checksumDigits = 8;

/** A container in the encoding asked for. Throws EncodingNotSupported. avalanchego utils/formatting/encoding.go @ v1.12.1 */
export function encodedContainer(
  container: ContainerText,
  encoding: AnyEncoding,
): AnyContainer | WrittenText {
  return encoding === "hex"
    ? { jsonText: container }
    : encoded(parseContainer(container), encoding);
}

/** As {@link encodedContainer}, for one of several. */
export function encoded(container: WrittenContainer, encoding: AnyEncoding): AnyContainer {
  if (encoding === "json") throw errors.encodingNotSupported();
  const { id, bytes, timestamp, index } = container;
  const text = encoding === "hexnc" ? bytes.slice(0, -checksumDigits) : bytes;
  return { id, bytes: text, timestamp, encoding, index };
}

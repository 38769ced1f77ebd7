import { parseJson } from "../../formats/json.ts";
import type { WrittenText } from "../../formats/written-json.ts";
import { errors } from "../../generated/errors.ts";
import type { AnyContainer, AnyEncoding } from "../../generated/types.ts";
import {
  type ContainerRange,
  type ContainerText,
  parseContainer,
  type WrittenContainer,
} from "../../store/container-log.ts";
import {
  containerAt,
  containerByID,
  containerPosition,
  containerRange,
  countOf,
  lastContainer,
  writtenRange,
} from "../containers/lookup.ts";
import type { AvalanchegoHandler, AvalanchegoWrittenHandler } from "../handler.ts";

/*
 * The index API as in AvalancheGo: containers in any encoding, and no encoding in getIndex and isAccepted.
 * avalanchego indexer/service.go @ v1.12.1
 */

export const getContainerByID: AvalanchegoWrittenHandler<
  "index.getContainerByID",
  "containers"
> = async ({ id, encoding }, context) =>
  encodedContainer(await containerByID(id, context), encoding);

export const getContainerByIndex: AvalanchegoWrittenHandler<
  "index.getContainerByIndex",
  "containers"
> = async ({ index, encoding }, context) =>
  encodedContainer(await containerAt(index, context), encoding);

export const getLastAccepted: AvalanchegoWrittenHandler<
  "index.getLastAccepted",
  "containers"
> = async ({ encoding }, context) => encodedContainer(await lastContainer(context), encoding);

/** Returns an object rather than a list; `numToFetch` 0 is an error. avalanchego indexer/index.go @ v1.12.1 */
export const getContainerRange: AvalanchegoWrittenHandler<
  "index.getContainerRange",
  "containers"
> = async ({ startIndex, numToFetch, encoding }, context) => {
  const count = countOf(numToFetch);
  if (count === 0) throw errors.numToFetchOutOfRange({ numToFetch });
  const range = await containerRange(startIndex, count, context);
  if (encoding === "hex") return writtenRange('{"containers":[', range, "]}");
  return { containers: (await parse(range)).map((container) => encoded(container, encoding)) };
};

export const getIndex: AvalanchegoHandler<"index.getIndex", "containers"> = async (
  { id },
  context,
) => {
  const position = await containerPosition(id, context);
  if (position === undefined) throw errors.notFound();
  return { index: position.toString() };
};

export const isAccepted: AvalanchegoHandler<"index.isAccepted", "containers"> = async (
  { id },
  context,
) => ({ isAccepted: (await containerPosition(id, context)) !== undefined });

const checksumDigits = 8;

/** Throws EncodingNotSupported. avalanchego utils/formatting/encoding.go @ v1.12.1 */
function encodedContainer(
  container: ContainerText,
  encoding: AnyEncoding,
): AnyContainer | WrittenText {
  return encoding === "hex"
    ? { jsonText: container }
    : encoded(parseContainer(container), encoding);
}

function encoded(container: WrittenContainer, encoding: AnyEncoding): AnyContainer {
  if (encoding === "json") throw errors.encodingNotSupported();
  const { id, bytes, timestamp, index } = container;
  const text = encoding === "hexnc" ? bytes.slice(0, -checksumDigits) : bytes;
  return { id, bytes: text, timestamp, encoding, index };
}

async function parse({ chunks }: ContainerRange): Promise<WrittenContainer[]> {
  const decoder = new TextDecoder();
  let json = "[";
  for (const chunk of chunks()) json += decoder.decode(await chunk, { stream: true });
  return parseJson(`${json}]`) as unknown as WrittenContainer[];
}

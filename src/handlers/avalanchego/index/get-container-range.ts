import { parseJson } from "../../../formats/json.ts";
import { errors } from "../../../generated/errors.ts";
import type { ContainerRange, WrittenContainer } from "../../../store/container-log.ts";
import type { AvalanchegoWrittenHandler } from "../../handler.ts";
import { containerRange, countOf, writtenRange } from "../../index/container-range.ts";
import { encoded } from "./encoded-container.ts";

/** In an object and in any encoding; none is an error. avalanchego indexer/index.go @ v1.12.1 */
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

async function parse({ chunks }: ContainerRange): Promise<WrittenContainer[]> {
  const decoder = new TextDecoder();
  let json = "[";
  for (const chunk of chunks()) json += decoder.decode(await chunk, { stream: true });
  return parseJson(`${json}]`) as unknown as WrittenContainer[];
}

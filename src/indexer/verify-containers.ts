import { equalBytes, type Id } from "../formats/bytes.ts";
import { decodeBytes } from "../formats/encoding.ts";
import { FormatError } from "../formats/format-error.ts";
import { formatId } from "../formats/id.ts";
import {
  type ContainerPages,
  type ContainerText,
  type IndexPath,
  parseContainer,
  type WrittenContainer,
} from "../store/container-log.ts";
import { ContainerError, readContainer } from "./container-id.ts";
import type { KnownChains } from "./import-containers.ts";

/** An error at a position of an index. */
export type Fault = { readonly path: IndexPath; readonly index: bigint; readonly what: string };

/**
 * Reads an index from its first container and computes every ID again. Yields the errors of each page and the number of
 * checked containers.
 */
export async function* verifyContainers(
  path: IndexPath,
  log: ContainerPages,
  chains: KnownChains,
): AsyncIterable<{ readonly checked: bigint; readonly faults: readonly Fault[] }> {
  let previousID: Id | undefined = chains.genesisID(path);
  let index = 0n;
  for await (const page of log.pages()) {
    const faults: Fault[] = [];
    const sound: { readonly id: Id; readonly index: bigint }[] = [];
    for (const text of page) {
      const found = check(path, text, index, previousID, chains);
      for (const what of found.faults) faults.push({ path, index, what });
      if (found.id !== undefined && found.faults.length === 0) sound.push({ id: found.id, index });
      previousID = found.id;
      index += 1n;
    }
    const indices = await log.indicesOf(sound.map(({ id }) => id));
    for (const [i, container] of sound.entries()) {
      if (indices[i] === container.index) continue;
      faults.push({ path, index: container.index, what: "it is not found by its ID" });
    }
    yield { checked: index, faults };
  }
}

type Checked = { readonly id: Id | undefined; readonly faults: readonly string[] };

function check(
  path: IndexPath,
  text: ContainerText,
  index: bigint,
  previousID: Id | undefined,
  chains: KnownChains,
): Checked {
  const container = parse(text);
  if (container === undefined) return { id: undefined, faults: ["it is not a container"] };
  const faults: string[] = [];
  if (container.index !== index.toString()) faults.push(`its own index is ${container.index}`);
  try {
    const { id, parentID, innerID } = readContainer(path, decodeBytes(container.bytes, "hex"));
    if (formatId(id) !== container.id) {
      faults.push(`its ID is ${container.id}, but the bytes have ${formatId(id)}`);
    }
    if (parentID !== undefined && previousID !== undefined && !equalBytes(parentID, previousID)) {
      faults.push(
        `it is a child of ${formatId(parentID)}, not of ${formatId(previousID)} before it`,
      );
    }
    const accepted = path === "P/block" ? chains.pChainBlockID(index + 1n) : undefined;
    if (accepted !== undefined && innerID !== undefined && !equalBytes(accepted, innerID())) {
      faults.push(`it is not block ${formatId(accepted)}, which this node accepted`);
    }
    return { id, faults };
  } catch (error) {
    if (!(error instanceof FormatError || error instanceof ContainerError)) throw error;
    return { id: undefined, faults: [...faults, error.message] };
  }
}

function parse(text: ContainerText): WrittenContainer | undefined {
  try {
    return parseContainer(text);
  } catch {
    return undefined;
  }
}

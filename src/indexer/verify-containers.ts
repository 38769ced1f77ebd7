import { equalBytes, type Id } from "../formats/bytes.ts";
import { decodeBytes } from "../formats/encoding.ts";
import { FormatError } from "../formats/format-error.ts";
import { formatId } from "../formats/id.ts";
import type { IndexPath, WrittenContainer } from "../store/container-log.ts";
import type { Containers } from "../store/containers.ts";
import { ContainerError, readContainer } from "./container-id.ts";
import type { KnownChains } from "./import-containers.ts";

/** What does not fit at a position of an index. */
export type Fault = { readonly path: IndexPath; readonly index: bigint; readonly what: string };

/**
 * Goes through an index from its first container and computes every ID anew: of each container that is
 * not what it should be, yields what is wrong; with the last of every page, how far it is.
 */
export function* verifyContainers(
  path: IndexPath,
  log: Containers,
  chains: KnownChains,
): Iterable<{ readonly checked: bigint; readonly faults: readonly Fault[] }> {
  let previousID: Id | undefined = chains.genesisID(path);
  let index = 0n;
  for (const page of log.pages()) {
    const faults: Fault[] = [];
    for (const json of page) {
      const found = check(path, json, index, previousID, chains);
      if (found.id !== undefined && !log.isListed(found.id, index)) {
        faults.push({ path, index, what: "it is not found by its ID" });
      }
      for (const what of found.faults) faults.push({ path, index, what });
      previousID = found.id;
      index += 1n;
    }
    yield { checked: index, faults };
  }
}

type Checked = { readonly id: Id | undefined; readonly faults: readonly string[] };

function check(
  path: IndexPath,
  json: string,
  index: bigint,
  previousID: Id | undefined,
  chains: KnownChains,
): Checked {
  const container = parse(json);
  if (container === undefined) return { id: undefined, faults: ["it is no container"] };
  const faults: string[] = [];
  if (container.index !== index.toString())
    faults.push(`it says that its index is ${container.index}`);
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

function parse(json: string): WrittenContainer | undefined {
  try {
    return JSON.parse(json) as WrittenContainer;
  } catch {
    return undefined;
  }
}

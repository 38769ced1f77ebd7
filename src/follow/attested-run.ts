import type { Id, NodeId } from "../formats/bytes.ts";
import { shuffled } from "./beacons.ts";
import {
  type BlockForm,
  type Container,
  ContainerError,
  readContainerWithID,
} from "./container.ts";
import type { Peers } from "./peers.ts";
import type { Tip } from "./walks.ts";

/** So few containers are fetched one by one: the response to a request for ancestors also has many that the node has. */
const oneByOneMax = 8n;

export type RunOptions = {
  readonly peers: Peers;
  readonly form: BlockForm;
  readonly isSigned: (container: Container) => boolean;
  readonly random: () => number;
};

/**
 * The containers from right above a tip up to an attested one, each known by its hash. Any of the voters can send them;
 * a liar among them costs one more request. Undefined if none sends them, or the attested one has another height.
 */
export async function attestedRun(
  options: RunOptions,
  attested: Tip,
  tip: Tip,
  voters: readonly NodeId[],
): Promise<readonly Container[] | undefined> {
  const run: Container[] = [];
  let next: Tip = attested;
  while (next.height > tip.height) {
    const part = await fetchPart(options, next, tip, voters);
    const last = part?.at(-1);
    if (part === undefined || last === undefined) return undefined;
    run.push(...part);
    next = { id: last.parentID, height: last.height - 1n };
  }
  return run.reverse();
}

/** The container and some of its ancestors above the tip, the newest first. */
async function fetchPart(
  options: RunOptions,
  wanted: Tip,
  tip: Tip,
  voters: readonly NodeId[],
): Promise<readonly Container[] | undefined> {
  const { peers, random } = options;
  const isOneByOne = wanted.height - tip.height <= oneByOneMax;
  for (const voter of shuffled(voters, random)) {
    const response = isOneByOne
      ? [await peers.container(voter, wanted.id)]
      : ((await peers.ancestors(voter, wanted.id)) ?? []);
    const part = validPart(options, wanted, tip, response);
    if (part.length > 0) return part;
  }
  return undefined;
}

function validPart(
  { form, isSigned }: RunOptions,
  wanted: Tip,
  tip: Tip,
  response: readonly (Uint8Array | undefined)[],
): readonly Container[] {
  const part: Container[] = [];
  let next = wanted;
  for (const bytes of response) {
    const container = bytes && readOrUndefined(bytes, next.id, form);
    if (container === undefined || container.height !== next.height || !isSigned(container)) break;
    part.push(container);
    next = { id: container.parentID, height: container.height - 1n };
    if (next.height <= tip.height) break;
  }
  return part;
}

function readOrUndefined(bytes: Uint8Array, id: Id, form: BlockForm): Container | undefined {
  try {
    return readContainerWithID(bytes, id, form);
  } catch (error) {
    if (error instanceof ContainerError) return undefined;
    throw error;
  }
}

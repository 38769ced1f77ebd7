import { type Container, ContainerError, readContainer } from "../follow/container.ts";
import { otherBlockAt, type Tip } from "../follow/walks.ts";
import { equalBytes } from "../formats/bytes.ts";
import type { HeightWatch } from "./height-watch.ts";
import { haveTrue, majorityOf } from "./majority.ts";
import type { Form, Upstream } from "./upstream.ts";

/** How long reading may occupy the event loop before other work runs. */
const sliceMs = 15;

export type AgreedRunsOptions = {
  readonly upstreams: readonly Upstream[];
  readonly heights: HeightWatch;
  readonly form: () => Form;
  /** Whether the proposer's signature is valid; IDs do not cover it. */
  readonly isSigned: (container: Container) => boolean;
  readonly nowMillis: () => number;
};

/**
 * Fetches containers that a majority of all upstreams has accepted. One upstream sends them; since each names its parent
 * by a hash, it is enough that the others have accepted the last one.
 */
export class AgreedRuns {
  readonly #options: AgreedRunsOptions;
  #next = 0;

  constructor(options: AgreedRunsOptions) {
    this.#options = options;
  }

  /** Containers right above a parent, up to a height; undefined if no upstream has any that a majority accepted. */
  async above(
    parent: Tip,
    height: bigint,
    signal: AbortSignal,
  ): Promise<readonly Container[] | undefined> {
    for (const source of this.#sources(parent.height)) {
      const run = await this.#fetch(source, parent, height, signal);
      const agreed = run && (await this.#agreedPart(source, run, signal));
      if (agreed === undefined || agreed.length === 0) continue;
      source.agrees();
      return agreed;
    }
    return undefined;
  }

  /** Whether a majority of all upstreams has accepted a container that this node has, and has caught up with the network. */
  isTip(container: Container, signal: AbortSignal): Promise<boolean> {
    const { upstreams } = this.#options;
    const attestations = upstreams.map(async (upstream) => {
      const answers = await Promise.all([
        upstream.isBootstrapped(signal),
        // All have the genesis block, which no index lists.
        container.height === 0n || this.#hasAccepted(upstream, container, signal),
      ]);
      return answers.every((answer) => answer === true);
    });
    return haveTrue(attestations, majorityOf(upstreams.length));
  }

  /** Finds the upstreams that have another block at the height of a container that this node has. */
  async blame(container: Container, signal: AbortSignal): Promise<void> {
    const { upstreams, heights, form } = this.#options;
    if (container.height === 0n) return;
    await Promise.all(
      upstreams.map(async (upstream) => {
        if ((heights.heightOf(upstream) ?? -1n) < container.height) return;
        if ((await upstream.attests(container, form(), signal)) !== false) return;
        upstream.disagrees(otherBlockAt(container.height));
      }),
    );
  }

  /** The upstreams that can send what is above a height, beginning with another one each time. */
  #sources(height: bigint): readonly Upstream[] {
    const { upstreams, heights, form } = this.#options;
    const able = upstreams.filter(
      (upstream) =>
        (heights.heightOf(upstream) ?? 0n) > height &&
        (form() === "blocks" || upstream.hasIndex("P/block") === true),
    );
    const first = able.length === 0 ? 0 : this.#next++ % able.length;
    return [...able.slice(first), ...able.slice(0, first)];
  }

  async #fetch(
    source: Upstream,
    parent: Tip,
    height: bigint,
    signal: AbortSignal,
  ): Promise<readonly Container[] | undefined> {
    const isByBlock = source.hasIndex("P/block") !== true;
    const first = parent.height + 1n;
    const bytes = isByBlock
      ? await source.blocks(first, height, signal)
      : await source.containers("P/block", first - 1n, height - 1n, signal);
    return bytes && this.#validRun(source, parent, bytes);
  }

  /** The leading containers that are linked to the parent by hashes, and signed. */
  async #validRun(
    source: Upstream,
    parent: Tip,
    received: readonly Uint8Array[],
  ): Promise<readonly Container[]> {
    const { nowMillis, isSigned } = this.#options;
    const run: Container[] = [];
    let last = parent;
    let until = nowMillis() + sliceMs;
    for (const bytes of received) {
      if (nowMillis() >= until) {
        await new Promise((resolve) => setImmediate(resolve));
        until = nowMillis() + sliceMs;
      }
      const container = this.#read(bytes);
      const height = last.height + 1n;
      if (container === undefined || container.height !== height || !isSigned(container)) {
        source.disagrees(`sent an invalid container for height ${height}`);
        break;
      }
      if (!equalBytes(container.parentID, last.id)) {
        source.disagrees(
          last === parent
            ? otherBlockAt(last.height)
            : `sent an invalid container for height ${height}`,
        );
        break;
      }
      run.push(container);
      last = container;
    }
    return run;
  }

  #read(bytes: Uint8Array): Container | undefined {
    try {
      const container = readContainer(bytes);
      return this.#options.form() === "blocks" ? readContainer(container.block) : container;
    } catch (error) {
      if (error instanceof ContainerError) return undefined;
      throw error;
    }
  }

  /** The leading part of a run that a majority has accepted, found by bisection. */
  async #agreedPart(
    source: Upstream,
    run: readonly Container[],
    signal: AbortSignal,
  ): Promise<readonly Container[]> {
    const { upstreams } = this.#options;
    const others = upstreams.filter((upstream) => upstream !== source);
    const needed = majorityOf(upstreams.length) - 1;
    let agreed = 0;
    // Most often everything is agreed, so the whole run comes first.
    let next = run.length;
    let end = run.length;
    while (agreed < end) {
      const last = run[next - 1]!;
      if (await this.#haveAccepted(others, last, needed, signal)) agreed = next;
      else end = next - 1;
      next = agreed + Math.ceil((end - agreed) / 2);
    }
    const disputed = run[agreed];
    if (agreed === 0 && disputed !== undefined)
      await this.#blameSource(source, disputed, others, signal);
    return run.slice(0, agreed);
  }

  /** The upstream disagrees if another one has a different block. An upstream that does not respond is not evidence. */
  async #blameSource(
    source: Upstream,
    disputed: Container,
    others: readonly Upstream[],
    signal: AbortSignal,
  ): Promise<void> {
    const { heights, form } = this.#options;
    for (const other of others) {
      if ((heights.heightOf(other) ?? -1n) < disputed.height) continue;
      if ((await other.attests(disputed, form(), signal)) !== false) continue;
      source.disagrees(`and ${other.client.name} have different blocks at ${disputed.height}`);
      return;
    }
  }

  #haveAccepted(
    upstreams: readonly Upstream[],
    container: Container,
    needed: number,
    signal: AbortSignal,
  ): Promise<boolean> {
    const answers = upstreams.map((upstream) => this.#hasAccepted(upstream, container, signal));
    return haveTrue(answers, needed);
  }

  async #hasAccepted(
    upstream: Upstream,
    container: Container,
    signal: AbortSignal,
  ): Promise<boolean | undefined> {
    const isAccepted = await upstream.attests(container, this.#options.form(), signal);
    if (isAccepted === true) upstream.agrees();
    return isAccepted;
  }
}

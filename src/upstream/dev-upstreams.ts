import { UpstreamFailure, UpstreamRefusal } from "./json-rpc-post.ts";
import type { UpstreamClient } from "./upstream-client.ts";

/** Before an upstream that did not answer is asked again. */
const againMs = 5_000;

export type DevUpstreamsOptions = {
  readonly clients: readonly Pick<UpstreamClient, "name" | "isDevNode">[];
  /** Rejects with the signal's reason if it is aborted first. */
  readonly sleep: (delayMs: number, signal: AbortSignal) => Promise<void>;
  readonly onWarning: (message: string) => void;
};

/** Finds upstreams that are dev nodes without --followable: following one ends at the first block that no network would accept. */
export class DevUpstreams {
  readonly #options: DevUpstreamsOptions;
  readonly #warnings: string[] = [];

  constructor(options: DevUpstreamsOptions) {
    this.#options = options;
  }

  /** Asks each upstream once. Rejects with the signal's reason when it is aborted. */
  async run(signal: AbortSignal): Promise<void> {
    await Promise.all(this.#options.clients.map((client) => this.#ask(client, signal)));
  }

  /** For health. */
  warnings(): readonly string[] {
    return this.#warnings;
  }

  async #ask(client: DevUpstreamsOptions["clients"][number], signal: AbortSignal): Promise<void> {
    while (true) {
      signal.throwIfAborted();
      const isDevNode = await this.#answer(client, signal);
      if (isDevNode === true) this.#warn(client.name);
      if (isDevNode !== undefined) return;
      await this.#options.sleep(againMs, signal);
    }
  }

  /** Undefined if the upstream cannot be reached. Any other error is that of a node without the dev API, or of a gateway. */
  async #answer(
    client: DevUpstreamsOptions["clients"][number],
    signal: AbortSignal,
  ): Promise<boolean | undefined> {
    try {
      return await client.isDevNode(signal);
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof UpstreamRefusal) return false;
      if (!(error instanceof UpstreamFailure)) throw error;
      const { status } = error;
      // A gateway answers in the place of a node that is away or busy.
      return status === undefined || status === 429 || status >= 500 ? undefined : false;
    }
  }

  #warn(name: string): void {
    const warning = `${name} is a dev node that is not followable. It makes blocks that a network's rules do not allow, such as empty ones and payments from the accounts that it funds: following halts at the first of them. Start it with --followable and another --data-dir.`;
    this.#warnings.push(warning);
    this.#options.onWarning(warning);
  }
}

import { parseJson } from "../../formats/json.ts";
import type { DevControls } from "../../handlers/context.ts";
import type { Metadata } from "../../store/metadata.ts";
import { isOfStore } from "../../store/store-condition.ts";
import type { ClockSetting, NodeClock } from "../clock.ts";

/** What readers must know of the writer's memory. In the store, so that it comes with the blocks of its time. */
export type SharedFacts = {
  readonly isBootstrapped: boolean;
  /** Of the chains beside the P-chain. */
  readonly bootstrappedChains: readonly ("X" | "C")[];
  readonly clock: ClockSetting;
};

/** As they are stored: JSON, where a clock that is not frozen has no frozen time. */
type StoredFacts = {
  readonly isBootstrapped: boolean;
  readonly bootstrappedChains?: readonly ("X" | "C")[];
  readonly clock: { readonly offsetMillis: number; readonly frozenMillis?: number };
};

const metadataKey = "shared-facts";

/** How often a change that nothing announces is noticed. */
const lookMs = 200;

/** Keeps the facts in the store up to date. */
export class FactsWriter {
  readonly #metadata: Metadata;
  readonly #clock: NodeClock;
  readonly #isBootstrapped: () => boolean;
  readonly #bootstrappedChains: () => readonly ("X" | "C")[];
  readonly #onChanged: () => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: {
    readonly metadata: Metadata;
    readonly clock: NodeClock;
    readonly isBootstrapped: () => boolean;
    readonly bootstrappedChains: () => readonly ("X" | "C")[];
    readonly onChanged: () => void;
  }) {
    this.#metadata = options.metadata;
    this.#clock = options.clock;
    this.#isBootstrapped = options.isBootstrapped;
    this.#bootstrappedChains = options.bootstrappedChains;
    this.#onChanged = options.onChanged;
  }

  start(): void {
    this.publish();
    this.#timer = setInterval(() => this.#publishLater(), lookMs);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** What cannot be written now is written when it can: the store's condition reports why. */
  #publishLater(): void {
    try {
      this.publish();
    } catch (error) {
      if (!isOfStore(error)) throw error;
    }
  }

  /** Writes the facts if they differ from the stored ones. */
  readonly publish = (): void => {
    const { offsetMillis, frozenMillis } = this.#clock.setting();
    const clock = { offsetMillis, ...(frozenMillis !== undefined && { frozenMillis }) };
    const isBootstrapped = this.#isBootstrapped();
    const bootstrappedChains = this.#bootstrappedChains();
    const text = JSON.stringify({ isBootstrapped, bootstrappedChains, clock });
    if (this.#metadata.getText(metadataKey) === text) return;
    this.#metadata.setText(metadataKey, text);
    this.#onChanged();
  };
}

export function readFacts(metadata: Metadata): SharedFacts {
  const text = metadata.getText(metadataKey);
  if (text === undefined) throw new Error("The store has no writer.");
  const {
    isBootstrapped,
    bootstrappedChains = [],
    clock,
  } = parseJson(text) as unknown as StoredFacts;
  return {
    isBootstrapped,
    bootstrappedChains,
    clock: { offsetMillis: clock.offsetMillis, frozenMillis: clock.frozenMillis },
  };
}

/** Publishes what a developer changes before the change is acknowledged. Reading publishes nothing, so it works on a full disk. */
export function publishing(dev: DevControls, publish: () => void): DevControls {
  return new Proxy(dev, {
    get: (target, name) => {
      const member = target[name as keyof DevControls] as unknown;
      if (typeof member !== "function") return member;
      return (...args: readonly unknown[]) => {
        const before = dev.moves.changes;
        const publishChange = () => {
          if (dev.moves.changes !== before) publish();
        };
        const result: unknown = member(...args);
        if (result instanceof Promise) return result.finally(publishChange);
        publishChange();
        return result;
      };
    },
  });
}

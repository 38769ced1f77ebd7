import { BlockProduction } from "../../chain/block-production.ts";
import type { Chain } from "../../chain/chain.ts";
import type { BlockProductionSetting } from "../../handlers/context.ts";
import type { Clock } from "../clock.ts";
import type { Log } from "../logging/log.ts";

/** Builds blocks between `start` and `stop`. `request` signals that there may be something to build. */
export type BlockMaker = {
  readonly start: () => void;
  readonly stop: () => void;
  readonly request: () => void;
};

/** Builds blocks on demand, at an interval, or not at all, and can switch between these modes. */
export class SettableBlockMaker implements BlockMaker {
  readonly #makerOf: (setting: BlockProductionSetting) => BlockMaker;
  #setting: BlockProductionSetting;
  #maker: BlockMaker;
  #running = false;

  constructor(setting: BlockProductionSetting, chain: Chain, clock: Clock, log: Log) {
    const onError = (err: unknown) => log.error({ err }, "couldn't produce a block");
    this.#makerOf = ({ mode, intervalMs }) =>
      mode === "interval"
        ? atInterval(intervalMs, chain, onError)
        : new BlockProduction({ chain, clock, mode, onError });
    this.#setting = setting;
    this.#maker = this.#makerOf(setting);
  }

  get setting(): BlockProductionSetting {
    return this.#setting;
  }

  set(setting: BlockProductionSetting): void {
    this.#maker.stop();
    this.#setting = setting;
    this.#maker = this.#makerOf(setting);
    if (this.#running) this.#maker.start();
  }

  start(): void {
    this.#running = true;
    this.#maker.start();
  }

  stop(): void {
    this.#running = false;
    this.#maker.stop();
  }

  request(): void {
    this.#maker.request();
  }
}

/** For a chain whose blocks others build. */
export const noBlocks: BlockMaker = { start: () => {}, stop: () => {}, request: () => {} };

function atInterval(
  intervalMs: number,
  chain: Chain,
  onError: (error: unknown) => void,
): BlockMaker {
  let timer: NodeJS.Timeout | undefined;
  const produce = () => {
    try {
      chain.produceBlock();
    } catch (error) {
      onError(error);
    }
  };
  return {
    start: () => {
      timer = setInterval(produce, intervalMs);
      timer.unref();
    },
    stop: () => clearInterval(timer),
    request: () => {},
  };
}

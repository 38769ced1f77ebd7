import { BlockProduction } from "../chain/block-production.ts";
import type { Chain } from "../chain/chain.ts";
import type { Clock } from "./clock.ts";
import type { Log } from "./log.ts";
import type { ChainConfig } from "./node-config.ts";

/** What makes blocks: it runs from `start` to `stop`, and is told when there may be something for a block. */
export type BlockMaker = {
  readonly start: () => void;
  readonly stop: () => void;
  readonly request: () => void;
};

/** Blocks as they are needed, at an interval, or only when somebody asks the chain itself for one. */
export function blockMaker(config: ChainConfig, chain: Chain, clock: Clock, log: Log): BlockMaker {
  const onError = (err: unknown) => log.error({ err }, "couldn't produce a block");
  if (config.blockTimeMs > 0) return atInterval(config.blockTimeMs, chain, onError);
  const production = new BlockProduction({ chain, clock, mode: config.production, onError });
  return {
    start: () => production.start(),
    stop: () => production.stop(),
    request: () => production.request(),
  };
}

/** Of a chain that others make the blocks of. */
export const noBlocks: BlockMaker = { start: () => {}, stop: () => {}, request: () => {} };

function atInterval(
  blockTimeMs: number,
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
      timer = setInterval(produce, blockTimeMs);
      timer.unref();
    },
    stop: () => clearInterval(timer),
    request: () => {},
  };
}

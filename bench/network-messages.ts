import { pacedRequestsPerSecond } from "../src/follow/stored-chain/stored-chain-following.ts";
import {
  connectedValidators,
  followInVirtualTime,
  validatorStakes,
} from "../test/support/follow/virtual-network.ts";

export type MessageFigures = {
  readonly connected: number;
  /** Questions a second to all peers together, while there are no blocks. */
  readonly idlePerSecond: number;
  /** Questions for one block, beyond those. */
  readonly perBlock: number;
  /** From the acceptance by all to ours, in the median. */
  readonly delayMs: number;
};

export type PacedFigures = { readonly requestsPerSecond: number; readonly worstDelayMs: number };

const blockMs = 2_000;
const blocks = 30;
/** Follows a network of a number of validators in virtual time. Their stake falls with the square root of their rank. */
export async function measureMessages(validators: number): Promise<MessageFigures> {
  const stakes = validatorStakes(validators);
  const connected = connectedValidators(stakes);
  const seconds = (blocks * blockMs) / 1000;
  const network = { stakes, blockMs, seconds };
  const idle = await followInVirtualTime({ ...network, blocks: 0 });
  const busy = await followInVirtualTime({ ...network, blocks });
  const idlePerSecond = idle.asked / seconds;
  return {
    connected: connected.length,
    idlePerSecond,
    perBlock: (busy.asked - idle.asked) / blocks,
    delayMs: busy.delaysMs.sort((a, b) => a - b)[blocks >> 1]!,
  };
}

const pacedSeconds = 120;
/** All validators attest the tip once at the start. */
const pacedStartMs = 15_000;

/** Follows the C-chain, whose polls are paced, in virtual time. */
export async function measurePaced(validators: number, blockMs: number): Promise<PacedFigures> {
  const { asked, delaysMs } = await followInVirtualTime({
    stakes: validatorStakes(validators),
    blocks: Math.floor((pacedSeconds * 1000) / blockMs),
    blockMs,
    seconds: pacedSeconds,
    requestsPerSecond: pacedRequestsPerSecond,
    spreadMs: 500,
  });
  const worstDelayMs = Math.max(...delaysMs.slice(Math.ceil(pacedStartMs / blockMs)));
  return { requestsPerSecond: asked / pacedSeconds, worstDelayMs };
}

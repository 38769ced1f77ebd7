/** Reports each new height of a chain. */
export type BlockSource = {
  /** Starts reporting; returns a function that stops. */
  readonly start: (listener: BlockListener) => () => void;
};

export type BlockListener = {
  readonly onHeight: (height: bigint) => void;
  /** Reported blocks are no longer on the chain. */
  readonly onReverted: () => void;
  /** The transactions in the mempool may have changed. */
  readonly onPending: () => void;
  /** The node cannot be reached, with the reason, or can be reached again. */
  readonly onTrouble: (reason: string | undefined) => void;
};

const pollMs = 1_000;
const pollAfterTroubleMs = 4_000;

/** Requests the height every second while the page is visible. */
export function pollingBlocks(height: () => Promise<bigint>): BlockSource {
  return {
    start: ({ onHeight, onTrouble }) => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      let last: bigint | undefined;
      let isStopped = false;
      const ask = async (): Promise<void> => {
        let waitMs = pollMs;
        if (!document.hidden) {
          try {
            const now = await height();
            if (isStopped) return;
            onTrouble(undefined);
            if (now !== last) onHeight(now);
            last = now;
          } catch (error) {
            if (isStopped) return;
            onTrouble((error as Error).message);
            waitMs = pollAfterTroubleMs;
          }
        }
        timer = setTimeout(() => void ask(), waitMs);
      };
      void ask();
      return () => {
        isStopped = true;
        clearTimeout(timer);
      };
    },
  };
}

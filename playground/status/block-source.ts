/** Tells of each new height of a chain. */
export type BlockSource = {
  /** Begins to tell; answers how to stop. */
  readonly start: (listener: BlockListener) => () => void;
};

export type BlockListener = {
  readonly onHeight: (height: bigint) => void;
  /** Blocks that were told of are no longer on the chain. */
  readonly onReverted: () => void;
  /** What waits for a block may have changed. */
  readonly onPending: () => void;
  /** The node cannot be asked, with the reason, or can be again. */
  readonly onTrouble: (reason: string | undefined) => void;
};

const pollMs = 1_000;
const pollAfterTroubleMs = 4_000;

/** Asks for the height every second while the page is seen. */
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

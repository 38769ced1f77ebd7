import type { BlockListener, BlockSource } from "./block-source.ts";

const topics = "block,transaction";

/**
 * Uses the node's event stream. For a node without one, such as AvalancheGo, uses `other` instead.
 * After a broken connection the browser reconnects, and the stream reports the current state of the
 * chain.
 */
export function streamedBlocks(node: string, other: BlockSource): BlockSource {
  return {
    start: (listener) => {
      let stop = follow(`${node}/ext/events?topics=${topics}`, listener, () => {
        stop = other.start(listener);
      });
      return () => stop();
    },
  };
}

function follow(url: string, listener: BlockListener, onNoStream: () => void): () => void {
  const { onHeight, onPending, onTrouble } = listener;
  const stream = new EventSource(url);
  let last: bigint | undefined;
  const onMessage = (event: MessageEvent<string>): void => {
    const { height } = JSON.parse(event.data) as { readonly height: string };
    onTrouble(undefined);
    if (BigInt(height) === last) return;
    last = BigInt(height);
    onHeight(last);
  };
  stream.addEventListener("reverted", () => {
    last = undefined;
    listener.onReverted();
  });
  for (const name of ["ready", "block", "reverted"]) stream.addEventListener(name, onMessage);
  stream.addEventListener("transaction", onPending);
  stream.addEventListener("error", () => {
    if (stream.readyState !== EventSource.CLOSED) onTrouble("the connection broke off");
    else {
      stream.close();
      onNoStream();
    }
  });
  return () => stream.close();
}

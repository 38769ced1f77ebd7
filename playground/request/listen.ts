import { failedFetch } from "./local-network.ts";

export type Listening = { readonly stop: () => void };

export type Listener = {
  /** The JSON of an event. */
  readonly onEvent: (text: string) => void;
  /** The connection broke. The browser reconnects and resumes by itself. */
  readonly onTrouble: (state: string) => void;
  /** There is no stream, and why. */
  readonly onEnd: (reason: string) => void;
};

/** Listens to the event stream at a URL. */
export function listen(url: string, names: readonly string[], listener: Listener): Listening {
  const stream = new EventSource(url);
  let isStopped = false;
  for (const name of names) {
    stream.addEventListener(name, ({ data }: MessageEvent<string>) => listener.onEvent(data));
  }
  stream.addEventListener("error", () => {
    if (stream.readyState !== EventSource.CLOSED) listener.onTrouble("coming back");
    else {
      void refusalOf(url).then((reason) => {
        if (!isStopped) listener.onEnd(reason);
      });
    }
  });
  return {
    stop: () => {
      isStopped = true;
      stream.close();
    },
  };
}

/**
 * An EventSource does not expose the response to a failed request, so the same request is sent
 * again.
 */
async function refusalOf(url: string): Promise<string> {
  const controller = new AbortController();
  try {
    const response = await fetch(url, { signal: controller.signal });
    if (response.ok) return "the stream ended";
    return `${response.status}: ${(await response.text()).trim()}`;
  } catch (error) {
    return `nothing came back (${failedFetch(error, url)})`;
  } finally {
    controller.abort();
  }
}

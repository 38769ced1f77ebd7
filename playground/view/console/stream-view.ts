import type { Listening } from "../../request/listen.ts";
import { stream } from "../../request/stream.ts";
import { eventList } from "./event-list.ts";

/** What a subscription receives, until it is stopped or ends. */
export function streamView(onChange: (isRunning: boolean) => void): {
  readonly node: HTMLElement;
  readonly toggle: (url: string, request: string) => void;
  readonly stop: () => void;
} {
  const list = eventList();
  let listening: Listening | undefined;
  const stop = (): void => {
    listening?.stop();
    listening = undefined;
    onChange(false);
  };
  return {
    node: list.node,
    stop,
    toggle: (url, request) => {
      if (listening !== undefined) {
        stop();
        list.say("stopped");
        return;
      }
      list.clear();
      onChange(true);
      listening = stream(url, request, {
        onEvent: list.add,
        onTrouble: list.say,
        onEnd: (reason) => {
          stop();
          list.refuse(reason);
        },
      });
    },
  };
}

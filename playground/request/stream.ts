import type { Listener, Listening } from "./listen.ts";

/** Sends a request over a WebSocket and passes on every message: the response, and then what the server pushes. */
export function stream(url: string, request: string, listener: Listener): Listening {
  const socket = new WebSocket(url.replace(/^http/, "ws"));
  let isStopped = false;
  socket.addEventListener("open", () => socket.send(request));
  socket.addEventListener("message", ({ data }) => listener.onEvent(String(data)));
  socket.addEventListener("close", ({ code, reason }) => {
    if (!isStopped) listener.onEnd(`The connection closed (${reason || code}).`);
  });
  return {
    stop: () => {
      isStopped = true;
      socket.close();
    },
  };
}

import type { StreamEvent } from "../generated/events.ts";

/** An event with the text that every subscriber gets. */
export type Message = { readonly event: StreamEvent; readonly text: string };

export function messageOf(event: StreamEvent): Message {
  return { event, text: JSON.stringify(event) };
}

/** Where a subscriber's messages go. */
export type Sink = {
  /** Sends a message; false when the client has enough to read for now. */
  readonly send: (message: Message) => boolean;
};

import type { StreamEvent } from "../generated/events.ts";

/** An event, and what every subscriber gets of it: one object for all of them. */
export type Message = {
  readonly event: StreamEvent;
  readonly told: { readonly id: string; readonly event: string; readonly data: string };
};

export function messageOf(event: StreamEvent): Message {
  return { event, told: { id: event.cursor, event: event.type, data: JSON.stringify(event) } };
}

/** Where a subscriber's messages go. */
export type Sink = {
  /** Sends a message; false when the client has enough to read for now. */
  readonly send: (message: Message) => boolean;
};

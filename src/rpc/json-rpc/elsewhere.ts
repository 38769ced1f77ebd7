import type { ClientConnection } from "./method.ts";

/** The process that answers what this one cannot. */
export abstract class Elsewhere {
  /** Called before each call. Returns false to leave the call to the other process. */
  abstract answersHere(): boolean;

  /** Called when a handler has returned; an asynchronous one may still read. */
  abstract returned(): void;

  /**
   * Sends a call to a path of the other process and resolves to the response's text. Gives up when the client has gone. Rejects
   * with UnavailableElsewhere if the other process does not answer calls now.
   */
  abstract forward(path: string, call: string, client?: ClientConnection): Promise<string>;
}

/** Thrown by a handler, or by what it uses: the other process must answer the call. */
export class AnsweredElsewhere extends Error {
  override readonly name = "AnsweredElsewhere";

  constructor() {
    super("another process answers this call");
  }
}

/** The other process refused a call for now. The message is a line of text for the client. */
export class UnavailableElsewhere extends Error {
  override readonly name = "UnavailableElsewhere";
  /** When it may answer, as the header has it. */
  readonly retryAfter: string | undefined;

  constructor(text: string, retryAfter: string | undefined) {
    super(text);
    this.retryAfter = retryAfter;
  }
}

/** Stands for a part of a handler's context that only the other process has. */
export function elsewhere<T extends object>(): T {
  return new Proxy({} as T, {
    get: () => {
      throw new AnsweredElsewhere();
    },
  });
}

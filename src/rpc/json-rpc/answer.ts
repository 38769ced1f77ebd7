import { textOf, type WrittenResult } from "../../formats/written-json.ts";
import { type CachedResult, resultPrefix } from "./cache.ts";

/** The response to a body. */
export type Answer = {
  /** The whole response; empty for a notification. Undefined when `cached` or `written` is set. */
  readonly text: string | undefined;
  /** A long result, sent inside its envelope. */
  readonly cached: CachedResult | undefined;
  /** A result that its handler has written, sent inside its envelope. */
  readonly written?: WrittenResult;
  /** The id of `cached` or `written`. */
  readonly id: string;
  /** Whether a method ran or its result came from the cache. */
  readonly invoked: boolean;
  /** The method that the page which asks must not call: the whole request gets 403. */
  readonly forbidden?: string;
  /** Why no process answers the call now, as a line: the whole request gets 503. */
  readonly unavailable?: { readonly text: string; readonly retryAfter: string | undefined };
  /** What it says, if it is an error. */
  readonly error?: string;
  /** Which params were ignored, as a line of ASCII. */
  readonly warning?: string;
};

/** An answer that is a whole response. */
export const whole = (text: string, invoked: boolean): Answer => ({
  text,
  cached: undefined,
  id: "",
  invoked,
});

export const success = (result: string, id: string | undefined): Answer =>
  whole(id === undefined ? "" : `${resultPrefix}${result},"id":${id}}\n`, true);

export const forbidden = (method: string): Answer => ({ ...whole("", false), forbidden: method });

/** The whole response as text. */
export async function textOfAnswer({ text, cached, written, id }: Answer): Promise<string> {
  if (text !== undefined) return text;
  const result = cached === undefined ? await textOf(written!) : cached.toText();
  return `${resultPrefix}${result},"id":${id}}\n`;
}

/** An error says itself what is wrong. */
export const warned = (answer: Answer, warning: string | undefined): Answer =>
  warning === undefined || answer.error !== undefined ? answer : { ...answer, warning };

/** About how long a response is. */
export const answerBytes = ({ text, cached, written }: Answer): number =>
  text?.length ?? cached?.bytes ?? written!.byteLength;

/** A written result comes into being while it is read: about so much of it exists at the same time. */
const writtenBytesMax = 524_288;

/** What an answer occupies until its client has read it. */
export const occupiedBytes = (answer: Answer): number => {
  const bytes = answerBytes(answer);
  return answer.written === undefined ? bytes : Math.min(bytes, writtenBytesMax);
};

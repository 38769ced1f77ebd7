/**
 * A long result that its handler has already written as JSON. The server sends it as it is, chunk by
 * chunk, without validating or caching it: a test must check it against the schema.
 */
export type WrittenResult = {
  /** Bytes of all chunks together. */
  readonly byteLength: number;
  readonly jsonChunks: () => Iterable<Uint8Array | Promise<Uint8Array>>;
};

/** Like {@link WrittenResult}, for a short result. */
export type WrittenText = {
  readonly jsonText: string;
  /** Whether the server may cache it, as it caches results that it writes itself. */
  readonly mayBeCached?: boolean;
  /** Whether the handler returns this object again: the server then makes the bytes to send once. */
  readonly isLasting?: boolean;
};

/** An object of members, a list and further members, whose list is already written: its items, separated by commas. */
export function writtenWithList(
  before: object,
  list: { readonly name: string; readonly items: string },
  after: object = {},
): WrittenText {
  const [start, end] = [JSON.stringify(before).slice(1, -1), JSON.stringify(after).slice(1, -1)];
  const comma = start === "" ? "" : ",";
  const rest = end === "" ? "" : `,${end}`;
  const jsonText = `{${start}${comma}${JSON.stringify(list.name)}:[${list.items}]${rest}}`;
  return { jsonText, mayBeCached: true };
}

export function isWrittenResult(value: unknown): value is WrittenResult {
  return (
    typeof value === "object" &&
    value !== null &&
    "jsonChunks" in value &&
    typeof value.jsonChunks === "function"
  );
}

export function isWrittenText(value: unknown): value is WrittenText {
  return typeof value === "object" && value !== null && "jsonText" in value;
}

/** The chunks of a written result as one string. */
export async function textOf({ jsonChunks }: WrittenResult): Promise<string> {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  let text = "";
  for (const chunk of jsonChunks()) text += decoder.decode(await chunk, { stream: true });
  return text + decoder.decode();
}

/** The same result, but reports why a chunk cannot be read. */
export function watched(
  { byteLength, jsonChunks }: WrittenResult,
  report: (error: unknown) => void,
): WrittenResult {
  const fail = (error: unknown): never => {
    report(error);
    throw error;
  };
  return {
    byteLength,
    *jsonChunks() {
      try {
        for (const chunk of jsonChunks()) {
          yield chunk instanceof Promise ? chunk.catch(fail) : chunk;
        }
      } catch (error) {
        fail(error);
      }
    },
  };
}

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
export type WrittenText = { readonly jsonText: string };

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

/** A written result as one text. */
export async function textOf({ jsonChunks }: WrittenResult): Promise<string> {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  let text = "";
  for (const chunk of jsonChunks()) text += decoder.decode(await chunk, { stream: true });
  return text + decoder.decode();
}

/** The same result, which reports why a chunk of it cannot be read. */
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

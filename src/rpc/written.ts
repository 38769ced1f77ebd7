import type { WrittenResult, WrittenText } from "./method.ts";

export const isWritten = (value: unknown): value is WrittenResult =>
  typeof value === "object" &&
  value !== null &&
  "jsonChunks" in value &&
  typeof value.jsonChunks === "function";

export const isWrittenText = (value: unknown): value is WrittenText =>
  typeof value === "object" && value !== null && "jsonText" in value;

/** A written result as one text. */
export const textOf = async ({ jsonChunks }: WrittenResult): Promise<string> => {
  const chunks: Uint8Array[] = [];
  for (const chunk of jsonChunks()) chunks.push(await chunk);
  return Buffer.concat(chunks).toString();
};

/** The same result, which tells why a chunk of it cannot be read. */
export const watched = (
  { byteLength, jsonChunks }: WrittenResult,
  tell: (error: unknown) => void,
): WrittenResult => {
  const fail = (error: unknown): never => {
    tell(error);
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
};

import { readFileSync } from "node:fs";
import type { FileOrContent } from "../node-config.ts";
import { StartError } from "../node-config.ts";

/** The given content or the bytes of the file; undefined if an optional file is missing. Throws StartError. */
export function readFileOrContent(source: FileOrContent): Uint8Array | undefined {
  if ("content" in source) return source.content;
  try {
    return new Uint8Array(readFileSync(source.path));
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === "ENOENT";
    if (missing && !source.required) return undefined;
    if (missing) throw new StartError(`file does not exist: ${source.path}`);
    throw new StartError(`unable to read ${source.path}: ${(error as Error).message}`);
  }
}

/** As `readFileOrContent`, as text. */
export function readTextOrContent(source: FileOrContent): string | undefined {
  const bytes = readFileOrContent(source);
  return bytes === undefined ? undefined : new TextDecoder().decode(bytes);
}

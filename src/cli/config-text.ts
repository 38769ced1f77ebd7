import { constants, openSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { Socket } from "node:net";
import { buffer } from "node:stream/consumers";
import { ConfigError } from "./flag-types.ts";

/** The text of a config file, which may be a named pipe. Throws ConfigError. */
export async function readConfigText(path: string): Promise<string> {
  try {
    return decodeConfig(await readBytes(path));
  } catch (error) {
    throw new ConfigError(`unable to read the config file ${path}: ${(error as Error).message}`);
  }
}

/** Without the byte order mark that editors on Windows write. */
function decodeConfig(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    throw new ConfigError("it is not UTF-8 text: save it as UTF-8", { cause: error });
  }
}

async function readBytes(path: string): Promise<Uint8Array> {
  const file = await stat(path);
  if (file.isDirectory()) throw new ConfigError("it is a directory");
  return file.isFIFO() ? readPipe(path) : readFile(path);
}

/** Waits for a writer. A thread that is blocked in a read would keep the process from ending at a signal. */
function readPipe(path: string): Promise<Uint8Array> {
  const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  return buffer(new Socket({ fd, writable: false }));
}

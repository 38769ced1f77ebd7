import { fstatSync, writeSync } from "node:fs";
import { isatty } from "node:tty";

/** The file that the output goes to cannot be written: the disk is full, for example. */
export class UnwrittenOutput extends Error {
  override readonly name = "UnwrittenOutput";
}

/** A stream to a file cannot be used again after a full disk, so files are written directly, which throws UnwrittenOutput. */
export function standardOutput(): (text: string) => void {
  const { fd } = process.stdout;
  if (!isFile(fd)) return (text) => process.stdout.write(text);
  const lineFeed = 10;
  let isWithinLine = false;
  return (text) => {
    const bytes = Buffer.from(isWithinLine ? `\n${text}` : text);
    const written = writeFile(fd, bytes);
    isWithinLine = bytes[written - 1] !== lineFeed && (isWithinLine || written > 0);
    if (written < bytes.length) throw new UnwrittenOutput("ENOSPC: no space left on device");
    isWithinLine = false;
  };
}

function writeFile(fd: number, bytes: Uint8Array): number {
  try {
    return writeSync(fd, bytes);
  } catch (error) {
    throw new UnwrittenOutput((error as Error).message, { cause: error });
  }
}

/** Also true for devices such as /dev/null. */
function isFile(fd: number): boolean {
  try {
    const found = fstatSync(fd);
    return found.isFile() || (found.isCharacterDevice() && !isatty(fd));
  } catch {
    // Closed by the parent.
    return false;
  }
}

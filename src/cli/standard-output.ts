import { fstatSync, writeSync } from "node:fs";
import { isatty } from "node:tty";

/** A stream to a file cannot be used again after a full disk, so files are written directly. Throws if one cannot be written. */
export function standardOutput(): (text: string) => void {
  const { fd } = process.stdout;
  if (!isFile(fd)) return (text) => process.stdout.write(text);
  const lineFeed = 10;
  let isWithinLine = false;
  return (text) => {
    const bytes = Buffer.from(isWithinLine ? `\n${text}` : text);
    const written = writeSync(fd, bytes);
    isWithinLine = bytes[written - 1] !== lineFeed && (isWithinLine || written > 0);
    if (written < bytes.length) throw new Error("ENOSPC: no space left on device");
    isWithinLine = false;
  };
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

import { writeSync } from "node:fs";
import { openUsers } from "../keystore.ts";

export const importedEntries = 3000;

/** A process that adds users with many entries and deletes the one before, until it is killed. */
function importEndlessly(path: string): never {
  const { users } = openUsers(path);
  const passwordHash = { hash: new Uint8Array(32), salt: new Uint8Array(16) };
  const entries = Array.from({ length: importedEntries }, (_, index) => ({
    key: new TextEncoder().encode(`key ${index}`),
    value: new Uint8Array(82).fill(index),
  }));
  for (let user = users.names().length; ; user++) {
    users.add(`user ${user}`, passwordHash, entries);
    if (user > 0) users.delete(`user ${user - 1}`);
    writeSync(standardOutput, `${user}\n`);
  }
}

const standardOutput = 1;
const [, , path] = process.argv;
if (path?.endsWith(".sqlite")) importEndlessly(path);

import { suggestion } from "../cli/flag-types.ts";
import { hardforks } from "../networks/hardfork.ts";
import type { StartOptions } from "./embedding.ts";

type Kind = { readonly expected: string; readonly accepts: (value: unknown) => boolean };

const count: Kind = {
  expected: "a whole number of at least 0",
  accepts: (value) => Number.isSafeInteger(value) && Number(value) >= 0,
};
const path: Kind = {
  expected: "a path: a string that is not empty",
  accepts: (value) => typeof value === "string" && value !== "",
};

const kinds: Readonly<Record<keyof StartOptions, Kind>> = {
  port: count,
  dataDirectory: path,
  stateFile: path,
  blockProduction: {
    expected: '"auto" or "manual"',
    accepts: (value) => value === "auto" || value === "manual",
  },
  blockTimeMs: count,
  timestamp: {
    expected: 'a Date, such as new Date("2030-01-01")',
    // Second 0 means the machine's time to the flag.
    accepts: (value) => value instanceof Date && value.getTime() >= 1000,
  },
  accounts: count,
  balanceAvax: count,
  stakers: count,
  hardfork: {
    expected: hardforks.map((name) => `"${name}"`).join(", "),
    accepts: (value) => (hardforks as readonly unknown[]).includes(value),
  },
  gasLimit: {
    expected: `${count.expected} or "network"`,
    accepts: (value) => value === "network" || count.accepts(value),
  },
  flags: {
    expected: "an object with flags by name",
    accepts: (value) => typeof value === "object" && value !== null && !Array.isArray(value),
  },
};

/** JavaScript callers have no compiler. Throws an Error that names the option and what it must be. */
export function checkOptions(options: StartOptions): void {
  if (!kinds.flags.accepts(options))
    throw refused("its argument", "an object with options", options);
  for (const [name, value] of Object.entries(options)) {
    const kind = Object.hasOwn(kinds, name) ? kinds[name as keyof StartOptions] : undefined;
    if (kind === undefined) {
      throw new TypeError(
        `couldn't start node: there is no option "${name}"${suggestion(name, Object.keys(kinds))}. Options are ${Object.keys(kinds).join(", ")}`,
      );
    }
    if (value !== undefined && !kind.accepts(value)) {
      throw refused(`option "${name}"`, kind.expected, value);
    }
  }
  for (const [name, value] of Object.entries(options.flags ?? {})) {
    const plainName = name.replace(/^-+/, "");
    if (plainName !== name) {
      const text = `flag "${name}" must be named without dashes: "${plainName}"`;
      throw new TypeError(`couldn't start node: ${text}`);
    }
    const isPlain = ["string", "number", "boolean", "undefined"].includes(typeof value);
    if (!isPlain) throw refused(`flag "${name}"`, "a string, a number or a boolean", value);
  }
}

function refused(what: string, expected: string, value: unknown): TypeError {
  const got = typeof value === "string" ? JSON.stringify(value) : String(value);
  return new TypeError(`couldn't start node: ${what} must be ${expected}, got ${got}`);
}

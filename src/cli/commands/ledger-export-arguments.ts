import { knownFlags } from "../accepted-flags.ts";
import { heightsPerFile } from "../export/export-tables.ts";
import { ConfigError } from "../flag-types.ts";
import { unknownFlag } from "../parse.ts";

export const exportFormats = ["parquet", "csv", "ndjson"] as const;
export type ExportFormat = (typeof exportFormats)[number];

export type LedgerExportArguments = {
  readonly format: ExportFormat;
  readonly from: number;
  /** Undefined for the last block. */
  readonly to: number | undefined;
  readonly out: string;
  readonly nodeFlags: readonly string[];
};

const ownFlags = ["format", "from", "to", "out"] as const;
type OwnFlag = (typeof ownFlags)[number];

/** Separates the command's arguments from the flags of the node. Throws ConfigError, which names flag and remedy. */
export function ledgerExportArguments(args: readonly string[]): LedgerExportArguments {
  const own: Partial<Record<OwnFlag, string>> = {};
  const nodeFlags: string[] = [];
  for (let i = 0; i < args.length; i++) {
    const argument = args[i]!;
    if (!argument.startsWith("-")) refuse(`unexpected argument: ${JSON.stringify(argument)}`);
    const [, name = "", , value] = /^--?([^=]+)(=(.*))?$/s.exec(argument) ?? [];
    if ((ownFlags as readonly string[]).includes(name)) {
      const next = args[i + 1];
      // A flag that follows is not the value that was forgotten.
      if (value === undefined && (next === undefined || next.startsWith("--"))) {
        refuse(`--${name} needs a value`);
      }
      own[name as OwnFlag] = value ?? args[++i]!;
      continue;
    }
    nodeFlags.push(argument);
    const flag = knownFlags.get(name);
    if (flag === undefined) throw unknownFlag(name, ownFlags);
    const takesNext = value === undefined && flag.type !== "bool";
    if (takesNext && i + 1 < args.length) nodeFlags.push(args[++i]!);
  }
  return { ...verified(own), nodeFlags };
}

function verified(own: Partial<Record<OwnFlag, string>>): Omit<LedgerExportArguments, "nodeFlags"> {
  const format = exportFormats.find((each) => each === own.format);
  if (format === undefined) {
    const got = own.format === undefined ? "" : `, got ${JSON.stringify(own.format)}`;
    return refuse(`--format: expected ${exportFormats.join(", ")}${got}`);
  }
  if (own.out === undefined || own.out === "")
    return refuse("--out: expected a folder that does not exist");
  const from = heightOf("from", own.from ?? "0");
  const to = own.to === undefined ? undefined : heightOf("to", own.to);
  if (from % heightsPerFile !== 0) {
    const below = from - (from % heightsPerFile);
    refuse(
      `--from: expected a multiple of ${heightsPerFile}, because each file has that many heights, such as ${below}, got ${from}`,
    );
  }
  if (to !== undefined && to < from) refuse(`--to: expected a height from ${from} on, got ${to}`);
  return { format, from, to, out: own.out };
}

function heightOf(name: OwnFlag, text: string): number {
  if (/^(0|[1-9]\d{0,14})$/.test(text)) return Number(text);
  return refuse(`--${name}: expected a height, got ${JSON.stringify(text)}`);
}

function refuse(message: string): never {
  throw new ConfigError(message);
}

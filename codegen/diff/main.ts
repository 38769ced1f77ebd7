import { resolve } from "node:path";
import { type ContractVersion, readContract, UnreadableContract } from "./contracts.ts";
import { compareDocuments } from "./documents.ts";
import { BrokenReference } from "./forms.ts";
import { humanReport, joinProfiles } from "./report.ts";

const usage = `usage: npm run contract:diff -- [--json] OLD NEW
OLD and NEW: a folder with openrpc/, a folder of OpenRPC documents, one document, or a git revision.
Exit code: 0 without breaking changes, 1 with, 2 where something cannot be read.
`;

type Prints = (text: string) => void;

/** Compares two versions of the contract and prints the changes. Returns the exit code. */
export function main(
  args: readonly string[],
  root: string,
  { out, err }: { readonly out: Prints; readonly err: Prints },
): number {
  const json = args.includes("--json");
  const places = args.filter((arg) => arg !== "--json");
  const [old, now] = places;
  if (old === undefined || now === undefined || places.length > 2) {
    err(usage);
    return 2;
  }
  try {
    return reportChanges(readContract(old, root), readContract(now, root), json, out);
  } catch (error) {
    if (!(error instanceof UnreadableContract || error instanceof BrokenReference)) throw error;
    err(`${error.message}\n`);
    return 2;
  }
}

/** Prints the changes between two versions. Returns 1 if there are breaking ones, else 0. */
export function reportChanges(
  before: ContractVersion,
  after: ContractVersion,
  json: boolean,
  out: Prints,
): number {
  const profiles = sharedProfiles(before, after);
  const changes = joinProfiles(
    new Map(profiles.map(([name, was, is]) => [name, compareDocuments(was, is)])),
  );
  const breaking = changes.filter(({ severity }) => severity === "breaking");
  const compatible = changes.filter(({ severity }) => severity === "compatible");
  if (json) out(`${JSON.stringify({ breaking, compatible }, undefined, 2)}\n`);
  else {
    const names = profiles.map(([name]) => name);
    out(humanReport(changes, names));
  }
  return breaking.length > 0 ? 1 : 0;
}

/** Profiles of both; documents without profiles are compared with the first of the other side's. */
function sharedProfiles(before: ContractVersion, after: ContractVersion) {
  const [[firstName, first]] = [...after] as [
    [string, ReturnType<ContractVersion["get"]> & object],
  ];
  if (before.has("") || after.has("")) {
    const [was] = before.values();
    return [[firstName, was!, first] as const];
  }
  const shared = [...before].flatMap(([name, was]) => {
    const is = after.get(name);
    return is === undefined ? [] : [[name, was, is] as const];
  });
  if (shared.length === 0) throw new UnreadableContract("the two have no profile in common");
  return shared;
}

if (import.meta.filename === resolve(process.argv[1] ?? "")) {
  process.exitCode = main(process.argv.slice(2), process.cwd(), {
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
  });
}

import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import type { Row } from "./report.ts";

const held: Readonly<Record<string, { readonly read: string; readonly why: string }>> = JSON.parse(
  readFileSync(new URL("held.json", import.meta.url), "utf8"),
);

/** What a command prints; it may fail and still have printed its answer. Throws if it prints nothing or takes too long. */
export function output(command: string, args: readonly string[], cwd = "/"): Promise<string> {
  const options = { cwd, maxBuffer: 2 ** 26, timeout: 240_000 };
  return new Promise((resolve, reject) => {
    execFile(command, args, options, (error, out, err) => {
      if (out.trim() !== "" && error?.killed !== true) resolve(out);
      else reject(new Error(err.trim().split("\n").at(-1) || `${command} printed nothing`));
    });
  });
}

/** Rows of a source, or one row that says that it could not be asked. */
export async function ask(
  source: string,
  read: () => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  try {
    return await read();
  } catch (error) {
    const note = `could not ask: ${(error as Error).message.slice(0, 200)}`;
    return [{ what: source, ours: "", newest: "", state: "unknown", note }];
  }
}

/** Every version of an npm package. */
export async function npmVersions(name: string): Promise<readonly string[]> {
  const found: unknown = JSON.parse(await output("npm", ["view", name, "versions", "--json"]));
  if (!Array.isArray(found)) throw new Error(`npm view ${name} lists no versions`);
  return found as readonly string[];
}

/** The newest version of an npm package. */
export async function npmLatest(name: string): Promise<string> {
  return JSON.parse(await output("npm", ["view", name, "dist-tags.latest", "--json"])) as string;
}

/** A pinned version covers newer ones with the same leading number; held.json has those that we keep behind, and why. */
export function versionRow(what: string, ours: string, newest: string): Row {
  if (compare(newest, ours) <= 0) return { what, ours, newest, state: "covered" };
  if (series(newest) === series(ours)) {
    return { what, ours, newest, state: "covered", note: "a compatible one is newer" };
  }
  const hold = held[what];
  if (hold === undefined || compare(leading(newest), hold.read) > 0) {
    return { what, ours, newest, state: "behind" };
  }
  return { what, ours, newest, state: "covered", note: hold.why };
}

/** Orders versions such as 1.2.3 and v1.2.3; a candidate is before its release. */
export function compare(one: string, other: string): number {
  const [a, b] = [numbers(one), numbers(other)];
  for (let at = 0; at < Math.max(a.length, b.length); at += 1) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return Number(other.includes("-")) - Number(one.includes("-"));
}

/** Versions with the same leading number are compatible; below 1.0.0, those with the same two. */
function series(version: string): string {
  const [major = 0, minor = 0] = numbers(version);
  return major === 0 ? `0.${minor}` : `${major}`;
}

function leading(version: string): string {
  return `${numbers(version)[0] ?? 0}`;
}

function numbers(version: string): readonly number[] {
  return (version.split("-")[0]!.match(/\d+/g) ?? []).map(Number);
}

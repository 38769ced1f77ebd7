import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { sha256 } from "../../crypto/hash.ts";
import { compareBytes } from "../../formats/bytes.ts";
import { formatHex } from "../../formats/hex.ts";
import { parseJson } from "../../formats/json.ts";
import { DeclaredError } from "../../generated/errors.ts";
import { describeValue } from "../../generated/issue.ts";
import type { MethodEntry } from "../../generated/profile.ts";
import type { WatchCreateParams } from "../../generated/types.ts";
import type { AddressReading } from "../../handlers/arguments.ts";
import { verifyLimits } from "../../handlers/watch/limits.ts";
import { ruleArgument } from "../../handlers/watch/rule.ts";
import { targetArgument } from "../../handlers/watch/target.ts";
import { addressCount } from "../../watches/rule.ts";
import type { Watch } from "../../watches/watch.ts";
import type { NewTarget, NewWatch, Watches } from "../../watches/watches.ts";

/** The file of --watch-config cannot be used. The message names the place and what is expected there. */
export class WatchConfigError extends Error {
  override readonly name = "WatchConfigError";
}

type Configured = NewWatch & { readonly id: string };

export type ConfiguredWatchesOptions = {
  readonly path: string;
  readonly watches: Watches;
  /** Reads the params of `watch.create`, which a watch of the file has, too. */
  readonly entry: Pick<MethodEntry, "params">;
  readonly context: AddressReading;
};

/**
 * Makes the watches of this node those of the file: `{"watches": [{"name", "rule", "target"}]}`. A watch is known by its name, and
 * keeps its position as long as the file has it. Throws WatchConfigError and changes nothing if any of them is wrong.
 */
export function applyWatchConfig(options: ConfiguredWatchesOptions): void {
  const { watches } = options;
  const wanted = readConfigured(options);
  const ids = new Set(wanted.map(({ id }) => id));
  const removed = watches.list("watch").filter((each) => each.isConfigured && !ids.has(each.id));
  watches.deleteAll(
    "watch",
    removed.map(({ id }) => id),
  );
  const added: Configured[] = [];
  for (const watch of wanted) {
    const existing = watches.get("watch", watch.id);
    if (existing === undefined) {
      added.push(watch);
      continue;
    }
    const { rule } = watch;
    const target = keepingKey(watch.target, existing, watches);
    // A change sends what is on its way again.
    if (!isDeepStrictEqual({ rule, target }, { rule: existing.rule, target: existing.target })) {
      watches.update("watch", watch.id, { rule, target: target ?? null });
    }
  }
  if (added.length > 0) watches.createAll(added);
}

/** A target of the file with the key that its watch has, unless the file gives another one. */
function keepingKey(
  target: NewTarget | undefined,
  existing: Watch,
  { keys }: Watches,
): NewTarget | undefined {
  if (target === undefined || "keyID" in target || existing.target === undefined) return target;
  const { url, kind, secret } = target;
  const { keyID } = existing.target;
  const key = keys.current(keyID);
  if (key?.kind !== kind) return target;
  const isSame = secret === undefined || compareBytes(secret, key.secret) === 0;
  return isSame ? { url, keyID } : target;
}

function readConfigured({ path, entry, context, watches }: ConfiguredWatchesOptions): Configured[] {
  const fail = (place: string, expected: string, got: string): never => {
    throw new WatchConfigError(`${path}: ${place}: expected ${expected}, got ${got}`);
  };
  const names = new Set<string>();
  const room = roomBeside(watches);
  return listIn(path).map((item, index) => {
    const place = `watches[${index}]`;
    try {
      const read = entry.params.read(item);
      if (!read.ok) {
        throw fail(`${place}.${read.issue.field}`, read.issue.expected, read.issue.got);
      }
      const { name, rule, target } = read.value as WatchCreateParams;
      if (name === undefined || name === "" || names.has(name)) {
        const got = describeValue(name);
        throw fail(`${place}.name`, "a name that no other watch of the file has", got);
      }
      names.add(name);
      // There is no caller to show a new one to.
      if (target !== undefined && target.signature !== "ed25519" && target.secret === undefined) {
        throw fail(`${place}.target.secret`, "whsec_ and base64 of 24 to 64 bytes", "nothing");
      }
      const configured: Configured = {
        id: idOf(name),
        ...{ api: "watch", name, isConfigured: true },
        rule: ruleArgument(rule, context),
        target: target && targetArgument(target, watches),
      };
      verifyLimits(room, configured);
      room.take(configured);
      return configured;
    } catch (error) {
      if (!(error instanceof DeclaredError)) throw error;
      const { field, expected, got } = error.data as Record<"field" | "expected" | "got", string>;
      return fail(`${place}.${field}`, expected, got);
    }
  });
}

/** The room that the watches of the file have together: that which the others leave. */
function roomBeside(watches: Pick<Watches, "list" | "room">) {
  const { watchesMax, addressesMax, targetsMax } = watches.room();
  const urls = new Set<string>();
  let count = 0;
  let addresses = 0;
  const take = ({ rule, target }: Pick<NewWatch, "rule" | "target">) => {
    count += 1;
    addresses += addressCount(rule);
    if (target !== undefined) urls.add(target.url);
  };
  const others = watches.list("watch").filter(({ isConfigured }) => !isConfigured);
  for (const each of [...others, ...watches.list("data")]) take(each);
  return {
    take,
    room: () => ({
      ...{ watchesMax, addressesMax, targetsMax },
      targets: targetsMax - urls.size,
      hasTarget: (url: string) => urls.has(url),
      watches: watchesMax - count,
      addresses: addressesMax - addresses,
    }),
  };
}

function listIn(path: string): readonly unknown[] {
  let content: unknown;
  try {
    content = parseJson(new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(path)));
  } catch (error) {
    throw new WatchConfigError(`${path}: ${(error as Error).message}`, { cause: error });
  }
  const { watches, ...others } = Object(content) as { readonly watches?: unknown };
  if (!Array.isArray(watches) || Object.keys(others).length > 0) {
    throw new WatchConfigError(`${path}: expected an object whose only member watches is a list`);
  }
  return watches;
}

/** The same after a restart, so that the watch keeps its position. */
function idOf(name: string): string {
  return `watch_${formatHex(sha256(Buffer.from(`couloir watch-config ${name}`))).slice(2, 26)}`;
}

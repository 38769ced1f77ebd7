import { formatTimeMillis } from "../../formats/time.ts";
import { type DeclaredError, errors } from "../../generated/errors.ts";
import type {
  WatchRule as RuleView,
  Watch as WatchView,
  WatchWithSecret,
} from "../../generated/types.ts";
import { publicKeyText, secretText, type WatchKey } from "../../watches/keys.ts";
import type { Watch } from "../../watches/watch.ts";
import type { Watches } from "../../watches/watches.ts";

/** A watch as the methods of `/ext/watch` return it. */
export function watchView(watch: Watch, { keys }: Pick<Watches, "keys">): WatchView {
  const { id, name, rule, target, status, isConfigured, createdMs, position } = watch;
  const { isBehind, delivered, failures, lastAttemptMs, lastAnswer } = watch;
  const key = target && keys.current(target.keyID);
  const publicKey = key && publicKeyText(key);
  return {
    watchID: id,
    name,
    rule: rule as RuleView,
    ...(target && {
      target: {
        url: target.url,
        signature: key?.kind ?? "hmac-sha256",
        ...(publicKey !== undefined && { publicKey }),
      },
    }),
    status,
    isConfigured,
    created: formatTimeMillis(createdMs),
    cursor: `${position.height}.${position.count}.${position.block}`,
    // Nothing is delivered of a watch without a target.
    isBehind: target !== undefined && isBehind,
    delivered,
    failures,
    ...(lastAttemptMs !== undefined && { lastAttempt: formatTimeMillis(lastAttemptMs) }),
    ...(lastAnswer !== undefined && { lastAnswer: lastAnswer.slice(0, 512) }),
  };
}

/** The same with a secret, which is shown only once. */
export function secretView(
  { watch, key }: { readonly watch: Watch; readonly key?: WatchKey | undefined },
  watches: Pick<Watches, "keys">,
): WatchWithSecret {
  return { ...watchView(watch, watches), ...(key && { secret: secretText(key) }) };
}

/** The error for an ID that no watch has. */
export function notFound(watchID: string): DeclaredError {
  return errors.watchNotFound({ watchID });
}

/** A watch that methods may change. Throws WatchNotFound and WatchInConfigFile. */
export function changeable(watchID: string, watches: Pick<Watches, "get">): Watch {
  const watch = watches.get("watch", watchID);
  if (watch === undefined) throw notFound(watchID);
  if (watch.isConfigured) throw errors.watchInConfigFile({ watchID });
  return watch;
}

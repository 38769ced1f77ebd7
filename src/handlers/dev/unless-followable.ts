import { errors } from "../../generated/errors.ts";
import type { DevMethodName } from "../../generated/types.ts";
import type { HandlerContext } from "../context.ts";

const accepted = "blocks that other nodes have accepted cannot be undone";
const clock = "other nodes reject blocks of a clock that was set";

/** Why no follower could accept what a method does. */
const reasons = {
  "dev.setTime": clock,
  "dev.increaseTime": clock,
  "dev.acceptBlock": "other nodes accept only blocks that this node proposes and signs",
  "dev.snapshot": accepted,
  "dev.revert": accepted,
  "dev.reset": accepted,
  "dev.loadState": "other nodes do not have the blocks of another state",
  "dev.impersonate": "other nodes reject transactions without signatures",
  "dev.addAtomicUTXO": "other nodes do not have a UTXO that no chain exported",
} as const satisfies Partial<Record<DevMethodName, string>>;

type RefusedMethod = keyof typeof reasons;

type AnyHandler = (params: never, context: never, ...rest: never[]) => unknown;

/** The handlers of these methods, which a node with followers refuses. */
export function unlessFollowable<Handlers extends Readonly<Record<RefusedMethod, AnyHandler>>>(
  handlers: Handlers,
): Handlers {
  const guarded = (Object.keys(reasons) as RefusedMethod[]).map((method) => [
    method,
    guard(method, handlers[method]),
  ]);
  return { ...handlers, ...Object.fromEntries(guarded) };
}

function guard(method: RefusedMethod, handler: AnyHandler): AnyHandler {
  return (params, context, ...rest) => {
    const { dev } = context as Pick<HandlerContext, "dev">;
    if (dev.isFollowable) throw errors.chainIsFollowable({ method, reason: reasons[method] });
    return handler(params, context, ...rest);
  };
}

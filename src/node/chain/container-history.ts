import type { Id } from "../../formats/bytes.ts";
import type { ContainerLog, ContainerText, MaybePromise } from "../../store/container-log.ts";
import type { History } from "../../store/history.ts";

/** The P-chain's index of a node that started from a snapshot: containers that it lacks are not unknown ones. */
export function withHistory(log: ContainerLog, history: History): ContainerLog {
  /** The first container has height 1. */
  const found = <T>(value: MaybePromise<T | undefined>, otherwise: () => void) => {
    const verified = (each: T | undefined) => {
      if (each === undefined) otherwise();
      return each;
    };
    return value instanceof Promise ? value.then(verified) : verified(value);
  };
  return {
    count: () => log.count(),
    byIndex: (index): MaybePromise<ContainerText | undefined> =>
      found(log.byIndex(index), () => history.verifyBlockAt(index + 1n)),
    byID: (id: Id): MaybePromise<ContainerText | undefined> =>
      found(log.byID(id), () => history.verifyComplete()),
    indexOf: (id: Id): MaybePromise<bigint | undefined> =>
      found(log.indexOf(id), () => history.verifyComplete()),
    lastAccepted: () => log.lastAccepted(),
    range: (startIndex, count) => {
      if (count > 0) history.verifyBlockAt(startIndex + 1n);
      return log.range(startIndex, count);
    },
  };
}

import { errors } from "../../generated/errors.ts";
import type { Handler } from "../handler.ts";
import { secretArgument } from "./target.ts";
import { changeable, secretView } from "./view.ts";

/** Replaces the secret of a watch; for some time, the one before also signs. */
export const rotateSecret: Handler<"watch.rotateSecret", "watches"> = (
  { watchID, overlapSeconds, secret },
  { watches },
) => {
  const watch = changeable(watchID, watches);
  const key = watch.target && watches.keys.current(watch.target.keyID);
  if (watch.target === undefined || key === undefined) throw errors.watchWithoutTarget({ watchID });
  const given = secret === undefined ? undefined : secretArgument("secret", secret, key.kind);
  const { keyID } = watch.target;
  return secretView({ watch, key: watches.rotate(keyID, overlapSeconds, given) }, watches);
};

import { secretText } from "../../watches/keys.ts";
import type { Operation } from "../operation.ts";
import { overlapSeconds, sharedKey } from "../webhooks/definition.ts";

/** The secret that signs the deliveries of all webhooks; the first call makes it. */
export const getSharedSecret: Operation<"getSharedSecret"> = (_params, { watches }) => ({
  secret: secretText(watches.keys.current(sharedKey) ?? watches.rotate(sharedKey, 0)),
});

/** Replaces the secret. The one before also signs for a day. */
export const generateOrRotateSharedSecret: Operation<"generateOrRotateSharedSecret"> = (
  _params,
  { watches },
) => ({ secret: secretText(watches.rotate(sharedKey, overlapSeconds)) });

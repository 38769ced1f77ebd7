import { errors } from "../../generated/errors.ts";
import type { Handler } from "../handler.ts";
import { notFound } from "./view.ts";

/** Sends a sample to the target of a watch, and returns what it answered. */
export const test: Handler<"watch.test", "watches"> = async ({ watchID }, { watches }) => {
  const watch = watches.get("watch", watchID);
  if (watch === undefined) throw notFound(watchID);
  if (watch.target === undefined) throw errors.watchWithoutTarget({ watchID });
  const { id, answer } = await watches.test(watch);
  if (typeof answer === "string") return { isReceived: false, webhookID: id, reason: answer };
  const { status, text } = answer;
  return { isReceived: status >= 200 && status < 300, webhookID: id, status, body: text };
};

import type { Operation } from "../operation.ts";
import { webhookView } from "../webhooks/definition.ts";
import { slicedPage } from "../webhooks/page.ts";

/** The webhooks, oldest first. */
export const listWebhooks: Operation<"listWebhooks"> = ({ status, ...page }, { watches }) => {
  const all = watches.list("data").map(webhookView);
  const wanted = all.filter((each) => status === undefined || each.status === status);
  const { entries, token } = slicedPage(wanted, page);
  return { webhooks: entries, ...token };
};

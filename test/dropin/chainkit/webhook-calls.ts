import assert from "node:assert/strict";
import { Webhook } from "standardwebhooks";
import { ask } from "../../e2e/rpc.ts";
import { openTarget } from "../../support/watches/target.ts";
import type { Answer, Webhooks } from "./sdk.ts";

const first = "P-local1rz9djj8vlj2k7tf7rm57czcwxmjtajhlfv0rp6";
const second = "P-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u";

/** Every webhook function of the SDK, in the order in which a user calls them. The node needs --watch-allow-private-targets. */
export async function webhookCalls(url: string, webhooks: Webhooks): Promise<void> {
  const options = { serverURL: url };
  const target = await openTarget();
  try {
    const before = await webhooks.getSharedSecret(options);
    const request = {
      eventType: "primary_network_address_activity",
      url: target.url,
      network: "fuji",
      chainId: "p-chain",
      metadata: {
        keyType: "addresses",
        keys: [first],
        subEvents: { addressActivitySubEvents: ["balance_change", "reward_distribution"] },
      },
    };
    const created = await webhooks.create(request, options);
    assert.equal(created.status, "active");
    const { id } = created;
    assert.deepEqual(await webhooks.get({ id }, options), created);
    assert.deepEqual(await pageOf(webhooks.list({}, options), "webhooks"), [created]);
    const change = { id, updateWebhookRequest: { name: "deposits", status: "active" } };
    assert.equal((await webhooks.update(change, options)).name, "deposits");
    const more = { id, addressesChangeRequest: { addresses: [second] } };
    const added = await webhooks.addresses.add(more, options);
    assert.deepEqual(added.metadata.addresses, [first, second]);
    assert.deepEqual(await pageOf(webhooks.addresses.list({ id }, options), "addresses"), [
      first,
      second,
    ]);
    const removed = await webhooks.addresses.remove(more, options);
    assert.deepEqual(removed.metadata.addresses, [first]);
    const after = await webhooks.generateOrRotateSharedSecret(options);
    assert.notEqual(after.secret, before.secret);
    assert.deepEqual(await webhooks.getSharedSecret(options), after);
    await ask(url, "/ext/dev", "dev.fund", { address: first, amount: "5" });
    await target.has(1);
    const [{ body, headers }] = target.received as [Answer];
    // For 24 hours, both secrets sign.
    for (const { secret } of [before, after]) {
      const verified = new Webhook(secret).verify(body, headers) as Answer;
      assert.equal(verified.webhookId, id);
      assert.equal(verified.event.received, "5");
    }
    await webhooks.deactivate({ id }, options);
    await assert.rejects(webhooks.get({ id }, options), /there is no webhook/);
    await ask(url, "/ext/dev", "dev.fund", { address: first, amount: "5" });
    await new Promise((resolve) => setTimeout(resolve, 300));
    assert.equal(target.received.length, 1, "a deleted webhook is not silent");
  } finally {
    await target.close();
  }
}

/** All entries of a list, page by page. */
async function pageOf(pages: Promise<Answer>, member: string): Promise<Answer[]> {
  const entries: Answer[] = [];
  for await (const { result } of await pages) entries.push(...result[member]);
  return entries;
}

import { expect, it } from "vitest";
import { DeclaredError } from "../../../src/generated/errors.ts";
import { verifyLimits } from "../../../src/handlers/watch/limits.ts";
import type { WatchRule } from "../../../src/watches/rule.ts";
import { openWatchedChain } from "../../support/watches/watched-chain.ts";

/** The error of the call, if it returns one. */
function refusal(call: () => void): unknown {
  try {
    call();
    return undefined;
  } catch (error) {
    if (!(error instanceof DeclaredError)) throw error;
    return { name: error.name, ...(error.data as object) };
  }
}

it("a node has no more watches and watched addresses than it may have", async () => {
  const chain = await openWatchedChain();
  const watches = chain.watch(":memory:", { limits: { watches: 2, addresses: 3 } as never });
  const addresses = Array.from({ length: 4 }, () => chain.newAddress().text);
  const rule = (count: number): WatchRule => ({
    kind: "addressActivity",
    addresses: addresses.slice(0, count),
  });
  const create = (count: number) =>
    refusal(() => {
      verifyLimits(watches, { rule: rule(count) });
      watches.create({ api: "watch", name: "", rule: rule(count), target: undefined });
    });
  expect(create(4)).toMatchObject({
    field: "rule.addresses",
    expected: "less than 3 watched addresses",
    got: "4 more",
  });
  expect(create(2)).toBeUndefined();
  expect(create(2)).toMatchObject({ field: "rule.addresses", got: "2 more" });
  expect(refusal(() => verifyLimits(watches, { rule: rule(3), before: rule(2) }))).toBeUndefined();
  expect(create(1)).toBeUndefined();
  expect(create(0)).toMatchObject({ field: "rule", expected: "less than 2 watches" });
  const [first] = watches.list("watch");
  watches.delete("watch", first!.id);
  expect(create(2)).toBeUndefined();
  watches.stop();
});

it("a node has no more different URLs of targets than it may have", async () => {
  const chain = await openWatchedChain();
  const watches = chain.watch(":memory:", { limits: { targets: 1 } as never });
  const rule = { kind: "halt" } as const;
  const create = (url: string) =>
    refusal(() => {
      const target = { url, kind: "hmac-sha256" } as const;
      verifyLimits(watches, { rule, target });
      watches.create({ api: "watch", name: "", rule, target });
    });
  expect(create("https://a.example/")).toBeUndefined();
  expect(create("https://a.example/")).toBeUndefined();
  expect(create("https://b.example/")).toMatchObject({
    field: "target.url",
    expected: "less than 1 different URLs of targets",
  });
  const [first, second] = watches.list("watch");
  const move = { url: "https://b.example/", kind: "hmac-sha256" } as const;
  watches.delete("watch", first!.id);
  watches.update("watch", second!.id, { target: move });
  expect(create("https://a.example/")).toMatchObject({ field: "target.url" });
  expect(create("https://b.example/")).toBeUndefined();
  watches.stop();
});

import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { loadProfile } from "../../../src/generated/load-profile.ts";
import type { AddressReading } from "../../../src/handlers/arguments.ts";
import { ViewCache } from "../../../src/handlers/views/view-cache.ts";
import { platformChainID } from "../../../src/networks/chains.ts";
import { applyWatchConfig } from "../../../src/node/watches/configured-watches.ts";
import { openWatchedChain } from "../../support/watches/watched-chain.ts";

const secret = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD";

it("the watches of the file of --watch-config are within the limits of watch.create", async () => {
  const chain = await openWatchedChain();
  const limits = { watches: 3, addresses: 4, targets: 2 } as never;
  const watches = chain.watch(":memory:", { limits });
  const addresses = Array.from({ length: 5 }, () => chain.newAddress().text);
  const path = join(mkdtempSync(join(tmpdir(), "couloir-")), "watches.json");
  const entry = (await loadProfile.spec()).endpoints.watch.methods["watch.create"]!;
  const context = {
    chain: chain.opened.context,
    views: new ViewCache(),
    blockchains: { lookup: () => platformChainID },
  } as unknown as AddressReading;
  const apply = (rules: readonly (readonly [addresses: number, host?: string])[]) => {
    const listed = rules.map(([count, host], index) => ({
      name: String(index),
      rule: { kind: "addressActivity", addresses: addresses.slice(0, count) },
      ...(host !== undefined && { target: { url: `https://${host}.example/`, secret } }),
    }));
    writeFileSync(path, JSON.stringify({ watches: listed }));
    applyWatchConfig({ path, watches, entry, context });
  };
  const counts = () => [watches.list("watch").length, watches.room().addresses];
  const rule = { kind: "addressActivity", addresses: [addresses[4]!] } as const;
  const target = { url: "https://a.example/", kind: "hmac-sha256" } as const;
  watches.create({ api: "watch", name: "", rule, target });
  apply([[1], [2, "b"]]);
  const full = [3, 0];
  expect(counts()).toEqual(full);
  expect(() => apply([[1], [1], [1]])).toThrow(
    "watches[2].rule: expected less than 3 watches, got one more",
  );
  expect(() => apply([[2], [2]])).toThrow(
    "watches[1].rule.addresses: expected less than 4 watched addresses, got 2 more",
  );
  expect(() =>
    apply([
      [1, "b"],
      [1, "c"],
    ]),
  ).toThrow("watches[1].target.url: expected less than 2 different URLs of targets");
  expect(counts()).toEqual(full);
  // What the file had before makes room.
  apply([
    [2, "c"],
    [1, "a"],
  ]);
  expect(counts()).toEqual(full);
  watches.stop();
});

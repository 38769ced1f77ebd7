import { createPublicKey, verify } from "node:crypto";
import { mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Webhook } from "standardwebhooks";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { publicKeyText, secretText } from "../../../src/watches/keys.ts";
import { startNodeIn } from "../../support/start-node.ts";
import { openTarget, type Received, type Target } from "../../support/watches/target.ts";
import { openWatchedChain } from "../../support/watches/watched-chain.ts";

let target: Target;

beforeEach(async () => {
  target = await openTarget();
});

afterEach(() => target.close());

const rule = { kind: "halt" } as const;

function verifies(text: string, { headers, body }: Received): boolean {
  try {
    new Webhook(text).verify(body, headers);
    return true;
  } catch {
    return false;
  }
}

/** As a receiver of asymmetric Standard Webhooks does it. */
function verifiesEd25519(publicText: string, { headers, body }: Received): boolean {
  const x = Buffer.from(publicText.slice("whpk_".length), "base64").toString("base64url");
  const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
  const signed = Buffer.from(`${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`);
  return headers["webhook-signature"]!.split(" ").some((each) => {
    const [version, signature = ""] = each.split(",");
    return version === "v1a" && verify(null, signed, key, Buffer.from(signature, "base64"));
  });
}

describe("secrets of watches", () => {
  it("sign until the overlap with the next one ends", async () => {
    const chain = await openWatchedChain();
    let nowMs = Date.now();
    const watches = chain.watch(":memory:", { nowMs: () => nowMs });
    const { watch, key } = watches.create({
      ...{ api: "watch", name: "", rule },
      target: { url: target.url, kind: "hmac-sha256" },
    });
    const first = secretText(key!);
    const second = secretText(watches.rotate(watch.target!.keyID, 60));
    await watches.test(watch);
    expect([first, second].map((each) => verifies(each, target.received[0]!))).toEqual([
      true,
      true,
    ]);
    nowMs += 61_000;
    await watches.test(watch);
    expect([first, second].map((each) => verifies(each, target.received[1]!))).toEqual([
      false,
      true,
    ]);
    watches.stop();
  });

  it("are deleted with the target of their watch", async () => {
    const chain = await openWatchedChain();
    const watches = chain.watch();
    const { watch } = watches.create({
      ...{ api: "watch", name: "", rule },
      target: { url: target.url, kind: "hmac-sha256" },
    });
    expect(chain.watchStore().keys()).toHaveLength(1);
    const others = { name: "without a target" };
    watches.update("watch", watch.id, others);
    expect(chain.watchStore().keys()).toHaveLength(1);
    watches.update("watch", watch.id, { target: null });
    expect(chain.watchStore().keys()).toEqual([]);
    expect(watches.keys.current(watch.id)).toBeUndefined();
    watches.stop();
  });

  it("of ed25519 need only the public key to be verified", async () => {
    const chain = await openWatchedChain();
    const watches = chain.watch();
    const { watch, key } = watches.create({
      ...{ api: "watch", name: "", rule },
      target: { url: target.url, kind: "ed25519" },
    });
    await watches.test(watch);
    const [received] = target.received as [Received];
    expect(verifiesEd25519(publicKeyText(key!)!, received)).toBe(true);
    expect(verifiesEd25519(publicKeyText(key!)!, { ...received, body: "{}" })).toBe(false);
    watches.stop();
  });

  it("cannot be read from the store without the key file", async () => {
    const chain = await openWatchedChain();
    const watches = chain.watch();
    const { key } = watches.create({
      ...{ api: "watch", name: "", rule },
      target: { url: target.url, kind: "hmac-sha256" },
    });
    const stored = Buffer.concat(
      chain
        .watchStore()
        .keys()
        .map(({ sealed }) => sealed),
    );
    expect(stored.length).toBeGreaterThan(32);
    expect(stored.includes(Buffer.from(key!.secret))).toBe(false);
    watches.stop();
  });
});

it("a node whose watches.sqlite is damaged names it at start, and not the file of the chain", async () => {
  const directory = mkdtempSync(join(tmpdir(), "couloir-"));
  await (await startNodeIn(directory, {})).stop();
  const files = readdirSync(directory, { recursive: true, encoding: "utf8" });
  const chain = files.find((name) => name.endsWith("chain.sqlite"))!;
  const file = join(directory, dirname(chain), "watches.sqlite");
  writeFileSync(file, Buffer.alloc(4_096, 1));
  await expect(startNodeIn(directory, {})).rejects.toThrow(
    `couldn't read ${file}: file is not a database. Restore it, or delete it with its watches.`,
  );
});

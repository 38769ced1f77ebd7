import { readFileSync } from "node:fs";
import { brotliDecompressSync } from "node:zlib";
import { expect, it } from "vitest";
import { severities } from "../../codegen/diff/change.ts";
import { readContract } from "../../codegen/diff/contracts.ts";
import { compareDocuments, type Documents } from "../../codegen/diff/documents.ts";
import { isObject, type JsonObject, parseJson } from "../../codegen/load/json.ts";

/*
 * The documents of profile `spec` at commit f617aa8, the last one before Helicon, without examples and summaries.
 * `npm run contract:diff f617aa8 .` compares the same and prints compatible changes too.
 */
const fixture = new URL("before-helicon.json.br", import.meta.url);

/** What breaks programs written for those documents, and why that cannot be avoided. */
const breaking = {
  "the three new kinds of transaction": [
    "platform.getBlock result.block.tx.unsignedTx: now allows object (RewardAutoRenewedValidatorTx)",
    "platform.getBlockByHeight result.block.tx.unsignedTx: now allows object (RewardAutoRenewedValidatorTx)",
    ...[
      "getBlock result.block.txs[]",
      "getBlockByHeight result.block.txs[]",
      "getTx result.tx",
    ].flatMap((place) =>
      ["Add*Tx", "Set*ConfigTx", "Reward*Tx"].map(
        (name) =>
          `platform.${place}.unsignedTx: now allows object (${name.replace("*", "AutoRenewedValidator")})`,
      ),
    ),
  ],
  "the health check of a node that follows a network": ["health", "readiness", "liveness"].map(
    (name) => `health.${name} result.checks.*.message: now allows object (FollowingHealth)`,
  ),
  "the health check of a node that started from a snapshot": [
    "health",
    "readiness",
    "liveness",
  ].map((name) => `health.${name} result.checks.*.message: now allows object (SnapshotHealth)`),
  "a limit on what one call costs": ["platform.getBalance params.addresses: now has maxItems 1024"],
};

function before(): Documents {
  const json = parseJson(brotliDecompressSync(readFileSync(fixture)).toString());
  if (!isObject(json)) throw new Error("the fixture is not an object");
  return new Map(Object.entries(json) as [string, JsonObject][]);
}

it("profile spec breaks programs written before Helicon only where that is listed", () => {
  const root = new URL("../..", import.meta.url).pathname;
  const now = readContract(root, root).get("spec")!;
  const found = compareDocuments(before(), now)
    .filter(({ rule }) => severities[rule] === "breaking")
    .map(({ where, text }) => `${where}: ${text}`);
  // Several kinds of block have transactions in the same place.
  expect([...new Set(found)].sort()).toEqual(Object.values(breaking).flat().sort());
});

/*
 * `npm run test:webhooks [-- --only LANGUAGES]`: a dev node delivers an event, and the libraries `standardwebhooks` of npm, PyPI, Go, crates.io and Maven Central
 * verify it; a changed body must fail. Each needs its tool and its registry: `python3`, `go`, `cargo`, `mvn` and `java`. Exit code 1 if one does not
 * verify it, or its library cannot be installed.
 */
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { Webhook } from "standardwebhooks";
import { ask } from "../e2e/rpc.ts";
import { startNode } from "../support/start-node.ts";
import { openTarget } from "../support/watches/target.ts";
import { type Verifier, verifiers } from "./verifiers.ts";

const { values } = parseArgs({ options: { only: { type: "string" } } });
const sources = fileURLToPath(new URL("verifiers/", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "couloir-webhooks-"));
let failed = false;
try {
  const { secret, headers, body } = await delivered();
  new Webhook(secret).verify(body, headers);
  console.log("npm: verified");
  const files = { true: join(folder, "body"), false: join(folder, "other") };
  writeFileSync(files.true, body);
  writeFileSync(files.false, body.replace("deposit", "Deposit").replace('"5"', '"6"'));
  const message = ["id", "timestamp", "signature"].map((name) => headers[`webhook-${name}`]!);
  for (const [language, verifier] of Object.entries(verifiers)) {
    if (values.only !== undefined && !values.only.split(",").includes(language)) continue;
    const result = outcomeOf(language, verifier, (isTrue) => [
      ...[secret, ...message],
      files[isTrue ? "true" : "false"],
    ]);
    failed ||= result !== "verified";
    console.log(`${language}: ${result}`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exit(failed ? 1 : 0);

async function delivered() {
  const target = await openTarget();
  const node = await startNode({ "watch-allow-private-targets": "true" });
  try {
    const address = "P-local1rz9djj8vlj2k7tf7rm57czcwxmjtajhlfv0rp6";
    const rule = { kind: "addressActivity", addresses: [address] };
    const watch = { rule, name: "deposit", target: { url: target.url } };
    const { secret } = await ask<{ secret: string }>(node.url, "/ext/watch", "watch.create", watch);
    await ask(node.url, "/ext/dev", "dev.fund", { address, amount: "5" });
    await target.has(1);
    const [{ headers, body }] = target.received as [(typeof target.received)[number]];
    return { secret, headers, body };
  } finally {
    await node.stop();
    await target.close();
  }
}

function outcomeOf(
  language: string,
  { source, as, prepare, run }: Verifier,
  argsFor: (isTrue: boolean) => readonly string[],
): string {
  const place = join(folder, language);
  mkdirSync(join(place, as, ".."), { recursive: true });
  copyFileSync(join(sources, source), join(place, as));
  for (const command of prepare(place)) {
    const { status, stderr } = call(place, command);
    if (status !== 0) return `cannot install its library: ${stderr.trim().split("\n").at(-1)}`;
  }
  const { status, stderr } = call(place, [...run, ...argsFor(true)]);
  if (status !== 0) return `does not verify the delivery: ${stderr.trim().split("\n").at(-1)}`;
  const isFooled = call(place, [...run, ...argsFor(false)]).status === 0;
  return isFooled ? "verifies another body, too" : "verified";
}

function call(place: string, [command, ...args]: readonly string[]) {
  const { status, stderr, error } = spawnSync(command!, args, { cwd: place, timeout: 240_000 });
  return { status: error === undefined ? status : 1, stderr: error?.message ?? String(stderr) };
}

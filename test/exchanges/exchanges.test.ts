import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ProfileName } from "../../src/generated/errors.ts";
import { type Difference, differences } from "./differences.ts";
import { covers, type Exception, exceptionsOf } from "./exceptions.ts";
import { type ExchangeFile, readExchanges, recordedAnswer, sendExchange } from "./exchange.ts";
import { maskAnswer, otherIdentity, otherVersions, subjectOf } from "./masks.ts";
import { recordedContainers } from "./recorded-containers.ts";
import {
  type RecordedNodeOptions,
  type RunningNode,
  stakerFlags,
  startRecordedNode,
} from "./recorded-node.ts";

type Recording = Omit<RecordedNodeOptions, "containers"> & {
  readonly profile: ProfileName;
  readonly masks: Parameters<typeof maskAnswer>[2];
};

/** The recorded nodes were not among the validators. */
const newIdentity = ["--staking-ephemeral-cert-enabled", "--staking-ephemeral-signer-enabled"];

const recordings: Readonly<Record<ExchangeFile, Recording>> = {
  "v1.12.1-local": {
    profile: "avalanchego-1.12",
    now: "2026-11-21T02:47:20Z",
    flags: ["--staking-port=9651", ...newIdentity, "--sybil-protection-enabled=false"],
    isBootstrapped: true,
    masks: otherIdentity,
  },
  "v1.12.1-five-nodes": {
    profile: "avalanchego-1.12",
    now: "2026-11-21T02:48:40Z",
    flags: ["--staking-port=9803", "--api-keystore-enabled=false", ...stakerFlags(1)],
    isBootstrapped: true,
    masks: [],
  },
  "v1.12.1-not-bootstrapped": {
    profile: "avalanchego-1.12",
    now: "2026-11-21T02:47:50Z",
    flags: ["--staking-port=9691", ...newIdentity, "--api-keystore-enabled=false"],
    isBootstrapped: false,
    masks: otherIdentity,
  },
  "v1.14.2-local": {
    profile: "avalanchego",
    now: "2026-11-21T02:49:40Z",
    flags: [
      "--staking-port=9701",
      "--hardfork=granite",
      ...newIdentity,
      "--sybil-protection-enabled=false",
      "--api-keystore-enabled=false",
    ],
    isBootstrapped: true,
    masks: [...otherIdentity, ...otherVersions],
  },
};

const files = Object.keys(recordings) as ExchangeFile[];

describe.each(files)("%s", (file) => {
  const recording = recordings[file];
  const exchanges = readExchanges(file);
  const exceptions = exceptionsOf(file);
  let node: RunningNode;
  const found: { readonly line: number; readonly difference: Difference }[] = [];

  beforeAll(async () => {
    node = await startRecordedNode({
      ...recording,
      flags: [`--api-profile=${recording.profile}`, ...recording.flags],
      containers: recordedContainers(exchanges),
    });
  });
  afterAll(async () => {
    await node?.stop();
  });

  it("responds as recorded, except for the listed differences", async () => {
    for (const [index, exchange] of exchanges.entries()) {
      const recorded = maskAnswer(exchange, recordedAnswer(exchange), recording.masks);
      const answer = maskAnswer(exchange, await sendExchange(node.url, exchange), recording.masks);
      const ours = "headers" in recorded ? answer : { status: answer.status, body: answer.body };
      for (const difference of differences(recorded, ours, "")) {
        found.push({ line: index + 1, difference });
      }
    }
    const equal = exchanges.length - new Set(found.map(({ line }) => line)).size;
    const counts = [...countsByReason(exceptions)].map(([reason, count]) => `${reason} ${count}`);
    console.log(
      `${file}: ${exchanges.length} compared, ${equal} equal, differing as listed: ${counts.join(", ")}`,
    );
    const unexpected = found
      .filter(({ line, difference }) => !exceptions.some((one) => covers(one, line, difference)))
      .map(({ line, difference: { at, recorded, ours } }) => {
        const subject = subjectOf(exchanges[line - 1]!);
        return `line ${line} (${subject}) ${at}: recorded ${recorded}, ours ${ours}`;
      });
    expect(unexpected).toEqual([]);
  });

  it("needs every listed difference", () => {
    const isNeeded = (exception: Exception, line: number) =>
      found.some((one) => one.line === line && covers(exception, line, one.difference));
    const unneeded = exceptions.flatMap((exception) =>
      [...exception.lines]
        .filter((line) => !isNeeded(exception, line))
        .map((line) => `line ${line} ${exception.at}: ${exception.reason}`),
    );
    expect(unneeded).toEqual([]);
  });
});

describe("the listed differences", () => {
  it("each state our value", () => {
    const vague = files.flatMap((file) =>
      exceptionsOf(file).filter(
        ({ ours }) => typeof ours !== "string" || new RegExp(`^(${ours})$`).test("?"),
      ),
    );
    expect(vague).toEqual([]);
  });

  it("are explained", () => {
    const explained = readFileSync(
      new URL("../../docs/decisions/0005-differences-from-avalanchego.md", import.meta.url),
      "utf8",
    );
    const reasons = new Set(
      files.flatMap((file) => exceptionsOf(file).map(({ reason }) => reason)),
    );
    const headings = [...explained.matchAll(/^## `(.+)`$/gm)].map(([, reason]) => reason);
    expect(headings.sort()).toEqual([...reasons].sort());
  });
});

/** In how many exchanges there is a difference for each reason. */
function countsByReason(exceptions: readonly Exception[]): ReadonlyMap<string, number> {
  const reasons = new Set(exceptions.map(({ reason }) => reason));
  return new Map(
    [...reasons].map((reason) => {
      const ofReason = exceptions.filter((exception) => exception.reason === reason);
      return [reason, new Set(ofReason.flatMap(({ lines }) => [...lines])).size];
    }),
  );
}

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ProfileName } from "../../src/generated/errors.ts";
import {
  type DeclaredErrors,
  type ErrorAnswer,
  readDeclaredErrors,
} from "../support/declared-errors.ts";
import type { Exchange } from "../support/io-file.ts";
import type { Captures } from "../support/matches.ts";
import { methodsOf, responseDifference, send } from "../support/send-exchange.ts";
import { type StartedNode, startNode } from "../support/start-node.ts";
import { type PlacedTranscript, readTranscript, readTranscripts } from "../support/transcripts.ts";

/** Transcripts that one node answers. */
type Group = { readonly title: string; readonly transcripts: PlacedTranscript[] };

const transcripts = readTranscripts();
const groups = groupByNode(transcripts);
const counts = { files: 0, exchanges: 0, errors: 0, nodes: 0 };
const declared: Readonly<Record<ProfileName, DeclaredErrors>> = {
  spec: readDeclaredErrors("spec"),
  avalanchego: readDeclaredErrors("avalanchego"),
  "avalanchego-1.12": readDeclaredErrors("avalanchego-1.12"),
};

afterAll(() => {
  const { files, exchanges, errors, nodes } = counts;
  console.log(
    `transcripts: ${files} files, ${exchanges} exchanges, ${errors} errors, ${nodes} nodes`,
  );
});

describe.each(groups)("node $title", ({ transcripts: ofGroup }) => {
  const { options } = ofGroup[0]!;
  let node: StartedNode;

  beforeAll(async () => {
    const { node: _, after, ...nodeOptions } = options;
    node = await startNode(nodeOptions);
    counts.nodes++;
    if (after !== undefined) await replay(node.url, readTranscript(after));
  });

  afterAll(() => node?.stop());

  it.each(ofGroup.map((transcript) => [transcript.name, transcript] as const))(
    "%s",
    async (_, transcript) => {
      counts.files++;
      await replay(node.url, transcript);
    },
  );
});

/** Sends the requests of a transcript in order and expects its answers. */
async function replay(url: string, { name, options, exchanges }: PlacedTranscript): Promise<void> {
  const captures: Captures = new Map();
  for (const [index, exchange] of exchanges.entries()) {
    counts.exchanges++;
    const response = await send(url, exchange, captures);
    const found = responseDifference(response, exchange.expected, captures);
    expect(found, `${name}, exchange ${index + 1}: ${exchange.body}`).toBeUndefined();
    expect(undeclaredError(exchange, response.body, options)).toBeUndefined();
  }
}

/** The first error in an answer that the method does not declare. */
function undeclaredError(
  exchange: Exchange,
  body: string,
  options: PlacedTranscript["options"],
): ErrorAnswer | undefined {
  const methods = methodsOf(exchange.body);
  const profile = declared[(options["api-profile"] ?? "spec") as ProfileName];
  return errorsIn(body).find((error) => {
    counts.errors++;
    const candidates = methods.length === 0 ? [undefined] : methods;
    return !candidates.some((method) => profile.find(method, error) !== undefined);
  });
}

function errorsIn(body: string): ErrorAnswer[] {
  if (!/^[[{]/.test(body)) return [];
  const answers = [JSON.parse(body)].flat() as { readonly error?: ErrorAnswer }[];
  return answers.flatMap(({ error }) => (typeof error === "object" ? [error] : []));
}

function groupByNode(all: readonly PlacedTranscript[]): Group[] {
  const byTitle = new Map<string, Group>();
  for (const transcript of all) {
    const entries = Object.entries(transcript.options).sort();
    const options = entries.map(([name, value]) => `${name}=${value}`).join(" ");
    const isAlone = transcript.options["node"] === "own";
    const title = isAlone ? `${options} of ${transcript.name}` : options || "by default";
    const group = byTitle.get(title) ?? { title, transcripts: [] };
    byTitle.set(title, group);
    group.transcripts.push(transcript);
  }
  return [...byTitle.values()];
}

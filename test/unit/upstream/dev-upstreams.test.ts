import { expect, test } from "vitest";
import { DevUpstreams } from "../../../src/upstream/dev-upstreams.ts";
import { UpstreamFailure } from "../../../src/upstream/json-rpc-post.ts";

/** The warnings about an upstream whose first answer is an HTTP status, and the next one that it is a dev node. */
async function warningsAfter(status: number): Promise<readonly string[]> {
  const answers = [
    Promise.reject(new UpstreamFailure("failed", { status })),
    Promise.resolve(true),
  ];
  const warnings: string[] = [];
  const upstreams = new DevUpstreams({
    clients: [{ name: "http://127.0.0.1", isDevNode: () => answers.shift()! }],
    sleep: () => Promise.resolve(),
    onWarning: (message) => warnings.push(message),
  });
  await upstreams.run(new AbortController().signal);
  expect(upstreams.warnings()).toEqual(warnings);
  return warnings;
}

test.each([429, 500, 502, 503])(
  "a dev node that is away behind a gateway with status %i is asked again",
  async (status) => {
    expect(await warningsAfter(status)).toEqual([
      expect.stringMatching(/^http:..127\.0\.0\.1 is a dev node that is not followable/),
    ]);
  },
);

test.each([401, 403, 404])(
  "an upstream that refuses with status %i is not asked again",
  async (status) => {
    expect(await warningsAfter(status)).toEqual([]);
  },
);

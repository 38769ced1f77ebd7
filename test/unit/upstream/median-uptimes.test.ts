import { expect, it } from "vitest";
import { keyOf } from "../../../src/formats/bytes.ts";
import { formatNodeId } from "../../../src/formats/node-id.ts";
import { medianUptimes } from "../../../src/upstream/median-uptimes.ts";
import { makeChain } from "../follow/network.ts";
import { Refused } from "./fake-upstream.ts";
import { fakes, upstreamOf } from "./following.ts";

const nodes = [1, 2, 3].map((byte) => new Uint8Array(20).fill(byte));
const [first, second, third] = nodes.map(formatNodeId) as [string, string, string];

it("takes the median of what upstreams report, and leaves out those that fail", async () => {
  const chain = makeChain(1);
  const upstreams = await fakes(chain, chain, chain, chain);
  const reports = [
    [
      { nodeID: first, uptime: "90.0000" },
      { nodeID: second, uptime: "10.0000" },
    ],
    [{ nodeID: first, uptime: "99.5000" }, { nodeID: second, uptime: 20 }, { nodeID: third }],
    [
      { nodeID: first, uptime: "100.0000" },
      { nodeID: "NodeID-x", uptime: "1.0000" },
      { nodeID: third, uptime: "101" },
      null,
    ],
  ];
  for (const [index, fake] of upstreams.entries()) {
    fake.lie = ({ method }) => {
      if (method !== "platform.getCurrentValidators") return undefined;
      const validators = reports[index];
      if (validators === undefined) throw new Refused("the method is not available");
      return { validators };
    };
  }
  const asked = upstreams.map(({ url }) => upstreamOf(url));
  const found = await medianUptimes(asked, new AbortController().signal);
  expect(found).toEqual(
    new Map([
      [keyOf(nodes[0]!), 99.5],
      [keyOf(nodes[1]!), 10],
    ]),
  );
  expect(asked.map(({ problem, failureCount }) => [problem, failureCount])).toEqual(
    asked.map(() => [undefined, 0]),
  );
});

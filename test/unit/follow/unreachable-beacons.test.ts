import { expect, test } from "vitest";
import { UnreachableBeacons } from "../../../src/follow/unreachable-beacons.ts";
import { formatNodeId } from "../../../src/formats/node-id.ts";

const nodeID = new Uint8Array(20).fill(1);
const address = { ip: "127.0.0.1", port: 9 };
const name = `${formatNodeId(nodeID)} at 127.0.0.1:9`;
const refused = "connect ECONNREFUSED 127.0.0.1:9";

function setUp() {
  const time = { millis: 0 };
  const warnings: string[] = [];
  const unreachable = new UnreachableBeacons({
    beacons: [{ nodeID, address }],
    nowMillis: () => time.millis,
    onWarning: (message) => warnings.push(message),
  });
  return { time, warnings, unreachable };
}

test("a bootstrapper that cannot be reached is logged once, then after growing intervals", () => {
  const { time, warnings, unreachable } = setUp();
  const loggedAtMinutes: number[] = [];
  for (let minute = 0; minute <= 300; minute++) {
    time.millis = minute * 60_000;
    const before = warnings.length;
    unreachable.failed(nodeID, refused);
    unreachable.failed(nodeID, refused);
    if (warnings.length > before) loggedAtMinutes.push(minute);
  }
  expect(loggedAtMinutes).toEqual([0, 1, 3, 7, 15, 31, 63, 123, 183, 243]);
  expect(warnings.slice(0, 3)).toEqual([
    `couldn't connect to the bootstrapper ${name} (connect ECONNREFUSED); trying again`,
    `couldn't connect to the bootstrapper ${name} (connect ECONNREFUSED); trying for 1 minute`,
    `couldn't connect to the bootstrapper ${name} (connect ECONNREFUSED); trying for 3 minutes`,
  ]);
});

test("another reason is logged at once, and a connection ends the warning", () => {
  const { warnings, unreachable } = setUp();
  unreachable.failed(nodeID, refused);
  unreachable.failed(nodeID, "connection closed");
  expect(warnings).toHaveLength(2);
  expect(unreachable.warning()).toBe(
    `no connection to 1 of 1 bootstrappers: ${name} (connection closed)`,
  );
  unreachable.connected(nodeID);
  expect(unreachable.warning()).toBeUndefined();
});

test("a node that is not a bootstrapper is not logged", () => {
  const { warnings, unreachable } = setUp();
  unreachable.failed(new Uint8Array(20).fill(2), refused);
  expect(warnings).toEqual([]);
  expect(unreachable.warning()).toBeUndefined();
});

test("a hint about what may be the reason follows the address", () => {
  const warnings: string[] = [];
  const unreachable = new UnreachableBeacons({
    beacons: [{ nodeID, address }],
    unreachableHint: "a dev node needs a flag",
    nowMillis: () => 0,
    onWarning: (message) => warnings.push(message),
  });
  unreachable.failed(nodeID, refused);
  const text = `${name} (connect ECONNREFUSED)`;
  expect(warnings).toEqual([
    `couldn't connect to the bootstrapper ${text}; trying again; a dev node needs a flag`,
  ]);
  expect(unreachable.warning()).toBe(
    `no connection to 1 of 1 bootstrappers: ${text}; a dev node needs a flag`,
  );
});

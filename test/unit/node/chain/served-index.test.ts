import { expect, it } from "vitest";
import { lacksContainers } from "../../../../src/node/chain/served-index.ts";

const blocks = (height: bigint) => ({ lastAccepted: () => ({ height }) as never });
const indexed = (count: bigint, lastAcceptedID?: string) => ({
  logs: { "P/block": { count: () => count } },
  lastAcceptedID: () => lastAcceptedID,
});

it("lacks containers if blocks were accepted without them", () => {
  expect(lacksContainers(blocks(538n), indexed(0n))).toBe(true);
  expect(lacksContainers(blocks(538n), indexed(537n))).toBe(true);
});

// After `couloir replay` and `couloir index import`, the node once said that it had no containers.
it("has them if they were accepted with the blocks, or imported afterwards", () => {
  expect(lacksContainers(blocks(538n), indexed(0n, "id"))).toBe(false);
  expect(lacksContainers(blocks(538n), indexed(538n))).toBe(false);
  expect(lacksContainers(blocks(0n), indexed(0n))).toBe(false);
});

import { expect, it } from "vitest";
import { loadState } from "../../../src/handlers/dev/load-state.ts";
import { reset } from "../../../src/handlers/dev/reset.ts";
import { snapshot } from "../../../src/handlers/dev/snapshot.ts";
import { noDevControls } from "../../../src/node/dev/dev-controls.ts";
import { localGenesis, openGenesisChain } from "../../support/genesis-chain.ts";

it("a chain whose index is archived is not brought to another state", async () => {
  const { store } = openGenesisChain(localGenesis(1_791_000_000n));
  const context = { dev: { ...noDevControls, indexIsArchived: true }, queries: store };
  const refusal = "--index-db-url moves its index to a PostgreSQL that would not follow";
  expect(() => snapshot({}, context)).toThrow(refusal);
  expect(() => loadState({ state: "0x00" }, context)).toThrow(refusal);
  await expect(reset({}, context)).rejects.toThrow(refusal);
});

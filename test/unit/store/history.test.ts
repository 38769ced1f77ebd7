import { expect, test } from "vitest";
import { emptyId } from "../../../src/formats/bytes.ts";
import { HistoryMissing } from "../../../src/store/chain-queries.ts";
import { History } from "../../../src/store/history.ts";
import { localGenesis, openGenesisChain } from "../../support/genesis-chain.ts";

test("queries for what is before a snapshot say so until the history is complete", () => {
  const { store } = openGenesisChain(localGenesis(1_767_672_000n));
  const { blocks, validators, history, metadata } = store;
  expect(validators.setAt(emptyId, 0n)).toHaveLength(5);
  History.write(metadata, { blocks: 9n, validators: 5n });
  history.reload();
  expect(() => validators.setAt(emptyId, 4n)).toThrow(HistoryMissing);
  expect(() => validators.allSetsAt(4n)).toThrow("no history below height 5");
  expect(() => validators.changesAt(5n)).toThrow(HistoryMissing);
  expect(validators.setAt(emptyId, 5n)).toHaveLength(5);
  expect(blocks.byHeight(0n)).toBeDefined();
  expect(() => blocks.byID(new Uint8Array(32).fill(7))).toThrow("no history below height 9");
  store.completeHistory(() => {});
  expect(validators.setAt(emptyId, 0n)).toHaveLength(5);
  expect(blocks.byID(new Uint8Array(32).fill(7))).toBeUndefined();
});

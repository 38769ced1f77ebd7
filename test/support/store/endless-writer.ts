import { writeSync } from "node:fs";
import { changesAt } from "./numbered-blocks.ts";
import { acceptChanges, acceptedHeights, openStore } from "./open-store.ts";

/** A process that accepts numbered blocks until it is killed, and says after each that it is safe. */
const [path = "", batchBlocks = "1"] = process.argv.slice(2);
const store = openStore({ path, modules: [acceptedHeights] });
const insertHeight = store.database().prepare("INSERT INTO accepted_heights VALUES (?)");
const standardOutput = 1;

for (let height = Number(store.blocks.lastAccepted().height) + 1; ; ) {
  if (batchBlocks !== "1") store.beginBatch();
  for (let i = 0; i < Number(batchBlocks); i++, height++) {
    const accepted = height;
    acceptChanges(store, changesAt(accepted, store.state), {
      withinTransaction: () => insertHeight.run(accepted),
    });
  }
  if (batchBlocks !== "1") store.commitBatch();
  writeSync(standardOutput, `${height - 1}\n`);
}

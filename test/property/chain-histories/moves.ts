import { equalBytes, type Id } from "../../../src/formats/bytes.ts";
import type { TransferableOutput } from "../../../src/pchain/components/outputs.ts";
import { utxoID } from "../../../src/pchain/components/utxo.ts";
import type { Choice } from "./choice.ts";
import { plainOutput } from "./funds.ts";
import { avax, type Maker } from "./intent.ts";
import type { View } from "./view.ts";

/** Transactions that move funds. */

export const baseTx: Maker = (view, choice) => {
  if (!view.isDurango) return undefined;
  const outputs = Array.from({ length: choice.below(4) }, () => someOutput(view, choice));
  return {
    payment: { owner: choice.owner(), outputs },
    compose: ({ baseTx }) => ({ kind: "BaseTx", baseTx }),
  };
};

export const exportTx: Maker = (view, choice) => {
  const amount = BigInt(1 + choice.below(1000)) * avax;
  const exported = plainOutput(view.avaxAssetID, amount, choice.owner());
  const { xChainID, cChainID } = view.world.context;
  const destinationChain = choice.of([xChainID, cChainID])!;
  return {
    payment: { owner: choice.owner(), leaving: [{ assetID: view.avaxAssetID, amount }] },
    compose: ({ baseTx }) => ({
      kind: "ExportTx",
      baseTx,
      destinationChain,
      exportedOutputs: [exported],
    }),
  };
};

export const importTx: Maker = (view, choice) => {
  const { events, store } = view.world;
  const waiting = events.flatMap((event) => {
    if (event.kind !== "export") return [];
    const { sourceChain, utxo } = event;
    const found = store.atomicUtxos.atomicUtxo(sourceChain, utxoID(utxo));
    return found === undefined ? [] : [event];
  });
  const first = choice.of(waiting);
  if (first === undefined) return undefined;
  const { sourceChain } = first;
  const imported = waiting
    .filter((event) => equalBytes(event.sourceChain, sourceChain))
    .slice(0, 2)
    .map(({ utxo }) => utxo);
  return {
    payment: { owner: choice.owner(), imported },
    touches: imported.map(utxoID),
    compose: ({ baseTx, importedInputs }) => ({
      kind: "ImportTx",
      baseTx,
      sourceChain,
      importedInputs,
    }),
  };
};

/** The asset that elastic subnets stake; it comes from the X-chain. */
export const token: Id = new Uint8Array(32).fill(0x70);

/** Another chain exports AVAX or the token to this one. */
export function exportToP(view: View, choice: Choice): void {
  const { world, avaxAssetID } = view;
  const { xChainID, cChainID } = world.context;
  const isToken = choice.below(2) === 0;
  const amount = isToken ? 3_000_000_000n : BigInt(1 + choice.below(1000)) * avax;
  const { assetID, output } = plainOutput(isToken ? token : avaxAssetID, amount, choice.owner());
  const txID = new Uint8Array(32).fill(0xee);
  new DataView(txID.buffer).setUint32(0, world.events.length);
  const sourceChain = isToken ? xChainID : choice.of([xChainID, cChainID])!;
  world.exportToP(sourceChain, { txID, outputIndex: 0, assetID, output });
}

/** Mostly plain; sometimes not before a time, locked for staking, or spendable by anyone. */
function someOutput(view: View, choice: Choice): TransferableOutput {
  const amount = BigInt(1 + choice.below(5000)) * avax;
  const owner = choice.owner();
  const later = view.now + BigInt(choice.below(2000)) - 200n;
  const plain = plainOutput(view.avaxAssetID, amount, owner);
  switch (choice.below(6)) {
    case 0:
      return plainOutput(view.avaxAssetID, amount, owner, later);
    case 1:
      return plainOutput(view.avaxAssetID, amount, { threshold: 0, addresses: [] });
    case 2:
    case 3:
      if (plain.output.kind === "LockOut") return plain;
      return {
        assetID: plain.assetID,
        output: { kind: "LockOut", locktime: later, output: plain.output },
      };
    default:
      return plain;
  }
}

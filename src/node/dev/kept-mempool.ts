import type { Mempool } from "../../chain/mempool.ts";
import { formatHex, parseHex } from "../../formats/hex.ts";
import { parseJson } from "../../formats/json.ts";
import { parseTx } from "../../pchain/txs/tx.ts";
import type { Metadata } from "../../store/metadata.ts";

const metadataKey = "mempool";

/** Writes the waiting transactions into the store, so that its image has them; what is returned removes them again. */
export function keepMempool(mempool: Mempool, metadata: Metadata): () => void {
  metadata.setText(metadataKey, JSON.stringify([...mempool].map(({ bytes }) => formatHex(bytes))));
  return () => metadata.delete(metadataKey);
}

/** Lets those wait that an image brought. */
export function restoreMempool(mempool: Mempool, metadata: Metadata): void {
  const text = metadata.getText(metadataKey);
  if (text === undefined) return;
  for (const bytes of parseJson(text) as string[]) mempool.add(parseTx(parseHex(bytes)));
  metadata.delete(metadataKey);
}

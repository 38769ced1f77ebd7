import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { concatBytes } from "../formats/bytes.ts";
import { PushGossipSchema } from "./generated/p2p_pb.ts";

/** The handler that a payload is for, as a prefix. avalanchego network/p2p/handler.go, network.go @ v1.14.2 */
const txGossipPrefix = Uint8Array.of(0);

/** What AvalancheGo aims at per message; one larger item goes alone. vms/platformvm/config/network.go @ v1.14.2 */
const targetBytes = 20 * 1024;

/** Payloads of AppGossip that put signed transactions into mempools. The receiver verifies them and does not push them on. */
export function txGossipPayloads(txs: readonly Uint8Array[]): Uint8Array[] {
  const batches: Uint8Array[][] = [];
  let size = 0;
  for (const tx of txs) {
    if (batches.length === 0 || size + tx.length > targetBytes) {
      batches.push([]);
      size = 0;
    }
    batches.at(-1)!.push(tx);
    size += tx.length;
  }
  return batches.map((gossip) =>
    concatBytes(txGossipPrefix, toBinary(PushGossipSchema, create(PushGossipSchema, { gossip }))),
  );
}

/** The signed transactions in a payload of AppGossip; none if it is for another handler or malformed. */
export function gossipedTxs(payload: Uint8Array): readonly Uint8Array[] {
  if (payload[0] !== txGossipPrefix[0]) return [];
  try {
    return fromBinary(PushGossipSchema, payload.subarray(txGossipPrefix.length)).gossip;
  } catch {
    return [];
  }
}

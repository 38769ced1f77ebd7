import { BoundedCache } from "../../cache/bounded-cache.ts";
import { type BytesKey, type Id, keyOf, type NodeId, type ShortId } from "../../formats/bytes.ts";
import { formatId } from "../../formats/id.ts";
import { formatNodeId } from "../../formats/node-id.ts";
import type { ChainContext } from "../../networks/network.ts";
import { addressText } from "./owners.ts";

/** Encoding base58 takes microseconds, and results repeat the same IDs. About 5 MB when full. */
const idTextsMax = 16_384;
const addressesMax = 16_384;

/**
 * The parts of results that a node has already formatted. Each node has one, and all of its handlers share it.
 *
 * The store returns the same object for a staker, validator or UTXO until it changes. `memo` therefore caches its
 * views by object identity, and they go when the object goes.
 */
export class ViewCache {
  readonly #idTexts = new BoundedCache<BytesKey, string>(idTextsMax);
  readonly #nodeIDTexts = new BoundedCache<BytesKey, string>(idTextsMax);
  readonly #addressTexts = new BoundedCache<BytesKey, string>(addressesMax);
  readonly #memos = new Map<(source: never, context: never) => unknown, WeakMap<object, unknown>>();

  /** Addresses by their usual text, `P-` and the network's prefix. */
  readonly addresses = new BoundedCache<string, ShortId>(addressesMax);

  /** Node IDs by their text. */
  readonly nodeIDs = new BoundedCache<string, NodeId>(idTextsMax);

  /** The length that each list of subnets or blockchains had when a client first asked for it. */
  readonly firstCounts = new Map<BytesKey | "subnets", number>();

  /** Like `formatId`, cached. Use it for IDs in lists. */
  readonly id = (id: Id): string => remembered(this.#idTexts, keyOf(id), () => formatId(id));

  /** Like `formatNodeId`, cached. */
  readonly nodeID = (nodeID: NodeId): string =>
    remembered(this.#nodeIDTexts, keyOf(nodeID), () => formatNodeId(nodeID));

  /** Like `addressText`, cached. Use it for addresses in lists. */
  readonly address = (address: ShortId, chain: ChainContext): string =>
    remembered(this.#addressTexts, keyOf(address), () => addressText(address, chain));

  /** `make(source, context)`, called once per source object. */
  memo<Source extends object, Context, View>(
    make: (source: Source, context: Context) => View,
    source: Source,
    context: Context,
  ): View {
    let views = this.#memos.get(make) as WeakMap<Source, View> | undefined;
    if (views === undefined) {
      views = new WeakMap();
      this.#memos.set(make, views);
    }
    const known = views.get(source);
    if (known !== undefined) return known;
    const view = make(source, context);
    views.set(source, view);
    return view;
  }
}

function remembered<K, V>(cache: BoundedCache<K, V>, key: K, make: () => V): V {
  const known = cache.get(key);
  if (known !== undefined) return known;
  const value = make();
  cache.set(key, value);
  return value;
}

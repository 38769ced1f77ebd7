import { type Container, readContainer } from "../../src/follow/container.ts";
import { decodeBytes } from "../../src/formats/encoding.ts";
import { recentStartTime } from "../../src/networks/local.ts";
import { decodeUtxo, type Utxo } from "../../src/pchain/components/utxo.ts";
import { parseContainer } from "../../src/store/container-log.ts";
import { openIndexedChain } from "./follow/follower.ts";
import { localGenesis } from "./genesis-chain.ts";
import { divide, outputAt, payer } from "./transfers.ts";

const networkID = 12345;

/** A chain of the local network of today with a transfer in each block, one second apart, that ends now. */
export function followedTransfers(count: number): {
  readonly genesis: Container;
  readonly containers: readonly Container[];
  /** The UTXO that the last transfer made. */
  readonly next: Utxo;
} {
  const now = BigInt(Math.floor(Date.now() / 1000));
  let seconds = now - BigInt(count);
  const { store, chain, indexer } = openIndexedChain(localGenesis(recentStartTime(now)), {
    isFollower: false,
    nowSeconds: () => seconds,
  });
  let [utxo] = [...store.utxos.ownedBy(payer)]
    .map(({ bytes }) => decodeUtxo(bytes))
    .filter(({ output }) => output.kind === "TransferOutput");
  for (let height = 0; height < count; height++) {
    seconds += 1n;
    const tx = divide(networkID, utxo!, 1, 10_000n);
    const refusal = chain.issue(tx);
    if (refusal !== undefined) throw new Error(refusal);
    chain.produceBlock();
    utxo = outputAt(tx, 0);
  }
  const containers = [...indexer.logs["P/block"].pages()]
    .flat()
    .map((text) => readContainer(new Uint8Array(decodeBytes(parseContainer(text).bytes, "hex"))));
  const genesis = readContainer(store.blocks.byHeight(0n)!.bytes);
  store.close();
  return { genesis, containers, next: utxo! };
}

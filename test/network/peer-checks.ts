import { strict as assert } from "node:assert";
import { setTimeout as sleep } from "node:timers/promises";
import { generateBlsSecretKey } from "../../src/crypto/bls.ts";
import { sha256 } from "../../src/crypto/hash.ts";
import { type BytesKey, emptyId, equalBytes, keyOf, type NodeId } from "../../src/formats/bytes.ts";
import { parseHex } from "../../src/formats/hex.ts";
import { formatId, parseId } from "../../src/formats/id.ts";
import { formatNodeId, parseNodeId } from "../../src/formats/node-id.ts";
import { parsePrivateKey } from "../../src/formats/private-key.ts";
import { createStakingCertificate } from "../../src/node/identity/staking-certificate.ts";
import { systemEnvironment } from "../../src/p2p/environment.ts";
import { ownIdentity } from "../../src/p2p/identity/own-identity.ts";
import { PeerNetwork } from "../../src/p2p/peer-network.ts";
import { RequestError } from "../../src/p2p/request-router.ts";
import { compatibility } from "../../src/p2p/versions.ts";
import { avalanchejs } from "../e2e/avalanchejs.ts";
import { ask } from "../e2e/rpc.ts";
import { Wallet } from "../e2e/wallet.ts";
import type { Validators } from "./validators.ts";

/** Something that real nodes must do; `run` returns what was seen. */
export type Check = {
  readonly name: string;
  readonly needsBlocks?: boolean;
  readonly run: () => Promise<string>;
};

type IndexedContainer = { readonly id: string; readonly bytes: string };

const ewoq = "PrivateKey-ewoqjP7PxY4yr3iLTpLisriqt94hdyDFNgchSxGGztUrTXtNN";
const blocksToMake = 12;
const localGranite = 1_607_144_400n;
const waitMs = 30_000;

/** In order: each continues where the previous one ended. */
export function peerChecks({ all }: Validators): readonly Check[] {
  const nodeIDs = all.map(({ nodeID }) => parseNodeId(nodeID));
  const [first] = all;
  const url = first!.url;
  const closed: string[] = [];
  const blsKeys = new Map<BytesKey, Uint8Array>();
  const network = newNetwork(nodeIDs, blsKeys, closed);
  const own = formatNodeId(network.nodeID);
  let containers: readonly IndexedContainer[] = [];

  const indexed = async () => {
    const params = { startIndex: "0", numToFetch: "1024", encoding: "hexnc" };
    const range = { containers: [] as IndexedContainer[] };
    Object.assign(range, await ask(url, "/ext/index/P/block", "index.getContainerRange", params));
    return range.containers;
  };
  const target = (nodeID: NodeId) => ({ nodeID, chainID: emptyId });

  return [
    {
      name: "discovers every validator from one beacon",
      run: async () => {
        for (const validator of all) {
          const { nodePOP } = await ask<{ nodePOP: { publicKey: string } }>(
            validator.url,
            "/ext/info",
            "info.getNodeID",
          );
          // From here on their signatures of addresses must be by these keys.
          blsKeys.set(keyOf(parseNodeId(validator.nodeID)), parseHex(nodePOP.publicKey));
        }
        await network.start();
        network.connect(nodeIDs[0]!, { ip: "127.0.0.1", port: first!.stakingPort });
        await until(() => network.peers().length === all.length, `${closed}`);
        return `${network.peers().length} peers, ${network.knownAddresses} signed addresses`;
      },
    },
    {
      name: "every validator lists us",
      run: async () => {
        for (const validator of all) {
          const { peers } = await ask<{ peers: { nodeID: string; version: string }[] }>(
            validator.url,
            "/ext/info",
            "info.peers",
          );
          assert(peers.some(({ nodeID, version }) => nodeID === own && version.includes("1.14.2")));
        }
        return `${all.length} of ${all.length}`;
      },
    },
    {
      name: "the frontier of a new network is its genesis block",
      run: async () => {
        const frontier = await network.requests.acceptedFrontier(target(nodeIDs[0]!));
        const ancestors = await network.requests.ancestors(target(nodeIDs[0]!), frontier);
        assert.equal(ancestors.length, 1);
        assert.deepEqual(sha256(ancestors[0]!), frontier);
        return `genesis block ${formatId(frontier)}`;
      },
    },
    {
      name: "frontier, accepted and ancestors equal the index",
      needsBlocks: true,
      run: async () => {
        await makeBlocks(url);
        containers = await indexed();
        const newest = containers.at(-1)!;
        const frontier = await network.requests.acceptedFrontier(target(nodeIDs[0]!));
        assert.deepEqual(frontier, parseId(newest.id));
        const unknown = new Uint8Array(32).fill(7);
        const accepted = await network.requests.accepted(target(nodeIDs[1]!), [unknown, frontier]);
        assert.deepEqual(accepted, [frontier]);
        for (const nodeID of nodeIDs) {
          const ancestors = await network.requests.ancestors(target(nodeID), frontier);
          const expected = containers.map(({ bytes }) => parseHex(bytes)).reverse();
          assert.deepEqual(ancestors.slice(0, containers.length), expected);
        }
        assert.deepEqual(await network.requests.ancestors(target(nodeIDs[0]!), unknown), []);
        const container = await network.requests.container(target(nodeIDs[2]!), frontier);
        assert.deepEqual(container, parseHex(newest.bytes));
        return `${containers.length} containers from each of ${nodeIDs.length}`;
      },
    },
    {
      name: "votes name the block at a height; an unknown container is silence; a pull is refused",
      needsBlocks: true,
      run: async () => {
        const below = parseId(containers.at(-2)!.id);
        const height = BigInt(containers.length - 1);
        const newest = parseId(containers.at(-1)!.id);
        for (const nodeID of nodeIDs) {
          const vote = await network.requests.chits(target(nodeID), below, height + 1n);
          assert.equal(vote.acceptedHeight, height + 1n);
          assert.deepEqual(vote.preferredIDAtHeight, newest);
        }
        const unknown = new Uint8Array(32).fill(9);
        const silent = { ...target(nodeIDs[0]!), timeoutMs: 1_500 };
        await assert.rejects(network.requests.container(silent, unknown), isFailure("timed out"));
        const pull = Uint8Array.of(
          0,
          0x12,
          32,
          ...new Uint8Array(32),
          0x1a,
          10,
          1,
          ...new Uint8Array(9),
        );
        const refusal = await network.requests.app(target(nodeIDs[0]!), pull).catch((e) => e);
        assert(refusal instanceof RequestError);
        assert.equal(refusal.code, -3);
        return `AppError ${refusal.code} ${refusal.message}`;
      },
    },
    {
      name: "a transaction pushed to one validator is accepted",
      needsBlocks: true,
      run: async () => {
        const { bytes, txID } = await signedPayment(url);
        assert.equal(network.gossipTxs(emptyId, [bytes], [nodeIDs[3]!]), 1);
        const status = () =>
          ask<{ status: string }>(url, "/ext/bc/P", "platform.getTxStatus", { txID });
        await until(async () => (await status()).status === "Committed", "not accepted");
        return txID;
      },
    },
    {
      name: "stays connected for 75 s of pings",
      run: async () => {
        await sleep(75_000);
        assert.deepEqual(closed, []);
        const peers = network.peers();
        assert.equal(peers.length, all.length);
        const now = Date.now();
        assert(peers.every(({ lastReceivedMs }) => now - lastReceivedMs < 30_000));
        return `uptimes observed by peers: ${peers.map((peer) => peer.observedUptimePercent)}`;
      },
    },
    {
      name: "closes",
      run: async () => {
        await network.close();
        const isGone = async () => {
          const { peers } = await ask<{ peers: { nodeID: string }[] }>(
            url,
            "/ext/info",
            "info.peers",
          );
          return peers.every(({ nodeID }) => nodeID !== own);
        };
        await until(isGone, "still listed");
        return "no longer listed";
      },
    },
  ];
}

function newNetwork(
  validators: readonly NodeId[],
  blsKeys: ReadonlyMap<BytesKey, Uint8Array>,
  closed: string[],
): PeerNetwork {
  const { certificatePem, keyPem } = createStakingCertificate(new Date());
  const isValidator = (id: NodeId) => validators.some((validator) => equalBytes(id, validator));
  const claimed = { name: "avalanchego", major: 1, minor: 14, patch: 2 };
  return new PeerNetwork({
    identity: ownIdentity(certificatePem, keyPem, generateBlsSecretKey()),
    terms: {
      networkID: 12345,
      compatibility: compatibility("granite", localGranite, claimed),
      trackedSubnets: [],
      supportedAcps: [],
      objectedAcps: [],
      currentAcps: [],
    },
    listenAt: { ip: "127.0.0.1", port: 0 },
    allowPrivateIPs: true,
    knowledge: {
      isWanted: isValidator,
      isValidator,
      blsKeyOf: (nodeID) => blsKeys.get(keyOf(nodeID)),
      uptimePercentOf: (nodeID) => (isValidator(nodeID) ? 100 : 0),
    },
    events: {
      disconnected: ({ nodeID }, reason) => {
        if (reason !== "closing") closed.push(`${formatNodeId(nodeID)}: ${reason}`);
      },
      failed: (nodeID, { ip, port }, reason) => {
        process.stderr.write(`${nodeID && formatNodeId(nodeID)} at ${ip}:${port}: ${reason}\n`);
      },
      fault: (error) => closed.push(String(error)),
    },
    environment: systemEnvironment(),
  });
}

async function makeBlocks(url: string): Promise<void> {
  const wallet = await Wallet.open(ewoq, () => url);
  for (let count = 0; count < blocksToMake; count++) {
    await wallet.send((funds, context) => {
      const outputs = [payment(context.avaxAssetID, wallet)];
      return avalanchejs.pvm.newBaseTx({ ...funds, outputs }, context);
    });
  }
}

async function signedPayment(url: string): Promise<{ bytes: Uint8Array; txID: string }> {
  const wallet = await Wallet.open(ewoq, () => url);
  const { api, context, addressBytes } = wallet;
  const unsignedTx = avalanchejs.pvm.newBaseTx(
    {
      feeState: await api.getFeeState(),
      fromAddressesBytes: [addressBytes],
      utxos: await wallet.utxos(),
      outputs: [payment(context.avaxAssetID, wallet)],
    },
    context,
  );
  await avalanchejs.addTxSignatures({ unsignedTx, privateKeys: [parsePrivateKey(ewoq)] });
  const bytes = unsignedTx.getSignedTx().toBytes();

  return { bytes, txID: formatId(sha256(bytes)) };
}

function payment(assetID: string, { addressBytes }: Wallet) {
  return avalanchejs.TransferableOutput.fromNative(assetID, 1_000_000n, [addressBytes]);
}

function isFailure(failure: string) {
  return (error: unknown) => error instanceof RequestError && error.failure === failure;
}

async function until(isTrue: () => boolean | Promise<boolean>, why: string): Promise<void> {
  const deadline = Date.now() + waitMs;
  while (!(await isTrue())) {
    if (Date.now() > deadline) throw new Error(`timed out: ${why}`);
    await sleep(100);
  }
}

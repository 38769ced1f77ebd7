import type { Chain } from "../../chain/chain.ts";
import { blsPublicKey } from "../../crypto/bls.ts";
import { sha256 } from "../../crypto/hash.ts";
import { keyOf, type NodeId } from "../../formats/bytes.ts";
import type { DevControls } from "../../handlers/context.ts";
import type { Health } from "../../health/health.ts";
import { primaryNetworkID } from "../../networks/chains.ts";
import type { ChainContext } from "../../networks/network.ts";
import { utxoID } from "../../pchain/components/utxo.ts";
import { Rejection } from "../../pchain/rejection.ts";
import { signWarpMessage } from "../../pchain/warp/sign.ts";
import type { ChainStore } from "../../store/chain-store.ts";
import type { SettableBlockMaker } from "../chain/block-maker.ts";
import type { FedBlocks } from "../chain/fed-blocks.ts";
import type { NodeGenesis } from "../chain/genesis.ts";
import type { NodeClock } from "../clock.ts";
import type { FundsByTransfer } from "../followable/faucet.ts";
import type { Log } from "../logging/log.ts";
import type { LocalConfig } from "../node-config.ts";
import { versions } from "../version.ts";
import { DevHistory } from "./dev-history.ts";
import type { DevSettings } from "./dev-settings.ts";
import { DevTime } from "./dev-time.ts";
import type { Faults } from "./faults.ts";
import { fund, fundingUtxo } from "./fund.ts";
import { spareValidators } from "./spare-validators.ts";
import { ValidatorKeys } from "./validator-keys.ts";

export type DevControlsOptions = {
  readonly chain: Chain;
  readonly fed: FedBlocks;
  readonly store: ChainStore;
  readonly context: ChainContext;
  readonly clock: NodeClock;
  readonly blocks: SettableBlockMaker;
  readonly settings: DevSettings;
  readonly faults: Faults;
  readonly health: Health;
  readonly genesis: () => Promise<NodeGenesis>;
  readonly local: LocalConfig;
  readonly log: Log;
  /** The node's BLS key: 32 bytes. */
  readonly blsSecretKey: Uint8Array;
  /** How a followable node funds addresses; undefined for other nodes. */
  readonly funding: FundsByTransfer | undefined;
  /** Called after blocks were reverted or replaced. */
  readonly onOtherPast: () => void;
  /** Called after the state changed outside of blocks. */
  readonly onStateChanged: () => void;
};

/** The dev API's controls of a chain whose blocks this node builds. */
export function devControls(options: DevControlsOptions): DevControls {
  const moves = { changes: 0n, generation: 0 };
  const changed: Changed = (value) => {
    moves.changes++;
    return value;
  };
  const isFollowable = options.funding !== undefined;
  const time = new DevTime({ ...options, makesEmptyBlocks: !isFollowable });
  const onOtherPast = () => {
    moves.generation++;
    time.notePast();
    options.onOtherPast();
    options.blocks.request();
  };
  return {
    program: versions.application,
    moves,
    isFollowable,
    ...blockControls(options, time, changed),
    ...historyControls({ ...options, onOtherPast }, changed),
    ...stateControls(options, (value) => {
      options.onStateChanged();
      return changed(value);
    }),
    ...faultControls(options, changed),
    ...warpControls(options),
  };
}

/** Counts a change, and returns the value. */
type Changed = <T>(value: T) => T;

function blockControls(options: DevControlsOptions, time: DevTime, changed: Changed) {
  const { chain, clock, blocks, fed } = options;
  return {
    clock: () => ({ unixSeconds: clock.nowSeconds(), isFrozen: clock.isFrozen }),
    setTime: (unixSeconds, frozen) => changed(time.set(unixSeconds, frozen)),
    increaseTime: (seconds) => time.increase(seconds).then(changed),
    blockProduction: () => blocks.setting,
    setBlockProduction: (setting) => blocks.set(setting),
    buildBlock: () => changed(time.buildBlock()),
    acceptBlock: (block, pChainHeight) => {
      try {
        fed.feed(() => chain.acceptBlock(block, pChainHeight ?? chain.minimumHeight()));
      } catch (error) {
        if (error instanceof Rejection) return error.message;
        throw error;
      }
      return changed(undefined);
    },
  } satisfies Partial<DevControls>;
}

function historyControls(options: DevControlsOptions, changed: Changed) {
  const history = new DevHistory(options);
  return {
    takeSnapshot: () => history.take(),
    snapshots: () => history.ids(),
    revert: (snapshotID) => changed(history.revert(snapshotID)),
    reset: () => history.reset().then(changed),
    dumpState: (isWanted) => history.dump(isWanted),
    loadState: (state) => changed(history.load(state)),
  } satisfies Partial<DevControls>;
}

function stateControls(
  { store, context, settings, funding }: DevControlsOptions,
  changed: Changed,
) {
  const { avaxAssetID: assetID } = context;
  return {
    digest: () => store.digest(),
    fund: (address, amountNavax) => {
      if (funding !== undefined) return funding(address, amountNavax);
      const number = settings.countFunding();
      return changed(fund(store, number, { address, amountNavax, assetID }));
    },
    addAtomicUTXO: (sourceChain, utxo) => {
      if (store.atomicUtxos.atomicUtxo(sourceChain, utxoID(utxo)) !== undefined) return false;
      store.putAtomicUtxo(sourceChain, utxo);
      return changed(true);
    },
    creditAtomicUTXO: (sourceChain, address, amountNavax) => {
      const txID = sha256(Buffer.from(`couloir dev.addAtomicUTXO ${settings.countFunding()}`));
      const utxo = fundingUtxo(txID, { address, amountNavax, assetID });
      store.putAtomicUtxo(sourceChain, utxo);
      return changed(utxo);
    },
    spareValidators: (count) => {
      const isValidator = (nodeID: NodeId) =>
        store.state.currentValidator(primaryNetworkID, nodeID) !== undefined ||
        store.state.pendingValidator(primaryNetworkID, nodeID) !== undefined;
      return spareValidators(count, isValidator);
    },
  } satisfies Partial<DevControls>;
}

function warpControls({ chain, context, blsSecretKey }: DevControlsOptions) {
  const keys = new ValidatorKeys(blsSecretKey);
  return {
    signWarpMessage: async (message, secretKeys) => {
      const { height, validators } = chain.warpSource(message.sourceChainID);
      const given = new Map(secretKeys.map((key) => [keyOf(blsPublicKey(key)), key]));
      const publicKeys = validators.flatMap(({ publicKey }) => publicKey ?? []);
      const own = await keys.of(publicKeys.filter((publicKey) => !given.has(keyOf(publicKey))));
      const secretKeyOf = (publicKey: Uint8Array) =>
        given.get(keyOf(publicKey)) ?? own.get(keyOf(publicKey));
      const { release } = context.network;
      return { ...signWarpMessage(message, validators, release, secretKeyOf), height };
    },
  } satisfies Partial<DevControls>;
}

/** Missing signatures, simulated uptimes and health, and the mempool. */
function faultControls(options: DevControlsOptions, changed: Changed) {
  const { chain, settings, faults, health } = options;
  return {
    impersonate: (addresses, enabled) => {
      chain.reconsiderDropped();
      return changed(settings.impersonate(addresses, enabled));
    },
    impersonated: () => settings.impersonated(),
    setValidatorUptime: (nodeID, percentage) => changed(settings.setUptime(nodeID, percentage)),
    setHealth: (failure) => faults.setFailure(failure, health).then(changed),
    setBootstrapped: (bootstrapped) => faults.setBootstrapped(bootstrapped, health).then(changed),
    mempool: () => [...chain.mempool],
    dropTransaction: (txID, reason) => {
      const waiting = chain.mempool.get(txID);
      if (waiting === undefined) return false;
      chain.drop(waiting, reason);
      return changed(true);
    },
  } satisfies Partial<DevControls>;
}

/** For a chain whose blocks others build: the dev API is not served. */
export const noDevControls: DevControls = {
  program: versions.application,
  moves: { changes: 0n, generation: 0 },
  isFollowable: false,
  clock: unserved,
  setTime: unserved,
  increaseTime: unserved,
  blockProduction: unserved,
  setBlockProduction: unserved,
  buildBlock: unserved,
  takeSnapshot: unserved,
  snapshots: unserved,
  revert: unserved,
  reset: unserved,
  dumpState: unserved,
  loadState: unserved,
  digest: unserved,
  fund: unserved,
  impersonate: unserved,
  impersonated: unserved,
  setValidatorUptime: unserved,
  setHealth: unserved,
  setBootstrapped: unserved,
  mempool: unserved,
  acceptBlock: unserved,
  addAtomicUTXO: unserved,
  creditAtomicUTXO: unserved,
  spareValidators: unserved,
  signWarpMessage: unserved,
  dropTransaction: unserved,
};

function unserved(): never {
  throw new Error("The dev API is not served on this network.");
}

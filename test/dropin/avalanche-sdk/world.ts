import type { NodeProcess } from "../../e2e/node-process.ts";
import { ask, type Json } from "../../e2e/rpc.ts";
import type { Skipped } from "../case.ts";
import type { Profile } from "../profiles.ts";
import {
  type Account,
  type Client,
  call,
  importSdk,
  type Sdk,
  type Sent,
  type WalletClient,
} from "./sdk.ts";

export const avax = 10n ** 9n;
export const daySeconds = 86_400n;
export const primaryNetworkID = "11111111111111111111111111111111LpoYY";

/** The key that every local network funds. */
const privateKey = "0x56289e99c94b6912bfc12adc093c9b51124f0dc54ac7a766b2bc5ccf558d8027";

type Subnet = {
  readonly controlKeys: readonly string[];
  readonly isPermissioned: boolean;
  readonly managerChainID: string;
};

/** A call of the package's, with the check of what it answers; or why it is not made, which a call may find out itself. */
type Call = ((world: World) => Promise<void>) | ((world: World) => Promise<Skipped>) | Skipped;
export type Calls = Readonly<Record<string, Call>>;

/** The node, the package's clients on it, and what the calls have made so far. */
export class World {
  readonly url: string;
  readonly profile: Profile;
  readonly client: Client;
  readonly wallet: WalletClient;
  readonly address: string;
  subnetID = "";
  chainID = "";
  validationID = "";
  delegationID = "";
  lastTxID = "";

  private constructor(url: string, profile: Profile, sdk: Sdk, config: object, account: Account) {
    this.url = url;
    this.profile = profile;
    this.client = sdk.createAvalancheClient(config);
    this.wallet = sdk.createAvalancheWalletClient({ ...config, account });
    this.address = account.getXPAddress("P", "local");
  }

  static async open({ url }: NodeProcess, cache: string, profile: Profile): Promise<World> {
    const sdk = await importSdk<Sdk>(cache);
    const { avalancheLocal } = await importSdk<{ avalancheLocal: object }>(cache, "/chains");
    const { privateKeyToAvalancheAccount } = await importSdk<{
      privateKeyToAvalancheAccount(key: string): Account;
    }>(cache, "/accounts");
    const transport = { type: "http", url: `${url}/ext/bc/C/rpc` };
    const account = privateKeyToAvalancheAccount(privateKey);
    return new World(url, profile, sdk, { chain: avalancheLocal, transport }, account);
  }

  /** Calls a `prepare...` method, signs and sends its result, waits for it and returns the transaction's ID. */
  async sendPrepared(method: string, params: object): Promise<string> {
    const request = await call(this.wallet.pChain, method, params);
    const sent: Sent = await this.wallet.sendXPTransaction(request);
    await this.wallet.waitForTxn(sent);
    this.lastTxID = sent.txHash;
    return sent.txHash;
  }

  P<Result>(method: string, params: Json = {}): Promise<Result> {
    return ask<Result>(this.url, "/ext/bc/P", method, params);
  }

  L<Result>(method: string, params: Json = {}): Promise<Result> {
    return ask<Result>(this.url, "/ext/ledger", method, params);
  }

  dev<Result>(method: string, params: Json = {}): Promise<Result> {
    return ask<Result>(this.url, "/ext/dev", method, params);
  }

  /** The end of a staking period that begins now. */
  async endAfter(days: bigint): Promise<bigint> {
    const { clock } = await this.dev<{ clock: { timestamp: string } }>("dev.nodeInfo");
    return BigInt(clock.timestamp) + days * daySeconds;
  }

  /**
   * Begins a new epoch at the current height. Since Granite, warp messages are verified with the validators of the epoch,
   * which lasts 30 seconds. The block that this makes is the last one of the epoch before.
   */
  async beginEpoch(): Promise<void> {
    await this.dev("dev.increaseTime", { seconds: 31 });
  }

  /** The one that the wallet has made. */
  subnet(): Promise<Subnet> {
    return this.P<Subnet>("platform.getSubnet", { subnetID: this.subnetID });
  }

  async validator(subnetID: string, nodeID: string): Promise<Json | undefined> {
    const params = { subnetID, nodeIDs: [nodeID] };
    const { validators } = await this.P<{ validators: Json[] }>(
      "platform.getCurrentValidators",
      params,
    );
    return validators[0];
  }
}

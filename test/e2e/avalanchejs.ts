import * as untyped from "@avalabs/avalanchejs";

/**
 * What of @avalabs/avalanchejs the tests use. Its declarations import each other without file extensions, which
 * TypeScript does not follow in an ES module, so the shapes are declared here.
 */
type AvalancheJs = {
  readonly Context: { getContextFromURI(url: string): Promise<Context> };
  readonly pvm: Builders & { readonly PVMApi: new (url: string) => PvmApi };
  readonly addTxSignatures: (request: {
    readonly unsignedTx: UnsignedTx;
    readonly privateKeys: readonly Uint8Array[];
  }) => Promise<void>;
  readonly secp256k1: {
    getPublicKey(privateKey: Uint8Array): Uint8Array;
    publicKeyBytesToAddress(publicKey: Uint8Array): Uint8Array;
    sign(message: Uint8Array, privateKey: Uint8Array): Promise<Uint8Array>;
  };
  readonly utils: {
    format(chainAlias: string, hrp: string, address: Uint8Array): string;
    bufferToHex(bytes: Uint8Array): string;
    addChecksum(bytes: Uint8Array): Uint8Array;
    getUtxoInfo(utxo: Utxo): { readonly amount: bigint };
  };
  readonly TransferableOutput: {
    new (assetID: unknown, output: unknown): TransferableOutput;
    fromNative(
      assetID: string,
      amount: bigint,
      addresses: readonly Uint8Array[],
      locktime?: bigint,
      threshold?: number,
    ): TransferableOutput;
  };
  readonly TransferOutput: new (amount: unknown, owners: unknown) => unknown;
  readonly OutputOwners: { fromNative(addresses: readonly Uint8Array[]): unknown };
  readonly PChainOwner: {
    fromNative(addresses: readonly Uint8Array[], threshold: number): PChainOwner;
  };
  readonly L1Validator: {
    fromNative(
      nodeID: string,
      weight: bigint,
      balance: bigint,
      signer: unknown,
      remainingBalanceOwner: PChainOwner,
      deactivationOwner: PChainOwner,
    ): L1Validator;
  };
  readonly Id: { fromString(text: string): unknown };
  readonly NodeId: { fromString(text: string): { toBytes(): Uint8Array } };
  readonly Address: new (bytes: Uint8Array) => unknown;
  readonly BigIntPr: new (value: bigint) => unknown;
  readonly Bytes: new (bytes: Uint8Array) => unknown;
  readonly Int: new (value: number) => unknown;
  readonly BlsPublicKey: { fromBytes(bytes: Uint8Array): readonly [key: unknown, rest: unknown] };
  readonly BlsSignature: { fromSignatureBytes(bytes: Uint8Array): unknown };
  readonly pvmSerial: {
    readonly ProofOfPossession: new (publicKey: Uint8Array, proof: Uint8Array) => unknown;
    readonly StakeableLockOut: new (locktime: unknown, output: unknown) => unknown;
    readonly warp: {
      readonly codec: unknown;
      readonly WarpUnsignedMessage: new (
        networkID: unknown,
        sourceChainID: unknown,
        payload: unknown,
      ) => Packable;
      readonly WarpMessage: new (unsigned: unknown, signature: unknown) => Packable;
      readonly WarpSignature: new (signers: unknown, signature: unknown) => unknown;
      readonly AddressedCallPayloads: {
        readonly AddressedCall: new (sourceAddress: unknown, payload: unknown) => Packable;
        readonly RegisterL1ValidatorMessage: new (...fields: readonly unknown[]) => Packable;
        readonly L1ValidatorWeightMessage: new (
          validationID: unknown,
          nonce: unknown,
          weight: unknown,
        ) => Packable;
      };
    };
  };
};

export type Context = {
  readonly networkID: number;
  readonly hrp: string;
  readonly avaxAssetID: string;
  readonly xBlockchainID: string;
  readonly cBlockchainID: string;
};

/** What every builder is given beside its own arguments. */
export type Funds = {
  readonly feeState: unknown;
  readonly fromAddressesBytes: readonly Uint8Array[];
  readonly utxos: readonly Utxo[];
};

type Builder<Own> = (request: Funds & Own, context: Context) => UnsignedTx;
type Addresses = readonly Uint8Array[];
type Authorized = { readonly subnetId: string; readonly subnetAuth: readonly number[] };
type Period = {
  readonly start: bigint;
  readonly end: bigint;
  readonly nodeId: string;
  readonly weight: bigint;
};

type Builders = {
  readonly newBaseTx: Builder<{
    readonly outputs: readonly TransferableOutput[];
    readonly changeAddressesBytes?: Addresses;
  }>;
  readonly newCreateSubnetTx: Builder<{ readonly subnetOwners: Addresses }>;
  readonly newCreateChainTx: Builder<
    Authorized & {
      readonly chainName: string;
      readonly vmId: string;
      readonly fxIds: readonly string[];
      readonly genesisData: Readonly<Record<string, unknown>>;
    }
  >;
  readonly newAddSubnetValidatorTx: Builder<Authorized & Period>;
  readonly newRemoveSubnetValidatorTx: Builder<Authorized & { readonly nodeId: string }>;
  readonly newTransferSubnetOwnershipTx: Builder<Authorized & { readonly subnetOwners: Addresses }>;
  readonly newAddPermissionlessValidatorTx: Builder<
    Period & {
      readonly subnetId: string;
      readonly publicKey: Uint8Array;
      readonly signature: Uint8Array;
      readonly rewardAddresses: Addresses;
      readonly delegatorRewardsOwner: Addresses;
      /** Of 1,000,000. */
      readonly shares: number;
    }
  >;
  readonly newAddPermissionlessDelegatorTx: Builder<
    Period & { readonly subnetId: string; readonly rewardAddresses: Addresses }
  >;
  readonly newExportTx: Builder<{
    readonly destinationChainId: string;
    readonly outputs: readonly TransferableOutput[];
  }>;
  readonly newImportTx: Builder<{
    readonly sourceChainId: string;
    readonly toAddressesBytes: Addresses;
  }>;
  readonly newConvertSubnetToL1Tx: Builder<
    Authorized & {
      readonly chainId: string;
      readonly address: Uint8Array;
      readonly validators: readonly L1Validator[];
    }
  >;
  readonly newRegisterL1ValidatorTx: Builder<{
    readonly balance: bigint;
    /** The proof of possession. */
    readonly blsSignature: Uint8Array;
    readonly message: Uint8Array;
  }>;
  readonly newSetL1ValidatorWeightTx: Builder<{ readonly message: Uint8Array }>;
  readonly newIncreaseL1ValidatorBalanceTx: Builder<{
    readonly balance: bigint;
    readonly validationId: string;
  }>;
  readonly newDisableL1ValidatorTx: Builder<{
    readonly disableAuth: readonly number[];
    readonly validationId: string;
  }>;
};

declare const brand: unique symbol;
type Opaque<Name extends string> = { readonly [brand]: Name };

/** Goes to bytes by a codec. */
export type Packable = { toBytes(codec: unknown): Uint8Array };

export type TransferableOutput = Opaque<"TransferableOutput">;
export type PChainOwner = Opaque<"PChainOwner">;
export type L1Validator = Opaque<"L1Validator">;
export type Utxo = Opaque<"Utxo">;
type SignedTx = { toBytes(): Uint8Array };

export type UnsignedTx = {
  readonly addressMaps: { toArray(): readonly unknown[] };
  toBytes(): Uint8Array;
  getCredentials(): readonly unknown[];
  addSignatureAt(signature: Uint8Array, credential: number, position: number): void;
  getSignedTx(): SignedTx;
};

type ByAddresses = { readonly addresses: readonly string[] };

export type PvmApi = {
  getBalance(request: ByAddresses): Promise<{ readonly balance: bigint }>;
  getUTXOs(
    request: ByAddresses & { readonly sourceChain?: string },
  ): Promise<{ readonly utxos: readonly Utxo[] }>;
  getFeeState(): Promise<{ readonly excess: bigint; readonly price: bigint }>;
  getStake(request: ByAddresses): Promise<{ readonly staked: bigint }>;
  getL1Validator(validationID: string): Promise<{
    readonly balance: bigint;
    readonly weight: bigint;
    readonly minNonce: bigint;
    readonly nodeID: string;
    readonly subnetID: string;
  }>;
  getTxStatus(request: {
    readonly txID: string;
  }): Promise<{ readonly status: string; readonly reason?: string }>;
  issueSignedTx(tx: SignedTx): Promise<{ readonly txID: string }>;
};

export const avalanchejs = untyped as unknown as AvalancheJs;

import type { Example } from "../../codegen/declared-method.ts";
import type { JsonObject } from "../../codegen/load/json.ts";
import { type Document, discoverName } from "../../codegen/model.ts";
import type { Issued } from "../../test/e2e/wallet.ts";
import type { Call, Line } from "./call.ts";

const most = "18446744073709551615";
const nobody = "2qqDqiuNRBhrnKs2fiXyMaZCzo6Vg4NYk7eKpRrpHgZYy1jGVs";
const user = { username: "conformance", password: "Alice-strong-pass-1!" };
const privateKey = "PrivateKey-ewoqjP7PxY4yr3iLTpLisriqt94hdyDFNgchSxGGztUrTXtNN";

/** What the calls refer to on the chain. */
export type Chain = {
  readonly address: string;
  readonly txs: readonly string[];
  readonly subnetID: string;
  readonly blockchainID: string;
  readonly nodeID: string;
  /** The container of the last block in the P-chain's index. */
  readonly containerID: string;
  /** Two signed transactions that have not been issued. */
  readonly waiting: readonly [Issued, Issued];
};

/** Every method with the params of its examples, then calls about the chain that the node has. */
export function nodeLines(documents: readonly Document[], chain: Chain): Line[] {
  return [
    ...readLines(chain),
    ...indexLines(chain),
    ...keystoreLines(),
    ...issueLines(chain),
    ...batchLines(chain),
    ...documents.filter(({ api }) => api !== "dev").flatMap(exampleLines),
    ...documents.filter(({ api }) => api === "dev").flatMap(exampleLines),
    // Restores what a snapshot does not contain.
    line("dev.setHealth", { healthy: true }),
    line("dev.setBlockProduction", { mode: "manual" }),
  ];
}

function exampleLines({ api, paths, distinctPaths, methods }: Document): Call[] {
  const keys = distinctPaths ? paths.map((path) => path.split("/").slice(3).join("/")) : [""];
  return keys.flatMap((key) =>
    methods.flatMap(({ name, params, examples }) =>
      examples
        .filter((example) => isComparable(name, example))
        .map((example) => ({
          method: name,
          ...(name === discoverName ? { api } : {}),
          ...(key === "" ? {} : { path: key }),
          ...(params.length === 0 ? {} : { params: example.params }),
        })),
    ),
  );
}

/** Without the P-chain's API there is nothing to compare, and random results differ each time. */
function isComparable(method: string, { params }: Example): boolean {
  if (method === "dev.setBootstrapped") return params["bootstrapped"] === true;
  return method !== "platform.sampleValidators";
}

function readLines({ address, txs, subnetID, blockchainID, nodeID }: Chain): Line[] {
  const heights = [...txs, ""].map((_tx, index) => String(index));
  const encodings = ["hex", "json"];
  return [
    ...heights.flatMap((height) =>
      encodings.map((encoding) => line("platform.getBlockByHeight", { height, encoding })),
    ),
    ...txs.flatMap((txID) => [
      ...encodings.map((encoding) => line("platform.getTx", { txID, encoding })),
      line("platform.getTxStatus", { txID }),
      line("platform.getRewardUTXOs", { txID }),
    ]),
    line("platform.getBalance", { addresses: [address] }),
    line("platform.getBalance", { addresses: ["P-local1"] }),
    line("platform.getUTXOs", { addresses: [address], limit: 1 }),
    line("platform.getUTXOs", { addresses: [address], sourceChain: "X" }),
    line("platform.getStake", { addresses: [address], validatorsOnly: true }),
    line("platform.getCurrentValidators", {}),
    line("platform.getCurrentValidators", { nodeIDs: [nodeID] }),
    line("platform.getCurrentValidators", { subnetID }),
    line("platform.getValidatorsAt", { height: "proposed" }),
    line("platform.getValidatorsAt", { height: "0" }),
    line("platform.getValidatorsAt", { height: most }),
    line("platform.getAllValidatorsAt", { height: "proposed" }),
    line("platform.getBlockByHeight", { height: most }),
    line("platform.getSubnet", { subnetID }),
    line("platform.getSubnet", { subnetID: nobody }),
    line("platform.getSubnets", { ids: [subnetID] }),
    line("platform.getBlockchainStatus", { blockchainID }),
    line("platform.validatedBy", { blockchainID }),
    line("platform.validates", { subnetID }),
    line("platform.getMaxStakeAmount", { subnetID, nodeID, startTime: "0", endTime: most }),
    // One of one.
    line("platform.sampleValidators", { size: 1, subnetID }),
    line("platform.sampleValidators", { size: 2, subnetID }),
    line("platform.getL1Validator", { validationID: [nobody] }),
    line("info.getBlockchainID", { alias: 'Q " \\ \u00e9 \u{1f600}' }),
    line("info.isBootstrapped", { chain: "P" }),
    line("info.isBootstrapped", { chain: "" }),
  ];
}

function indexLines({ txs, containerID }: Chain): Line[] {
  const at = (method: string, params: JsonObject): Call => ({
    method: `index.${method}`,
    path: "P/block",
    params,
  });
  return [
    at("getContainerRange", { startIndex: "0", numToFetch: "3" }),
    at("getContainerRange", { startIndex: most, numToFetch: "1" }),
    at("getContainerRange", { startIndex: "0", numToFetch: "1025" }),
    at("getContainerByIndex", { index: String(txs.length - 1) }),
    at("getContainerByIndex", { index: most }),
    at("getContainerByID", { id: containerID }),
    at("getContainerByID", { id: nobody }),
    at("getIndex", { id: containerID }),
    at("getLastAccepted", {}),
    { method: "index.getLastAccepted", path: "X/tx", params: {} },
  ];
}

function keystoreLines(): Line[] {
  const address = { ...user, address: "P-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u" };
  return [
    line("keystore.createUser", { username: "weak", password: "password" }),
    line("keystore.createUser", user),
    line("keystore.createUser", user),
    { method: "keystore.listUsers" },
    line("platform.importKey", { ...user, privateKey }),
    line("platform.importKey", { ...user, privateKey: "PrivateKey-x" }),
    line("platform.listAddresses", user),
    line("platform.exportKey", address),
    line("platform.exportKey", { ...address, password: "wrong" }),
    line("platform.createAddress", user),
    line("keystore.exportUser", user),
    line("keystore.importUser", { ...user, username: "other", user: "0x00" }),
    line("keystore.deleteUser", user),
    line("keystore.deleteUser", user),
  ];
}

function issueLines({ waiting: [unwanted, wanted] }: Chain): Line[] {
  return [
    line("platform.issueTx", { tx: unwanted.hex }),
    line("platform.issueTx", { tx: unwanted.hex }),
    line("platform.issueTx", { tx: "0x00" }),
    { method: "dev.mempool" },
    line("platform.getTxStatus", { txID: unwanted.txID }),
    line("dev.dropTransaction", { txID: unwanted.txID, reason: "not wanted" }),
    line("platform.getTxStatus", { txID: unwanted.txID }),
    line("platform.issueTx", { tx: wanted.hex }),
    { method: "dev.buildBlock" },
    line("platform.getTxStatus", { txID: wanted.txID }),
    line("dev.fund", { address: "P-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u", amount: "1" }),
    line("dev.increaseTime", { seconds: "10" }),
    line("dev.setTime", { timestamp: "4000000000", frozen: true }),
  ];
}

function batchLines({ txs, address }: Chain): Line[] {
  return [
    {
      batch: [
        { method: "platform.getHeight" },
        line("platform.getTx", { txID: txs[0] ?? "", encoding: "json" }),
        line("platform.getTx", { txID: nobody }),
        { method: "info.getNetworkName" },
        line("info.getBlockchainID", { alias: "Q" }),
        line("platform.getBalance", { addresses: [address] }),
        { method: "index.getLastAccepted", path: "P/block", params: {} },
        line("keystore.createUser", user),
        { method: "keystore.listUsers" },
        line("keystore.deleteUser", user),
      ],
    },
  ];
}

function line(method: string, params: JsonObject): Call {
  return { method, params };
}

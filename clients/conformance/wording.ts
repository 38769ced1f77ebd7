import type { Json, JsonObject } from "../../codegen/load/json.ts";
import type { Answer, Call, Expectation, Target } from "./call.ts";
import { serve } from "./sample-target.ts";

type Case = { readonly call: Call; readonly answer: Answer; readonly expectation: Expectation };

const invalidParams = { code: -32602, message: "Invalid params" };
/** How AvalancheGo rejects params: without saying which. */
const unclear = {
  code: -32000,
  message:
    "couldn't unmarshal an argument. Ensure arguments are valid and properly formatted. See documentation for example calls",
  data: null,
};

const txID: Call = { method: "platform.getTx", params: { txID: "x" } };
const long = "y".repeat(70);

/** Params that a node rejects without saying which, and what every client finds out. */
const found: readonly (readonly [Call, string])[] = [
  [txID, 'platform.getTx: txID: expected a cb58 ID of 32 bytes, got "x"'],
  [
    { method: "platform.getTx", params: { txID: long } },
    `platform.getTx: txID: expected a cb58 ID of 32 bytes, got "${"y".repeat(64)}" and 6 more`,
  ],
  [
    { method: "platform.getTx", params: { txID: '<&> "\u00e9"' } },
    'platform.getTx: txID: expected a cb58 ID of 32 bytes, got "<&> \\"\u00e9\\""',
  ],
  [
    {
      method: "info.peers",
      params: { nodeIDs: ["NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg", "NodeID-0"] },
    },
    'info.peers: nodeIDs[1]: expected a node ID: NodeID- followed by the cb58 encoding of 20 bytes, got "NodeID-0"',
  ],
  [
    {
      method: "platform.importKey",
      params: { username: "a", password: "b", privateKey: "PrivateKey-x" },
    },
    "platform.importKey: privateKey: expected a private key: PrivateKey- followed by the cb58 encoding of 32 bytes, got text of 12 characters",
  ],
  [
    { method: "platform.getBlockchainStatus", params: { blockchainID: "" } },
    'platform.getBlockchainStatus: blockchainID: expected text that is not empty, got ""',
  ],
  [
    {
      method: "platform.getCurrentValidators",
      params: { page: { limit: 5, startAfter: "" } },
    },
    'platform.getCurrentValidators: page.startAfter: expected text of 1 to 256 characters, got ""',
  ],
];

/** What the node says is shown in the same form. */
const said: readonly Case[] = [
  {
    call: txID,
    answer: {
      error: { ...invalidParams, data: { field: "a.b[2]", expected: "an E", got: "a G", more: 1 } },
    },
    expectation: { text: "platform.getTx: a.b[2]: expected an E, got a G" },
  },
  {
    call: txID,
    answer: { error: { ...invalidParams, data: { field: "", expected: "an E", got: "a G" } } },
    expectation: { text: "platform.getTx: expected an E, got a G" },
  },
  {
    call: txID,
    answer: { error: { code: -32000, message: "not found" } },
    expectation: { text: "platform.getTx: not found" },
  },
  {
    call: { method: "platform.getHeight" },
    answer: { error: { ...invalidParams } },
    expectation: { text: "platform.getHeight: Invalid params" },
  },
  {
    call: { method: "platform.getTx", params: { txID: "11111111111111111111111111111111LpoYY" } },
    answer: { error: { ...unclear } },
    expectation: { text: `platform.getTx: ${unclear.message}` },
  },
];

/** Results of the wrong type, and the start of what every client says about them. */
const wrong: readonly (readonly [string, Json, string])[] = [
  ["platform.getHeight", ["7"], "expected an object"],
  ["info.getNodeID", { nodeID: "N", nodePOP: ["0x", "0x"] }, "nodePOP: expected an object"],
  ["platform.getBlockchainStatus", { status: { Validating: null } }, "status: expected text"],
  ["platform.getHeight", { height: true }, "height: expected an integer"],
  ["platform.getHeight", { height: "ten" }, "height: expected an integer"],
  ["platform.getHeight", { height: [1] }, "height: expected an integer"],
  ["platform.getHeight", { height: -1 }, "height: expected an integer"],
  ["platform.getHeight", { height: 2n ** 64n }, "height: expected an integer"],
  ["platform.getHeight", { height: 1.5 }, "height: expected an integer"],
  ["platform.getHeight", { height: null }, "height: expected "],
  ["platform.getHeight", {}, "height: expected a value, got nothing"],
  ["info.getNodeID", { nodeID: 5, nodePOP: {} }, "nodeID: expected text"],
  ["info.getNetworkID", { networkID: "many" }, "networkID: expected an integer"],
  ["info.getVMs", { vms: [] }, "vms: expected an object"],
  ["platform.getBlock", { block: 5, encoding: "json" }, "block: expected text or an object"],
  ["platform.getBlock", { block: [], encoding: "json" }, "block: expected text or an object"],
  ["platform.getBlockchains", { blockchains: {} }, "blockchains: expected a list"],
  ["health.readiness", { checks: {}, healthy: "yes" }, "healthy: expected true or false"],
];

/** The params of the methods above that have any. */
const paramsOf: Readonly<Record<string, JsonObject>> = {
  "health.readiness": {},
  "platform.getBlock": { blockID: "11111111111111111111111111111111LpoYY" },
  "platform.getBlockchainStatus": { blockchainID: "P" },
};

/** Responses that are neither a result nor an error: every client must say so, as a failure of the method. */
const invalid: readonly Answer[] = [
  { list: [{ height: "7" }, null] },
  { result: null },
  { error: {} },
  { error: { code: -32000 } },
  { error: { message: "not found" } },
  { error: { code: "-32000", message: "not found" } },
  { error: { code: null, message: "not found" } },
  { error: { code: -32000, message: null } },
  { error: { code: -32000, message: ["not found"] } },
  { error: [-32000, "not found", null] },
  { error: "not found" },
];

/** Errors whose words must be the same in every language. */
export function wordingTarget(): Target {
  const cases: Case[] = [
    ...[unclear, invalidParams].flatMap((error) =>
      found.map(([call, text]): Case => ({ call, answer: { error }, expectation: { text } })),
    ),
    ...said,
    ...wrong.map(
      ([method, result, text]): Case => ({
        call: paramsOf[method] === undefined ? { method } : { method, params: paramsOf[method] },
        answer: { result },
        expectation: { failure: `${method}: ${text}` },
      }),
    ),
    ...invalid.map(
      (answer): Case => ({
        call: { method: "platform.getHeight" },
        answer,
        expectation: { failure: "platform.getHeight: " },
      }),
    ),
  ];
  return {
    name: "words of errors",
    profile: "spec",
    lines: cases.map(({ call }) => call),
    volatile: [],
    expectations: cases.map(({ expectation }) => expectation),
    open: () => serve(cases.map(({ answer }) => answer)),
  };
}

import type { ClientModel, Struct, Type, TypeDef, Union } from "../../codegen/clients/model.ts";
import type { Json, JsonObject } from "../../codegen/load/json.ts";
import type { Expectation, Line, Target } from "./call.ts";
import { serve } from "./sample-target.ts";
import { sampleValue } from "./sample-values.ts";

const id = "11111111111111111111111111111111LpoYY";

/** Members of kinds that do not exist, whose names other kinds have for values of other types. */
const foreign: JsonObject = {
  newMember: {
    amount: 2n ** 64n - 1n,
    least: -(2n ** 63n),
    ratio: 0.5,
    text: "18446744073709551615",
  },
  weight: { of: ["a", null, true, 2n ** 53n + 1n] },
  endTime: "007",
  balance: [],
};

/**
 * Transactions, outputs, signers and blocks of kinds that no client knows: each must stay as it is, with every number as a
 * number and every text as text.
 */
export function unknownKindsTarget(model: ClientModel): Target {
  const kinds = (union: string): JsonObject[] =>
    unknownKinds(model.types.get(union) as Union, model);
  const txs = [...kinds("UnsignedTx"), foreign, {}];
  const results = [
    ...txs.map((unsignedTx) => txResult(unsignedTx)),
    ...kinds("AnyTransferOutput").map((output) =>
      txResult(baseTx({ assetID: id, fxID: id, output })),
    ),
    ...kinds("Block").map((block): [string, JsonObject] => [
      "/result/block",
      { block, encoding: "json" },
    ]),
  ];
  const lines = results.map(
    ([where]): Line =>
      where === "/result/block"
        ? { method: "platform.getBlock", params: { blockID: id, encoding: "json" } }
        : { method: "platform.getTx", params: { txID: id, encoding: "json" } },
  );
  return {
    name: "kinds that no client knows",
    profile: "spec",
    lines,
    volatile: [],
    expectations: results.map(([rawAt]): Expectation => ({ rawAt })),
    open: () => serve(results.map(([, result]) => ({ result }))),
  };
}

function txResult(unsignedTx: Json): [string, JsonObject] {
  const tx = { unsignedTx, credentials: [], id };
  const block = { height: "1", time: "2", blockID: id };
  return ["/result/tx/unsignedTx", { tx, encoding: "json", ...block }];
}

/** A known transaction with an output of an unknown kind. */
function baseTx(output: JsonObject): JsonObject {
  return { networkID: 1, blockchainID: id, outputs: [output], inputs: [], memo: "0x" };
}

/** Each known form with a member more, and with a member under another name. */
function unknownKinds(union: Union, model: ClientModel): JsonObject[] {
  const types = new Map<string, Type>(
    union.forms.flatMap(({ type }) => (type.kind === "named" ? [[type.name, type] as const] : [])),
  );
  return [...types.values()].flatMap((type) => {
    const known = sampleValue(type, 0, model) as JsonObject;
    const names = requiredNames(model.types.get((type as { name: string }).name));
    const renamed = names.map((name): JsonObject => {
      const { [name]: value, ...rest } = known;
      return { ...rest, [`${name}OfANewerNode`]: value as Json };
    });
    return [{ ...known, ...foreign }, ...renamed];
  });
}

function requiredNames(def: TypeDef | undefined): string[] {
  const members = (def as Struct | undefined)?.members ?? [];
  return members.filter(({ required }) => required).map(({ name }) => name);
}

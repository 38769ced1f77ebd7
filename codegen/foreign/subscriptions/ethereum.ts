import { methodsByName, nameOf, paramsIn, resultSchema, schemaOf } from "../../document-parts.ts";
import { isObject, type Json, type JsonObject, listAt, objectAt, textAt } from "../../load/json.ts";
import { componentName } from "../pointers.ts";
import type { Subscription } from "./subscription.ts";

/** What a kind of `eth_subscribe` pushes, and the schema of its second param; none if it takes none. */
type Kind = {
  readonly payload: (types: Types) => Json | undefined;
  readonly argument?: (types: Types, declared: Json) => Json | undefined;
};

/**
 * The kinds that execution clients have. OpenRPC has no place for what they push, so it is found where the document's
 * other methods return the same.
 */
const kinds: Readonly<Record<string, Kind>> = {
  newHeads: { payload: (types) => types.header() },
  logs: {
    payload: (types) => types.returned(["eth_getLogs", "eth_getFilterChanges"], ["topics", "data"]),
    argument: (types, declared) => types.within(declared, ["topics"]),
  },
  newPendingTransactions: { payload: (types) => types.hash() },
  syncing: { payload: () => syncing },
  transactionReceipts: {
    payload: (types) => {
      const receipt = types.returned(
        ["eth_getBlockReceipts", "eth_getTransactionReceipt"],
        ["cumulativeGasUsed"],
      );
      return receipt && { type: "array", items: receipt };
    },
    argument: (types, declared) => types.within(declared, ["transactionHashes"]),
  },
};

/** Those that geth documents: a document without an enum has them. */
const common = ["newHeads", "logs", "newPendingTransactions", "syncing"];

/** A progress when synchronisation begins, and false when it has ended. */
const syncing: Json = {
  oneOf: [
    { type: "boolean" },
    {
      type: "object",
      properties: { syncing: { type: "boolean" }, status: { type: "object" } },
      required: ["syncing"],
    },
  ],
};

/**
 * The subscriptions of `eth_subscribe` with the types of what they push. `named` are the kinds of its first param. Full pending
 * transactions are a kind of their own: the param after the kind is `true`.
 */
export function ethereumKinds(
  all: Omit<Subscription, "name" | "summary" | "when">,
  named: readonly string[],
  document: JsonObject,
): Subscription[] {
  const types = new Types(document);
  const [first, second] = paramsIn(all.method);
  const kindParam = nameOf(first);
  const argumentName = textAt(second, "name");
  const argument = schemaOf(second);
  const [push] = all.pushes;
  const made = (name: string, payload: Json, rest: Partial<Subscription>): Subscription => ({
    ...all,
    name,
    summary: undefined,
    when: { [kindParam]: name },
    takes: [],
    pushes: [{ notification: push?.notification ?? "", payload }],
    ...rest,
  });
  return (named.length === 0 ? common : named).flatMap((name) => {
    const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
    if (kind === undefined) return [made(name, true, { takes: undefined })];
    const narrowed = kind.argument?.(types, argument);
    const takesMore = kind.argument !== undefined && argumentName !== undefined;
    const own = made(name, kind.payload(types) ?? true, {
      ...(takesMore && { takes: [argumentName] }),
      ...(takesMore && narrowed !== undefined && { narrowed: { [argumentName]: narrowed } }),
    });
    const full = name === "newPendingTransactions" ? types.pendingTransaction() : undefined;
    if (full === undefined || argumentName === undefined || !types.isBoolean(argument))
      return [own];
    const when = { [kindParam]: name, [argumentName]: true };
    return [own, { ...made(`${name}_full`, full, {}), when }];
  });
}

/** The types of a document by the methods that return them. */
class Types {
  readonly #schemas: JsonObject;
  readonly #methods: ReadonlyMap<string, JsonObject>;

  constructor(document: JsonObject) {
    this.#schemas = objectAt(document["components"], "schemas");
    this.#methods = methodsByName(document);
  }

  /** The first schema with the members in the results of the methods. */
  returned(methods: readonly string[], members: readonly string[]): Json | undefined {
    for (const name of methods) {
      const result = resultSchema(this.#methods.get(name) ?? {});
      const found = this.within(result, members);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** The schema, or the first one that it allows, that has the members. */
  within(schema: Json, members: readonly string[], depth = 0): Json | undefined {
    const own = this.#resolved(schema);
    if (!isObject(own) || depth > 8) return undefined;
    const found = this.#members(own);
    if (members.every((name) => found.has(name))) return schema;
    const parts = [...listAt(own, "oneOf"), ...listAt(own, "anyOf"), own["items"] ?? true];
    // A schema whose every form has them is meant as a whole.
    const forms = parts.map((part) => this.within(part, members, depth + 1));
    const isWhole = parts.length > 2 && forms.slice(0, -1).every((form) => form !== undefined);
    return isWhole ? schema : forms.find((form) => form !== undefined);
  }

  /** A block without what only the whole block has. */
  header(): Json | undefined {
    const methods = ["eth_getBlockByNumber", "eth_getBlockByHash"];
    const block = this.#resolved(this.returned(methods, ["parentHash", "stateRoot"]) ?? true);
    return isObject(block) && "properties" in block
      ? withoutMembersOf(block, [
          "transactions",
          "uncles",
          "withdrawals",
          "size",
          "totalDifficulty",
        ])
      : undefined;
  }

  hash(): Json | undefined {
    return paramsIn(this.#methods.get("eth_getTransactionByHash"))[0]?.["schema"];
  }

  /** Its block is null, which the type of a transaction in a block may not allow. */
  pendingTransaction(): Json | undefined {
    const [name] = Object.keys(this.#schemas).filter((each) => /^PendingTransaction/i.test(each));
    return name === undefined
      ? this.returned(["eth_getTransactionByHash"], ["hash"])
      : { $ref: `#/components/schemas/${name}` };
  }

  isBoolean(schema: Json): boolean {
    const own = this.#resolved(schema);
    if (!isObject(own)) return own === true;
    const forms = [...listAt(own, "oneOf"), ...listAt(own, "anyOf")];
    if (forms.length > 0) return forms.some((form) => this.isBoolean(form));
    const type = own["type"];
    return type === undefined || type === "boolean" || listAt(own, "type").includes("boolean");
  }

  #resolved(schema: Json, depth = 0): Json {
    const name = isObject(schema) ? componentName(schema) : undefined;
    if (name === undefined || depth > 8) return schema;
    return this.#resolved(this.#schemas[name] ?? true, depth + 1);
  }

  #members(schema: JsonObject, depth = 0): Set<string> {
    const parts = depth > 8 ? [] : listAt(schema, "allOf").map((part) => this.#resolved(part));
    const inherited = parts.filter(isObject).flatMap((part) => [...this.#members(part, depth + 1)]);
    return new Set([...Object.keys(objectAt(schema, "properties")), ...inherited]);
  }
}

function withoutMembersOf(block: JsonObject, members: readonly string[]): JsonObject {
  const isKept = (name: Json) => !members.includes(String(name));
  const properties = Object.entries(objectAt(block, "properties")).filter(([name]) => isKept(name));
  return {
    ...block,
    title: "Block header",
    properties: Object.fromEntries(properties),
    required: listAt(block, "required").filter(isKept),
  };
}

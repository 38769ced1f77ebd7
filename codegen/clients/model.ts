import type { Json } from "../load/json.ts";
import type { ParamRules } from "./param-rules.ts";

/**
 * The model that client templates render: every type has a name, every union distinguishes its
 * forms, and no JSON Schema is left. Built by `build-model.ts`.
 */
export type ClientModel = {
  /** Every type of every profile, by name, in the order of the alphabet. */
  readonly types: ReadonlyMap<string, TypeDef>;
  readonly generated: GeneratedFrom;
  readonly profiles: readonly [ClientProfile, ...ClientProfile[]];
  readonly errors: readonly ClientError[];
  /** What the params of each method accept. */
  readonly rules: ParamRules;
  /** What the server pushes over WebSockets. */
  readonly subscriptions: readonly ClientSubscription[];
  /** Whether 64-bit integers are sent as JSON numbers, not as the text that Couloir and AvalancheGo accept. */
  readonly sendsNumbers?: boolean;
  /** Whether an empty text in params can mean something else than an omitted one, as it never does in our own methods. */
  readonly sendsEmptyTexts?: boolean;
};

/** What the files of a client say of themselves. */
export type GeneratedFrom = {
  /** After `@generated`: `by codegen from openrpc/*.json`. */
  readonly from: string;
  /** The package that they are in, as the language writes it. */
  readonly packageName: string;
  /** Whether the server is a node of ours, which has profiles and a path for each API. */
  readonly isNode: boolean;
};

/** A form of a value on the wire. */
export type Type =
  | { readonly kind: "text" | "boolean" | "float" | "null" }
  /** Anything: parts of an OpenRPC document. */
  | { readonly kind: "json" }
  | IntegerType
  | { readonly kind: "list"; readonly item: Type }
  | { readonly kind: "map"; readonly value: Type }
  /** The type, or null. */
  | { readonly kind: "nullable"; readonly inner: Type }
  /** A member of `ClientModel.types`. */
  | { readonly kind: "named"; readonly name: string };

export type IntegerType = {
  readonly kind: "integer";
  /** `int53`: an integer that a double holds exactly, always written as a number; `uint53`: one that is not negative. */
  readonly size: "uint16" | "uint32" | "uint53" | "uint64" | "int64" | "int53";
  /**
   * How it is written: a JSON number (with all its digits), decimal text, or either, which params are;
   * text is the exact one everywhere. A client reads both wherever it reads one.
   */
  readonly wire: "number" | "text" | "either";
};

export type TypeDef = Struct | Alias | Enum | Union;

/** An object with fixed members. */
export type Struct = {
  readonly kind: "struct";
  readonly name: string;
  readonly description: string;
  readonly members: readonly Member[];
  /** Whether it is the params of a method. */
  readonly isParams: boolean;
};

export type Member = {
  /** As on the wire. */
  readonly name: string;
  /** The name in code, if the wire name cannot be one or means another member in some language. */
  readonly label?: string;
  readonly description: string;
  readonly type: Type;
  /** Always present in a result; required in params. */
  readonly required: boolean;
  /** The constant value of the member, which identifies the object. */
  readonly word?: string;
  /** Whether its value can contain the object's type again, other than in a list or map. */
  readonly recursive?: true;
};

/** Another name for a type: text that is an ID, an integer that is a param. */
export type Alias = {
  readonly kind: "alias";
  readonly name: string;
  readonly description: string;
  readonly target: Type;
  /** The name of the type of which these are values, too: languages with types for text have one for both. */
  readonly sameAs?: string;
};

/** Text out of a list. */
export type Enum = {
  readonly kind: "enum";
  readonly name: string;
  readonly description: string;
  readonly values: readonly string[];
};

/**
 * One of several forms. A value has the form whose `json`, `tests` and `exact` it satisfies. No
 * value satisfies two forms, and a form that this contract does not know satisfies none. Forms
 * without tests come last: text without tests is any text that no other form tests for, and an
 * object without tests is what the other objects leave. A form can occur more than once, with other
 * tests.
 */
export type Union = {
  readonly kind: "union";
  readonly name: string;
  readonly description: string;
  /** Whether an object with a member that its form does not list, or without one that it requires, has none of the forms. */
  readonly isClosed?: true;
  readonly forms: readonly UnionForm[];
};

export type UnionForm = {
  /** Unlike the names of the other forms: the name of its type, if it has one. */
  readonly name: string;
  readonly type: Type;
  /** Kind of JSON value; an integer whose wire is `either` or `text` has a form for each kind. */
  readonly json: JsonKind;
  /** Further conditions; empty if the kind is enough. */
  readonly tests: readonly UnionTest[];
  /**
   * Whether members that the struct does not list exclude the form: another form has all of its
   * members and more.
   */
  readonly exact: boolean;
};

export type JsonKind = "object" | "list" | "text" | "number" | "boolean" | "null";

/**
 * A member that must be present (with several names, a member of a member), a member that must have
 * this value, or the text that the value must equal.
 */
export type UnionTest =
  | { readonly path: readonly string[] }
  | { readonly member: string; readonly word: string }
  | { readonly equals: string };

export type ClientProfile = {
  readonly name: string;
  /**
   * Prefix of types and API names of this profile: empty for the first profile, `Avalanchego` for
   * the other.
   */
  readonly prefix: string;
  readonly apis: readonly ClientApi[];
};

export type ClientApi = {
  /** `platform`, `index`. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /**
   * The paths of the API. Usually one path with key ""; several, such as `P/block` for
   * /ext/index/P/block, if each has its own data.
   */
  readonly paths: readonly { readonly key: string; readonly path: string }[];
  readonly methods: readonly ClientMethod[];
  /** Whether it is that of the first profile, whose class serves both. */
  readonly sameAsFirst: boolean;
};

export type ClientMethod = {
  /** On the wire: `platform.getBlock`. */
  readonly name: string;
  /** `getBlock`. */
  readonly localName: string;
  /** The name of its constants in code, unlike those of all others there. */
  readonly label: string;
  readonly summary: string;
  readonly description: string;
  readonly deprecated: boolean;
  /** Whether calling it twice is the same as calling it once, so that a client may send it again. */
  readonly repeatable: boolean;
  /** The struct of its params; none for a method without. */
  readonly params: Struct | undefined;
  /**
   * Whether params are sent as a list: always, or if none is left out before one that is given. Absent
   * for params that are sent by name.
   */
  readonly byPosition?: "only" | "first";
  /** Valid params by name: those of the document's first example, and values of the schemas of other required params. */
  readonly example?: () => Readonly<Record<string, Json>>;
  /** Whether it is sent without an ID, because the server does not respond to it. Its result is null. */
  readonly isNotification?: boolean;
  readonly result: { readonly type: Type; readonly description: string };
  /** Names of the errors it declares, as in `ClientModel.errors`. */
  readonly errors: readonly string[];
};

/** A stream of notifications, which a method begins. */
export type ClientSubscription = {
  /** The method on the wire. */
  readonly method: string;
  /** As that of its method, with the kind of subscription: `eth_subscribe_newHeads`. */
  readonly localName: string;
  readonly summary: string;
  readonly description: string;
  /** Those of the method that `fixed` leaves. */
  readonly params: Struct | undefined;
  readonly fixed: Readonly<Record<string, Json>>;
  readonly idMember: string;
  readonly payloadMember: string;
  /** The type of its items, for a language that has a type for the notifications of a stream with several. */
  readonly itemName: string | undefined;
  /** The method that ends it. */
  readonly end: string | undefined;
  readonly pushes: readonly { readonly notification: string; readonly type: Type }[];
};

/** A declared error. Its messages have `{placeholders}`, whose texts are its arguments. */
export type ClientError = {
  readonly name: string;
  readonly description: string;
  readonly placeholders: readonly string[];
  /** The distinct codes and messages, one for each form that nodes send. */
  readonly forms: readonly { readonly code: number; readonly message: string }[];
  /** Whether any method can return it, declared or not. */
  readonly common: boolean;
};

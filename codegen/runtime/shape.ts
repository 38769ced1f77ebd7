/**
 * What a value must be: the keywords of JSON Schema that our documents use, with `$ref` as the name of a shape and
 * `x-integer` as the kind of an integer. The code generator refuses every other keyword.
 */
export type Shape = {
  readonly type?: JsonType | readonly JsonType[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly $ref?: string;
  readonly const?: Scalar;
  readonly enum?: readonly Scalar[];
  readonly anyOf?: readonly Shape[];
  readonly oneOf?: readonly Shape[];
  readonly allOf?: readonly Shape[];
  readonly "x-integer"?: IntegerKind;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly items?: Shape;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly required?: readonly string[];
  readonly propertyNames?: Shape;
  readonly additionalProperties?: Shape | boolean;
  readonly properties?: Members;
  readonly patternProperties?: Members;
};

/** Shapes by name. */
export type ShapeTable = Readonly<Record<string, Shape>>;

/** `true` is anything. */
export type Members = Readonly<Record<string, Shape | true>>;
export type JsonType = "array" | "boolean" | "integer" | "null" | "number" | "object" | "string";
export type IntegerKind = "uint16" | "uint32" | "uint64" | "int64";
export type Scalar = string | number | boolean | null;

/** Whether a value is valid. */
export type Test = (value: unknown) => boolean;

/** A mistake in a value. */
export type Problem = {
  /** Where the value is that breaks a rule: members and positions from the outside. */
  readonly names: readonly string[];
  /** The member of it that is missing or too much. */
  readonly member?: string;
  readonly value: unknown;
  /** Short and human, fit for "must be ...". */
  readonly expected: string;
};

/** What one keyword of a shape demands. */
export type Rule = {
  readonly keyword: keyof Shape;
  /** Values of other types than those that the keyword is about are valid. */
  readonly test: (shape: Shape, checks: Checks) => Test;
  readonly expected: (shape: Shape) => string;
  /** The mistake inside a value that breaks the rule; undefined if it is the value itself. */
  readonly inside?: (shape: Shape, value: unknown, checks: Checks) => Problem | undefined;
};

/** The checks of one table, as its rules call them. */
export type Checks = {
  readonly test: (shape: Shape) => Test;
  /** The mistake in an invalid value. */
  readonly problem: (shape: Shape, value: unknown) => Problem | undefined;
  /** Throws if the table has no shape of this name. */
  readonly named: (name: string) => Shape;
};

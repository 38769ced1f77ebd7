import type { Apis, CallOptions } from "../../clients/typescript/src/index.ts";

/** An API with several paths has the same methods at each. */
type Groups = {
  [Api in keyof Apis]: Apis[Api] extends Readonly<Record<string, infer Group>>
    ? Api extends "index"
      ? Group
      : Apis[Api]
    : Apis[Api];
};

type NameIn<Api extends keyof Groups> = `${Api}.${Exclude<keyof Groups[Api] & string, "discover">}`;

/** The name of a method: `platform.getHeight`. */
export type MethodName = { [Api in keyof Groups]: NameIn<Api> }[keyof Groups];

type MethodOf<Name> = Name extends `${infer Api extends keyof Groups}.${infer Method}`
  ? Method extends keyof Groups[Api]
    ? Groups[Api][Method]
    : never
  : never;

/** What can be sent: a 64-bit integer as a bigint, a number or decimal text. */
type Sent<Value> = Value extends bigint
  ? bigint | number | string
  : Value extends object
    ? { readonly [Key in keyof Value]: Sent<Value[Key]> }
    : Value;

/** What is received, without the client's conversion: a 64-bit integer is decimal text. */
type Received<Value> = Value extends bigint
  ? string
  : Value extends object
    ? { readonly [Key in keyof Value]: Received<Value[Key]> }
    : Value;

type Function = (...given: never) => unknown;

/** The arguments of a call after its method: params, and one of several paths of the API. */
export type CallArguments<Name extends MethodName> =
  MethodOf<Name> extends infer Method extends Function
    ? Parameters<Method> extends readonly [options?: CallOptions]
      ? [params?: Readonly<Record<string, never>>, path?: string]
      : Parameters<Method> extends readonly [
            params: infer Params,
            options?: CallOptions | undefined,
          ]
        ? [params: Sent<Params>, path?: string]
        : [params?: Sent<NonNullable<Parameters<Method>[0]>>, path?: string]
    : never;

/** The result of a method as the node sends it. */
export type CallResult<Name extends MethodName> =
  MethodOf<Name> extends infer Method extends Function
    ? Received<Awaited<ReturnType<Method>>>
    : never;

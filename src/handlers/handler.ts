import type { WrittenResult, WrittenText } from "../formats/written-json.ts";
import type { HandledName } from "../generated/handlers.ts";
import type {
  Avalanchego112MethodName,
  Avalanchego112MethodParams,
  Avalanchego112MethodResults,
  AvalanchegoMethodName,
  AvalanchegoMethodParams,
  AvalanchegoMethodResults,
  MethodParams,
  MethodResults,
} from "../generated/types.ts";
import type { HandlerContext } from "./context.ts";

/** Where a call comes from. */
export type CallSource = {
  /** The client's connection; absent for a call from this process. */
  readonly connection?: { readonly destroyed?: boolean };
};

/**
 * Handles one method, with the parts of the node that `Key` names:
 *
 *     export const getHeight: Handler<"platform.getHeight", "chain"> = (_params, { chain }) => ...
 *
 * Throw one of the method's declared errors if the caller made an error: `throw errors.notFound()`.
 */
export type Handler<Name extends HandledName, Key extends keyof HandlerContext = never> = (
  params: MethodParams[Name],
  context: Pick<HandlerContext, Key>,
  source?: CallSource,
) => MethodResults[Name] | Promise<MethodResults[Name]>;

/** Like {@link Handler}, for a method of profile `avalanchego`. */
export type AvalanchegoHandler<
  Name extends AvalanchegoMethodName,
  Key extends keyof HandlerContext = never,
> = (
  params: AvalanchegoMethodParams[Name],
  context: Pick<HandlerContext, Key>,
  source?: CallSource,
) => AvalanchegoMethodResults[Name] | Promise<AvalanchegoMethodResults[Name]>;

/** Like {@link Handler}, for a method of profile `avalanchego-1.12`. */
export type Avalanchego112Handler<
  Name extends Avalanchego112MethodName,
  Key extends keyof HandlerContext = never,
> = (
  params: Avalanchego112MethodParams[Name],
  context: Pick<HandlerContext, Key>,
  source?: CallSource,
) => Avalanchego112MethodResults[Name] | Promise<Avalanchego112MethodResults[Name]>;

type Written<Result> = Result | WrittenText | Promise<Result | WrittenResult | WrittenText>;

/** Like {@link Handler}, for a method that may return JSON that is already written. */
export type WrittenHandler<Name extends HandledName, Key extends keyof HandlerContext = never> = (
  params: MethodParams[Name],
  context: Pick<HandlerContext, Key>,
) => Written<MethodResults[Name]>;

/** Like {@link WrittenHandler}, for a method of profile `avalanchego-1.12`. */
export type Avalanchego112WrittenHandler<
  Name extends Avalanchego112MethodName,
  Key extends keyof HandlerContext = never,
> = (
  params: Avalanchego112MethodParams[Name],
  context: Pick<HandlerContext, Key>,
) => Written<Avalanchego112MethodResults[Name]>;

/** Like {@link WrittenHandler}, for a method of profile `avalanchego`. */
export type AvalanchegoWrittenHandler<
  Name extends AvalanchegoMethodName,
  Key extends keyof HandlerContext = never,
> = (
  params: AvalanchegoMethodParams[Name],
  context: Pick<HandlerContext, Key>,
) => Written<AvalanchegoMethodResults[Name]>;

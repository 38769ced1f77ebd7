import type { WrittenResult, WrittenText } from "../formats/written-json.ts";
import type { HandledName } from "../generated/handlers.ts";
import type {
  AvalanchegoMethodName,
  AvalanchegoMethodParams,
  AvalanchegoMethodResults,
  MethodParams,
  MethodResults,
} from "../generated/types.ts";
import type { HandlerContext } from "./context.ts";

/**
 * Answers one method, using no more of the node than `Key` names:
 *
 *     export const getHeight: Handler<"platform.getHeight", "chain"> = (_params, { chain }) => ...
 *
 * A mistake of the caller is thrown as one of the method's declared errors, `throw errors.notFound()`.
 */
export type Handler<Name extends HandledName, Key extends keyof HandlerContext = never> = (
  params: MethodParams[Name],
  context: Pick<HandlerContext, Key>,
) => MethodResults[Name] | Promise<MethodResults[Name]>;

/** As {@link Handler}, for the form that a method has in profile `avalanchego`. */
export type AvalanchegoHandler<
  Name extends AvalanchegoMethodName,
  Key extends keyof HandlerContext = never,
> = (
  params: AvalanchegoMethodParams[Name],
  context: Pick<HandlerContext, Key>,
) => AvalanchegoMethodResults[Name] | Promise<AvalanchegoMethodResults[Name]>;

/** As {@link Handler}, for a method that may answer with what is stored as JSON. */
export type WrittenHandler<Name extends HandledName, Key extends keyof HandlerContext = never> = (
  params: MethodParams[Name],
  context: Pick<HandlerContext, Key>,
) => Promise<MethodResults[Name] | WrittenResult | WrittenText>;

/** As {@link WrittenHandler}, for the form that a method has in profile `avalanchego`. */
export type AvalanchegoWrittenHandler<
  Name extends AvalanchegoMethodName,
  Key extends keyof HandlerContext = never,
> = (
  params: AvalanchegoMethodParams[Name],
  context: Pick<HandlerContext, Key>,
) => Promise<AvalanchegoMethodResults[Name] | WrittenResult | WrittenText>;

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

/**
 * A long result that is JSON already and is sent as it lies. The server does not check it against the
 * schema, so whoever writes such a text has a test that does.
 */
export type WrittenResult = {
  /** Bytes of all chunks together. */
  readonly byteLength: number;
  readonly jsonChunks: () => Iterable<Uint8Array | Promise<Uint8Array>>;
};

/** As {@link WrittenResult}, of a short result. */
export type WrittenText = { readonly jsonText: string };

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

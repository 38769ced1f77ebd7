import { idArgument } from "../arguments.ts";
import type { HandlerContext } from "../context.ts";
import { available } from "./available.ts";

/** The position of the container with an ID; undefined where the index has none. Throws InvalidParams and IndexUnavailable. */
export async function containerPosition(
  id: string,
  { containers }: Pick<HandlerContext, "containers">,
): Promise<bigint | undefined> {
  return available(containers.indexOf(idArgument("id", id)));
}

import { idArgument } from "../arguments.ts";
import type { HandlerContext } from "../context.ts";

/** The position of the container with an ID; undefined where the index has none. Throws InvalidParams. */
export async function containerPosition(
  id: string,
  { containers }: Pick<HandlerContext, "containers">,
): Promise<bigint | undefined> {
  return containers.indexOf(idArgument("id", id));
}

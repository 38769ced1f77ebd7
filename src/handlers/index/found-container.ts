import { type DeclaredError, errors } from "../../generated/errors.ts";
import type { WrittenContainer } from "../../store/container-log.ts";
import { idArgument } from "../arguments.ts";
import type { HandlerContext } from "../context.ts";

type Containers = Pick<HandlerContext, "containers">;

/** The container with an ID. Throws InvalidParams and NotFound. */
export async function containerByID(
  id: string,
  { containers }: Containers,
): Promise<WrittenContainer> {
  return orThrow(await containers.byID(idArgument("id", id)), errors.notFound);
}

/** The container at a position. Throws NoContainerAtIndex. */
export async function containerAt(
  index: bigint,
  { containers }: Containers,
): Promise<WrittenContainer> {
  const noContainer = () => errors.noContainerAtIndex({ index });
  return orThrow(await containers.byIndex(index), noContainer);
}

/** The container accepted last. Throws NoContainersAccepted. */
export async function lastContainer({ containers }: Containers): Promise<WrittenContainer> {
  return orThrow(await containers.lastAccepted(), errors.noContainersAccepted);
}

function orThrow<T>(found: T | undefined, error: () => DeclaredError): T {
  if (found === undefined) throw error();
  return found;
}

import { type DeclaredError, errors } from "../../generated/errors.ts";
import type { ContainerText } from "../../store/container-log.ts";
import { idArgument } from "../arguments.ts";
import type { HandlerContext } from "../context.ts";
import { available } from "./available.ts";

type Containers = Pick<HandlerContext, "containers">;

/** The container with an ID. Throws InvalidParams, NotFound and IndexUnavailable. */
export async function containerByID(
  id: string,
  { containers }: Containers,
): Promise<ContainerText> {
  return orThrow(await available(containers.byID(idArgument("id", id))), errors.notFound);
}

/** The container at a position. Throws NoContainerAtIndex and IndexUnavailable. */
export async function containerAt(
  index: bigint,
  { containers }: Containers,
): Promise<ContainerText> {
  const noContainer = () => errors.noContainerAtIndex({ index });
  return orThrow(await available(containers.byIndex(index)), noContainer);
}

/** The container accepted last. Throws NoContainersAccepted. */
export async function lastContainer({ containers }: Containers): Promise<ContainerText> {
  return orThrow(await containers.lastAccepted(), errors.noContainersAccepted);
}

function orThrow<T>(found: T | undefined, error: () => DeclaredError): T {
  if (found === undefined) throw error();
  return found;
}

import { errors } from "../../generated/errors.ts";
import { LogUnavailable, type MaybePromise } from "../../store/container-log.ts";

/** What a log answers. Throws IndexUnavailable where its server gives no answer. */
export async function available<T>(answer: MaybePromise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof LogUnavailable) throw errors.indexUnavailable();
    throw error;
  }
}

import type { JsonValue } from "../../../../src/formats/json.ts";
import type { ProfileName } from "../../../../src/generated/errors.ts";
import { loadProfile } from "../../../../src/generated/load-profile.ts";
import type { Profile } from "../../../../src/generated/profile.ts";
import type { CallAnswer } from "../../../../src/node/apis/answer-call.ts";
import { answerCall } from "../../../../src/node/apis/answer-call.ts";
import { profileHandlers } from "../../../../src/node/apis/profile-handlers.ts";
import {
  type GenesisChain,
  localGenesis,
  openGenesisChain,
  type PlatformContext,
} from "../../../support/genesis-chain.ts";

/** Start of the fourth period of the local network's genesis. */
export const genesisTime = 1_791_000_000n;

export type LocalChain = GenesisChain & {
  /** The result; throws where the answer is an error. */
  result<Result = unknown>(
    method: string,
    params?: JsonValue,
    context?: Partial<PlatformContext>,
  ): Promise<Result>;
  error(
    method: string,
    params?: JsonValue,
    context?: Partial<PlatformContext>,
  ): Promise<CallAnswer["error"]>;
};

const profiles: Readonly<Record<ProfileName, Profile>> = {
  spec: await loadProfile.spec(),
  avalanchego: await loadProfile.avalanchego(),
  "avalanchego-1.12": await loadProfile["avalanchego-1.12"](),
};

/** The local network's chain, asked in a profile. Names of methods are written without `platform.`. */
export function openLocalChain(name: ProfileName): LocalChain {
  const chain = openGenesisChain(localGenesis(genesisTime));
  const answer = (method: string, params: JsonValue = {}, context: Partial<PlatformContext> = {}) =>
    answerCall(
      profiles[name],
      profileHandlers[name].platform,
      { method: `platform.${method}`, params },
      { ...chain.context, ...context },
    );
  return {
    ...chain,
    async result<Result>(...call: Parameters<typeof answer>): Promise<Result> {
      const { result, error } = await answer(...call);
      if (error !== undefined) throw new Error(`${call[0]}: ${error.message}`);
      return result as Result;
    },
    async error(...call) {
      const { result, error } = await answer(...call);
      if (error === undefined)
        throw new Error(`${call[0]}: no error but ${JSON.stringify(result)}`);
      return { code: error.code, message: error.message };
    },
  };
}

import type { ProfileName } from "../../generated/errors.ts";
import type { ApiName } from "../../generated/profile.ts";
import { avalanchegoHandlers } from "../../handlers/avalanchego/index.ts";
import * as newest from "../../handlers/avalanchego/platform/newest-validators.ts";
import { avmHandlers } from "../../handlers/avm/index.ts";
import type { HandlerContext } from "../../handlers/context.ts";
import { devHandlers } from "../../handlers/dev/index.ts";
import { healthHandlers } from "../../handlers/health/index.ts";
import { indexHandlers } from "../../handlers/index/index.ts";
import { infoHandlers } from "../../handlers/info/index.ts";
import { keystoreHandlers } from "../../handlers/keystore/index.ts";
import { feeConfig } from "../../handlers/platform/get-fee-config.ts";
import { platformHandlers } from "../../handlers/platform/index.ts";
import type { Handlers } from "../../rpc/json-rpc/method.ts";

type ApiHandlers = Readonly<Record<ApiName, Handlers>>;

const spec: ApiHandlers = {
  info: infoHandlers,
  health: healthHandlers,
  platform: platformHandlers,
  keystore: keystoreHandlers,
  index: indexHandlers,
  avm: avmHandlers,
  dev: devHandlers,
};

const avalanchego: ApiHandlers = {
  ...spec,
  info: { ...infoHandlers, ...avalanchegoHandlers.info },
  health: { ...healthHandlers, ...avalanchegoHandlers.health },
  platform: { ...platformHandlers, ...avalanchegoHandlers.platform },
  keystore: { ...keystoreHandlers, ...avalanchegoHandlers.keystore },
  index: { ...indexHandlers, ...avalanchegoHandlers.index },
  avm: { ...avmHandlers, ...avalanchegoHandlers.avm },
};

/** The handlers of every API by profile. A profile overrides only the methods that differ. */
export const profileHandlers: Readonly<Record<ProfileName, ApiHandlers>> = {
  spec,
  avalanchego,
  "avalanchego-newest": {
    ...avalanchego,
    platform: {
      ...avalanchego.platform,
      "platform.getAllValidatorsAt": newest.getAllValidatorsAt,
      "platform.getCurrentValidators": newest.getCurrentValidators,
      // Current releases do not ask the clock.
      "platform.getFeeConfig": (_params, { chain }: Pick<HandlerContext, "chain">) =>
        feeConfig(chain),
      "platform.getL1Validator": newest.getL1Validator,
      "platform.getValidatorsAt": newest.getValidatorsAt,
    },
  },
};

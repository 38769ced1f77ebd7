import type { ProfileName } from "../generated/errors.ts";
import type { ApiName } from "../generated/profile.ts";
import { avalanchegoAvmHandlers } from "../handlers/avalanchego/avm/index.ts";
import { avalanchegoHealthHandlers } from "../handlers/avalanchego/health/index.ts";
import { avalanchegoIndexHandlers } from "../handlers/avalanchego/index/index.ts";
import { avalanchegoInfoHandlers } from "../handlers/avalanchego/info/index.ts";
import { avalanchegoKeystoreHandlers } from "../handlers/avalanchego/keystore/index.ts";
import { avalanchegoPlatformHandlers } from "../handlers/avalanchego/platform/index.ts";
import { avmHandlers } from "../handlers/avm/index.ts";
import { devHandlers } from "../handlers/dev/index.ts";
import { healthHandlers } from "../handlers/health/index.ts";
import { indexHandlers } from "../handlers/index/index.ts";
import { infoHandlers } from "../handlers/info/index.ts";
import { keystoreHandlers } from "../handlers/keystore/index.ts";
import { platformHandlers } from "../handlers/platform/index.ts";
import type { Handlers } from "../rpc/json-rpc/method.ts";

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

/** The handlers of every API by profile; a profile answers by itself only what it changes. */
export const profileHandlers: Readonly<Record<ProfileName, ApiHandlers>> = {
  spec,
  avalanchego: {
    ...spec,
    info: { ...infoHandlers, ...avalanchegoInfoHandlers },
    health: { ...healthHandlers, ...avalanchegoHealthHandlers },
    platform: { ...platformHandlers, ...avalanchegoPlatformHandlers },
    keystore: { ...keystoreHandlers, ...avalanchegoKeystoreHandlers },
    index: { ...indexHandlers, ...avalanchegoIndexHandlers },
    avm: { ...avmHandlers, ...avalanchegoAvmHandlers },
  },
};

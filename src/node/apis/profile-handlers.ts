import type { ProfileName } from "../../generated/errors.ts";
import type { ApiName } from "../../generated/profile.ts";
import { avalanchegoHandlers } from "../../handlers/avalanchego/index.ts";
import * as v112 from "../../handlers/avalanchego-1.12/index.ts";
import { avaxHandlers } from "../../handlers/avax/index.ts";
import { avmHandlers } from "../../handlers/avm/index.ts";
import { devHandlers } from "../../handlers/dev/index.ts";
import { healthHandlers } from "../../handlers/health/index.ts";
import { indexHandlers } from "../../handlers/index/index.ts";
import { infoHandlers } from "../../handlers/info/index.ts";
import { keystoreHandlers } from "../../handlers/keystore/index.ts";
import { ledgerHandlers } from "../../handlers/ledger/index.ts";
import { platformHandlers } from "../../handlers/platform/index.ts";
import { proposervmHandlers } from "../../handlers/proposervm/index.ts";
import { watchHandlers } from "../../handlers/watch/index.ts";
import type { Handlers } from "../../rpc/json-rpc/method.ts";

type ApiHandlers = Readonly<Record<ApiName, Handlers>>;

const spec: ApiHandlers = {
  info: infoHandlers,
  health: healthHandlers,
  platform: platformHandlers,
  proposervm: proposervmHandlers,
  ledger: ledgerHandlers,
  watch: watchHandlers,
  keystore: keystoreHandlers,
  index: indexHandlers,
  avm: avmHandlers,
  avax: avaxHandlers,
  dev: devHandlers,
};

const avalanchego: ApiHandlers = {
  ...spec,
  info: { ...infoHandlers, ...avalanchegoHandlers.info },
  health: { ...healthHandlers, ...avalanchegoHandlers.health },
  platform: { ...platformHandlers, ...avalanchegoHandlers.platform },
  index: { ...indexHandlers, ...avalanchegoHandlers.index },
  avm: { ...avmHandlers, ...avalanchegoHandlers.avm },
  avax: avalanchegoHandlers.avax,
};

/** The handlers of every API by profile. A profile overrides only the methods that differ. */
export const profileHandlers: Readonly<Record<ProfileName, ApiHandlers>> = {
  spec,
  avalanchego,
  "avalanchego-1.12": {
    ...avalanchego,
    info: { ...avalanchego.info, ...v112.info },
    health: { ...avalanchego.health, ...v112.health },
    platform: { ...avalanchego.platform, ...v112.platform },
    keystore: { ...keystoreHandlers, ...v112.keystore },
  },
};

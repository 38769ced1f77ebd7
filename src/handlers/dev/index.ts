import type { Handlers } from "../../generated/handlers.ts";
import type { DevMethodName } from "../../generated/types.ts";
import type { HandlerContext } from "../context.ts";
import { acceptBlock } from "./accept-block.ts";
import { addAtomicUTXO } from "./add-atomic-utxo.ts";
import { buildBlock } from "./build-block.ts";
import { dropTransaction } from "./drop-transaction.ts";
import { dumpState } from "./dump-state.ts";
import { fund } from "./fund.ts";
import { impersonate } from "./impersonate.ts";
import { increaseTime } from "./increase-time.ts";
import { loadState } from "./load-state.ts";
import { mempool } from "./mempool.ts";
import { nodeInfo } from "./node-info.ts";
import { reset } from "./reset.ts";
import { revert } from "./revert.ts";
import { setBlockProduction } from "./set-block-production.ts";
import { setBootstrapped } from "./set-bootstrapped.ts";
import { setHealth } from "./set-health.ts";
import { setTime } from "./set-time.ts";
import { setValidatorUptime } from "./set-validator-uptime.ts";
import { signL1ValidatorWeight } from "./sign-l1-validator-weight.ts";
import { signRegisterL1Validator } from "./sign-register-l1-validator.ts";
import { signWarpMessage } from "./sign-warp-message.ts";
import { snapshot } from "./snapshot.ts";
import { spareValidators } from "./spare-validators.ts";
import { unlessFollowable } from "./unless-followable.ts";

/** Dev API: a handler for every method. */
export const devHandlers = {
  ...unlessFollowable({
    "dev.setTime": setTime,
    "dev.increaseTime": increaseTime,
    "dev.acceptBlock": acceptBlock,
    "dev.snapshot": snapshot,
    "dev.revert": revert,
    "dev.reset": reset,
    "dev.loadState": loadState,
    "dev.impersonate": impersonate,
    "dev.addAtomicUTXO": addAtomicUTXO,
  }),
  "dev.nodeInfo": nodeInfo,
  "dev.setBlockProduction": setBlockProduction,
  "dev.buildBlock": buildBlock,
  "dev.dumpState": dumpState,
  "dev.fund": fund,
  "dev.spareValidators": spareValidators,
  "dev.signWarpMessage": signWarpMessage,
  "dev.signRegisterL1Validator": signRegisterL1Validator,
  "dev.signL1ValidatorWeight": signL1ValidatorWeight,
  "dev.mempool": mempool,
  "dev.dropTransaction": dropTransaction,
  "dev.setValidatorUptime": setValidatorUptime,
  "dev.setHealth": setHealth,
  "dev.setBootstrapped": setBootstrapped,
} satisfies Handlers<DevMethodName, HandlerContext>;

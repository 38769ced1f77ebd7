import type { Limits, Refusals } from "../json-rpc/description.ts";
import type { Admission } from "./admission.ts";
import type { Description } from "./description.ts";
import type { Responder } from "./responder.ts";
import type { Router } from "./router.ts";

/** What all parts of a server that answer requests share. */
export type Serving = {
  readonly description: Description;
  readonly router: Router;
  readonly admission: Admission;
  readonly responder: Responder;
  readonly limits: Limits;
  readonly refusals: Refusals;
};

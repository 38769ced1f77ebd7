import { emptyId } from "../../../formats/bytes.ts";
import { formatId } from "../../../formats/id.ts";
import type { AvalanchegoHandler } from "../../handler.ts";
import { uptime as uptimeOf } from "../../info/uptime.ts";

/** Always that of the primary network. */
export const uptime: AvalanchegoHandler<"info.uptime", "peers" | "blockchains"> = (
  _params,
  context,
) => uptimeOf({ subnetID: formatId(emptyId) }, context);

import type { WrittenHandler } from "../handler.ts";
import { currentValidators } from "../validators/current.ts";
import { validatorWriter } from "../validators/form.ts";
import { l1Validators } from "../validators/l1.ts";
import { validatorRequest } from "../validators/request.ts";
import { selectedValidators } from "../validators/selected.ts";
import { writtenValidators } from "../validators/written.ts";

/** The validators of a subnet with their stake, owners and delegators. specification 2.2, 4.3 and 9 */
export const getCurrentValidators: WrittenHandler<
  "platform.getCurrentValidators",
  "blockchains" | "chain" | "queries" | "state" | "uptimes" | "views"
> = (params, context) => {
  const { filter, sort, page, fields } = params;
  const isSelective = [filter, sort, page, fields].some((given) => given !== undefined);
  if (isSelective || params.subnetID === "all") return selectedValidators(params, context);
  const request = validatorRequest(params, context.views);
  const { subnetID, nodeIDs } = request;
  const entries = currentValidators(request, context);
  const write = validatorWriter(nodeIDs.length === 1, subnetID, context);
  return writtenValidators(entries, write, l1Validators(request, context), context);
};

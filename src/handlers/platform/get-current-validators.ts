import type { Handler } from "../handler.ts";
import { currentValidators } from "../validators/current.ts";
import { validatorForms } from "../validators/form.ts";
import { l1Validators, l1ValidatorView } from "../validators/l1.ts";
import { validatorRequest } from "../validators/request.ts";
import { selectedValidators } from "../validators/selected.ts";

/** The validators of a subnet with their stake, owners and delegators. specification 2.2, 4.3 and 9 */
export const getCurrentValidators: Handler<
  "platform.getCurrentValidators",
  "blockchains" | "chain" | "queries" | "state" | "uptimes" | "views"
> = (params, context) => {
  const { filter, sort, page, fields } = params;
  const isSelective = [filter, sort, page, fields].some((given) => given !== undefined);
  if (isSelective || params.subnetID === "all") return selectedValidators(params, context);
  const request = validatorRequest(params);
  const form = validatorForms(request.nodeIDs.length === 1, context)(request.subnetID);
  return {
    validators: [
      ...currentValidators(request, context).map(form),
      ...l1Validators(request, context).map((each) => l1ValidatorView(each, context)),
    ],
  };
};

import { allErrors } from "../mesh-error.ts";
import type { Operation } from "../operation.ts";
import { operationTypes, success } from "../tx-types.ts";

/** The version of Mesh's specification that the document follows. */
const specificationVersion = "1.5.1";

export const networkOptions: Operation<"networkOptions"> = (_params, { node }) => ({
  version: {
    rosetta_version: specificationVersion,
    node_version: node.versions.application,
  },
  allow: {
    operation_statuses: [{ status: success, successful: true }],
    operation_types: operationTypes,
    errors: allErrors,
    historical_balance_lookup: true,
    call_methods: [],
    balance_exemptions: [],
    mempool_coins: false,
    block_hash_case: "case_sensitive",
    transaction_hash_case: "case_sensitive",
  },
});

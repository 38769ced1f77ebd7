import type { Error as MeshErrorBody } from "../generated/mesh/types.ts";

/** Every error. A code never gets another meaning. */
const errors = {
  networkUnknown: { code: 1, message: "Network not served by this node", retriable: false },
  requestInvalid: { code: 2, message: "Request is invalid", retriable: false },
  blockUnknown: { code: 3, message: "Block not found", retriable: true },
  transactionUnknown: { code: 4, message: "Transaction not found", retriable: true },
  notReady: { code: 5, message: "Node cannot answer yet", retriable: true },
  accountInvalid: { code: 6, message: "Account is invalid", retriable: false },
  operationUnknown: { code: 7, message: "Operation does not exist", retriable: false },
  operationsInvalid: {
    code: 8,
    message: "Operations make an invalid transaction",
    retriable: false,
  },
  bytesInvalid: { code: 9, message: "Text is not a transaction", retriable: false },
  signatureInvalid: { code: 10, message: "Signature is invalid", retriable: false },
  transactionRejected: { code: 11, message: "Transaction was rejected", retriable: false },
} as const satisfies Record<string, Omit<MeshErrorBody, "description" | "details">>;

export type MeshErrorName = keyof typeof errors;

/** Why a request fails, as the document describes it. */
export class MeshError extends Error {
  override readonly name = "MeshError";
  readonly body: MeshErrorBody;

  constructor(name: MeshErrorName, description: string) {
    super(description);
    this.body = { ...errors[name], description };
  }
}

/** All errors, by code, without what is particular to one request. */
export const allErrors: readonly MeshErrorBody[] = Object.values(errors);

/** A member of a request that the document allows and the node does not. */
export function invalid(field: string, expected: string, got: unknown): MeshError {
  return new MeshError("requestInvalid", `${field}: expected ${expected}, got ${String(got)}`);
}

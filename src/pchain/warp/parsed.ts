import { CodecError } from "../codec/codec-error.ts";
import { Rejection } from "../rejection.ts";

/** Within a transaction, bytes that do not parse refuse the transaction with the codec's text. */
export function parsed<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    if (error instanceof CodecError) throw new Rejection(error.message);
    throw error;
  }
}

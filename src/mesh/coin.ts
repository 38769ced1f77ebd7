import type { OutputKey } from "../store/ledger/queries/ledger-queries.ts";
import { idOf } from "./ledger.ts";
import { invalid } from "./mesh-error.ts";

const uint32Max = 0xffff_ffff;

/** The output that a coin identifier names. Throws MeshError. */
export function coinOf(field: string, text: string): OutputKey {
  const [id = "", index = "", ...more] = text.split(":");
  if (!/^(0|[1-9]\d{0,9})$/.test(index) || Number(index) > uint32Max || more.length > 0) {
    throw invalid(field, "a transaction ID, a colon and an index", JSON.stringify(text));
  }
  return { txID: idOf(field, id), outputIndex: Number(index) };
}

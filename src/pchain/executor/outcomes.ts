import type { MutableState } from "../state/state.ts";

/** The two outcomes of a proposal, equal before it is executed. */
export type Outcomes = { readonly commit: MutableState; readonly abort: MutableState };

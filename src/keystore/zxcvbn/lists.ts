import { requireLazily } from "../../crypto/native.ts";

type FrequencyLists = typeof import("zxcvbn/lib/frequency_lists.js");
type KeyboardGraphs = typeof import("zxcvbn/lib/adjacency_graphs.js");

export type Keyboard = keyof KeyboardGraphs;
export type KeyboardGraph = KeyboardGraphs[Keyboard];

/** Version 3.5.0 has the lists of zxcvbn-go ae427f1e, word for word; version 4 has others. */
export function loadFrequencyLists(): FrequencyLists {
  return requireLazily<FrequencyLists>("zxcvbn/lib/frequency_lists.js");
}

export function loadKeyboardGraphs(): KeyboardGraphs {
  return requireLazily<KeyboardGraphs>("zxcvbn/lib/adjacency_graphs.js");
}

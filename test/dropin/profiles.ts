/** Both are what clients of an avalanchego may meet: the node's own default, and AvalancheGo's forms and codes. */
export const profiles = ["spec", "avalanchego"] as const;
export type Profile = (typeof profiles)[number];

/** What clients of AvalancheGo may meet: the node's own default, and AvalancheGo's forms and codes in two releases. */
export const profiles = ["spec", "avalanchego", "avalanchego-1.12"] as const;
export type Profile = (typeof profiles)[number];

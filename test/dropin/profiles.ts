/** What clients of AvalancheGo may meet: the node's own default, and AvalancheGo's forms and codes in two releases. */
export const profiles = ["spec", "avalanchego", "avalanchego-1.12"] as const;
export type Profile = (typeof profiles)[number];

/** A launcher passes its environment on to the nodes that it starts, and a node takes the profile from there. */
export function profileEnvironment(profile: Profile): Readonly<Record<string, string>> {
  return { AVAGO_API_PROFILE: profile };
}

/** AvalancheGo's levels, the most talkative first. */
export const logLevels = [
  "verbo",
  "debug",
  "trace",
  "info",
  "warn",
  "error",
  "fatal",
  "off",
] as const;

export type LogLevel = (typeof logLevels)[number];

/** How lines look: `auto` is `colors` on a terminal and `json` elsewhere. */
export type LogFormat = "auto" | "plain" | "colors" | "json";

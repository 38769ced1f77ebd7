const navaxPerAvax = 1_000_000_000n;

/** nAVAX as AVAX, rounded down to whole ones. */
export function avaxText(navax: bigint): string {
  return `${(navax / navaxPerAvax).toLocaleString("en")} AVAX`;
}

/** Formats the time since an event, in the largest fitting unit. */
export function agoText(seconds: number): string {
  if (seconds < 0) return `in ${spanText(-seconds)}`;
  return seconds < 2 ? "just now" : `${spanText(seconds)} ago`;
}

const units = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
] as const;

function spanText(seconds: number): string {
  const [unit, length] = units.find(([, each]) => seconds >= each) ?? ["second", 1];
  const count = Math.floor(seconds / length);
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

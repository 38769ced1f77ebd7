const navaxPerAvax = 1_000_000_000n;

/** nAVAX as AVAX, rounded down to whole ones. */
export function avaxText(navax: bigint): string {
  return `${(navax / navaxPerAvax).toLocaleString("en")} AVAX`;
}

/** nAVAX as AVAX with every digit that is not a trailing zero. */
export function exactAvaxText(navax: bigint): string {
  const rest = (navax % navaxPerAvax).toString().padStart(9, "0").replace(/0+$/, "");
  const whole = (navax / navaxPerAvax).toLocaleString("en");
  return `${whole}${rest === "" ? "" : `.${rest}`} AVAX`;
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

/** A duration in the largest fitting unit: `2 hours`. */
export function spanText(seconds: number): string {
  const [unit, length] = units.find(([, each]) => seconds >= each) ?? ["second", 1];
  const count = Math.floor(seconds / length);
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

/** A duration for the axis of a chart: `90 s`, `2 h`. */
export function shortSpanText(seconds: number): string {
  const [unit, length] = units.find(([, each]) => seconds >= each * 2) ?? ["second", 1];
  return `${Number((seconds / length).toFixed(1)).toLocaleString("en")} ${unit === "minute" ? "min" : unit[0]}`;
}

/** Unix seconds as date and time in UTC: `2026-11-23 02:14:08`. */
export function timeText(unixSeconds: number): string {
  return new Date(unixSeconds * 1_000).toISOString().slice(0, 19).replace("T", " ");
}

/** `after 3 changes`, or `after the newest 1,024 changes` if there are older ones. */
export function afterText(count: number, noun: string, next: string | undefined): string {
  const counted = `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
  return next === undefined ? `after ${counted}` : `after the newest ${counted}`;
}

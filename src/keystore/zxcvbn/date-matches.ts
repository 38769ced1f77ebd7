import type { Match } from "./guesses.ts";

const separator = "[\\t\\n\\f\\r \\-/\\\\_.]";
const dayOrMonth = "\\d{1,2}";
const year = "19\\d{2}|200\\d|201\\d|\\d{2}";
const yearLast = new RegExp(`(${dayOrMonth})${separator}(${dayOrMonth})${separator}(${year})`, "g");
const yearFirst = new RegExp(
  `(${year})${separator}(${dayOrMonth})${separator}(${dayOrMonth})`,
  "g",
);

/**
 * Dates with and without separators. Each counts one character more than it has, so that a date at the
 * end of a password counts for nothing, and a run of digits is a date only of 6 or 8: faults of
 * zxcvbn-go that decide which passwords AvalancheGo takes.
 */
export function dateMatches(text: string): Match[] {
  const matches: Match[] = [];
  const add = (written: string, date: DateParts, separatorBits: number): void => {
    if (!isDate(date)) return;
    const first = text.indexOf(written);
    const entropyBits = dateBits(date.year) + separatorBits;
    matches.push({ first, last: first + written.length, entropyBits });
  };
  for (const [written, month, day, last] of text.matchAll(yearLast)) {
    add(written, parts(day!, month!, last!), 2);
  }
  for (const [written, first, day, month] of text.matchAll(yearFirst)) {
    add(written, parts(day!, month!, first!), 2);
  }
  for (const [digits] of text.matchAll(/\d{4,8}/g)) {
    for (const date of unseparatedDates(digits)) add(digits, date, 0);
  }
  return matches;
}

type DateParts = { readonly day: number; readonly month: number; readonly year: number };

function parts(day: string, month: string, year: string): DateParts {
  return { day: Number(day), month: Number(month), year: Number(year) };
}

function unseparatedDates(digits: string): DateParts[] {
  if (digits.length === 6) {
    return [parts(digits.slice(2, 4), digits.slice(4), digits.slice(0, 2))];
  }
  if (digits.length !== 8) return [];
  return [
    parts(digits.slice(4, 6), digits.slice(6), digits.slice(0, 4)),
    parts(digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)),
  ];
}

function isDate(date: DateParts): boolean {
  const swapped = date.month >= 12 && date.month <= 31 && date.day <= 12;
  const [day, month] = swapped ? [date.month, date.day] : [date.day, date.month];
  return day <= 31 && month <= 12 && (date.year <= 99 || (date.year >= 1900 && date.year <= 2019));
}

function dateBits(year: number): number {
  const years = year < 100 ? 100 : 119;
  return Math.log2(31 * 12 * years);
}

const secondsPerDay = 86_400n;

/** Go counts seconds from year 1; values that overflow 64 bits wrap around. */
const unixToGoSeconds = 62_135_596_800n;

/**
 * The Unix seconds of Go's time.Unix for a uint64: the upper half are instants before 1970.
 * avalanchego vms/platformvm/block/standard_block.go (Timestamp) @ v1.12.1
 */
export function goUnixSeconds(seconds: bigint): bigint {
  return BigInt.asIntN(64, seconds + unixToGoSeconds) - unixToGoSeconds;
}

/**
 * To print an instant, Go counts unsigned from March of the year -292277022400: earlier instants
 * wrap around.
 */
const unixToPrinted =
  unixToGoSeconds + ((292_277_022_400n * 3_652_425n) / 10_000n + 306n) * secondsPerDay;

/**
 * Unix seconds as Go's time.Time prints itself in UTC, as in error messages: `2024-12-16 17:00:00
 * +0000 UTC`.
 */
export function formatGoTime(unixSeconds: bigint): string {
  const seconds = BigInt.asUintN(64, unixSeconds + unixToPrinted) - unixToPrinted;
  const days = floorDivide(seconds, secondsPerDay);
  const { year, month, day } = civilDate(days);
  const ofDay = seconds - days * secondsPerDay;
  const time = [ofDay / 3600n, (ofDay / 60n) % 60n, ofDay % 60n].map(two).join(":");
  return `${fourDigits(year)}-${two(month)}-${two(day)} ${time} +0000 UTC`;
}

/** The date of a day counted from 1970, in the proleptic Gregorian calendar. */
function civilDate(days: bigint): { year: bigint; month: bigint; day: bigint } {
  // Years start in March, so that a leap day is the last day; an era is 400 years.
  const shifted = days + 719_468n;
  const era = floorDivide(shifted, 146_097n);
  const dayOfEra = shifted - era * 146_097n;
  const yearOfEra = (dayOfEra - dayOfEra / 1460n + dayOfEra / 36_524n - dayOfEra / 146_096n) / 365n;
  const dayOfYear = dayOfEra - (365n * yearOfEra + yearOfEra / 4n - yearOfEra / 100n);
  const monthFromMarch = (5n * dayOfYear + 2n) / 153n;
  const day = dayOfYear - (153n * monthFromMarch + 2n) / 5n + 1n;
  const month = monthFromMarch < 10n ? monthFromMarch + 3n : monthFromMarch - 9n;
  return { year: yearOfEra + era * 400n + (month <= 2n ? 1n : 0n), month, day };
}

function floorDivide(a: bigint, b: bigint): bigint {
  return a >= 0n ? a / b : -((-a + b - 1n) / b);
}

function two(value: bigint): string {
  return value.toString().padStart(2, "0");
}

function fourDigits(year: bigint): string {
  return year < 0n ? `-${(-year).toString().padStart(4, "0")}` : year.toString().padStart(4, "0");
}

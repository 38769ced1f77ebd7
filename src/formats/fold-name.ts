/**
 * The form in which Go's decoder compares the names of members: without case, where the long s and the Kelvin sign are letters.
 * Go encoding/json/fold.go
 */
export function foldName(name: string): string {
  return name.replaceAll("\u017f", "s").replaceAll("\u212a", "k").toLowerCase();
}

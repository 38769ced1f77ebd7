/** The verbs, in the third person, that start a summary or a description. */
const verbs = new Set(
  (
    "Accepts Adds Averages Builds Calls Cancels Checks Computes Converts Counts Creates Deletes Describes " +
    "Exports Fetches Finds Gets Identifies Imports Increases Issues Lists Makes Maps Moves Proves Reads " +
    "Receives Rejects Removes Replaces Reports Resets Resolves Restores Restricts Returns Runs Samples " +
    "Sends Sets Signs Starts Stops Streams Submits Subscribes Sums Takes Updates Validates Verifies Writes"
  ).split(" "),
);

/** Whether the text starts with a verb in the third person: `Returns the height.` */
export function startsWithVerb(text: string): boolean {
  return verbs.has(firstWord(text));
}

/** `Returns the height.` as `Return the height.`, which is how Python words a docstring. */
export function imperative(text: string): string {
  if (!startsWithVerb(text)) return text;
  const verb = firstWord(text);
  const base = verb.endsWith("ies")
    ? `${verb.slice(0, -3)}y`
    : verb.replace(/(?<=ch|sh|ss|x|z)es$|s$/, "");
  return base + text.slice(verb.length);
}

/**
 * A sentence about a name, which is how Go words a doc comment: `Peer is a connected node.`,
 * `GetHeight returns the height.` Text that is not a predicate follows a colon.
 */
export function sentenceAbout(name: string, text: string): string {
  if (startsWithVerb(text)) return `${name} ${lowerFirst(text)}`;
  if (/^(A|An|The|This|One) /.test(text)) {
    return `${name} ${isPlural(text) ? "holds" : "is"} ${lowerFirst(text)}`;
  }
  if (text.startsWith("Whether ")) return `${name} reports ${lowerFirst(text)}`;
  return `${name}: ${text}`;
}

/** Whether the noun that the text starts with is plural: `The preferences of ...`. */
function isPlural(text: string): boolean {
  const [phrase = ""] = text.split(
    /[.,:;]| (?:of|in|on|by|at|to|for|from|that|and|which|with|as) /,
  );
  return /[^sux]s$/.test(phrase) && !phrase.endsWith("'s");
}

function firstWord(text: string): string {
  return text.split(" ", 1)[0] ?? "";
}

function lowerFirst(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1);
}

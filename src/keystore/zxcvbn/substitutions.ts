/** What stands for a letter where a word is disguised: `p4ssw0rd`. */
const disguises: Readonly<Record<string, string>> = {
  a: "4@",
  b: "8",
  c: "({[<",
  e: "3",
  g: "69",
  i: "1!|",
  l: "1|7",
  o: "0",
  s: "$5",
  t: "+7",
  x: "%",
  z: "2",
};

/** Disguising character -> letter. */
export type Substitution = ReadonlyMap<string, string>;

/**
 * Every way to undo the disguises in a text, each with one character for a letter and one letter for
 * a character; none where the text has none.
 */
export function substitutionsOf(characters: readonly string[]): Substitution[] {
  const present = Object.entries(disguises).map(([letter, all]): Claim => {
    return { letter, characters: [...all].filter((each) => characters.includes(each)) };
  });
  const ways = settleContests(present.filter((claim) => claim.characters.length > 0));
  return ways.flatMap(chooseCharacters);
}

/** A letter and the characters that may stand for it. */
type Claim = { readonly letter: string; readonly characters: readonly string[] };

/** Leaves a character that several letters claim to one of them, in every way. */
function settleContests(claims: readonly Claim[]): Claim[][] {
  const claimed = claims.flatMap((claim) => claim.characters);
  const contested = new Set(claimed.filter((each, index) => claimed.indexOf(each) !== index));
  let ways: Claim[][] = [[...claims]];
  for (const character of contested) {
    ways = ways.flatMap((way) => {
      const owners = way.filter((claim) => claim.characters.includes(character));
      return owners.map((owner) => way.map((claim) => withoutUnless(claim, character, owner)));
    });
  }
  return ways;
}

function withoutUnless(claim: Claim, character: string, owner: Claim): Claim {
  if (claim === owner) return claim;
  return { ...claim, characters: claim.characters.filter((each) => each !== character) };
}

function chooseCharacters(claims: readonly Claim[]): Substitution[] {
  let chosen: [string, string][][] = [[]];
  for (const { letter, characters } of claims) {
    if (characters.length === 0) continue;
    chosen = chosen.flatMap((pairs) =>
      characters.map((character): [string, string][] => [...pairs, [character, letter]]),
    );
  }
  return chosen.filter((pairs) => pairs.length > 0).map((pairs) => new Map(pairs));
}

/** Operators are people: two names or tokens of one person count once, however they are written. */

/** A person as a token shows it. */
export interface Person {
  /** The name of the token in OPERATORS. */
  readonly name: string
  /** A short form of the SHA-256 of each token that the person has. */
  readonly tokens: readonly string[]
}

/**
 * The same for all spellings of a name: without case, accents, blanks, punctuation and what is not seen, in plain
 * letters where it is written in full-width ones, and with one way to write what looks alike in ASCII. m and w become
 * two letters rather than two letters one: vvv can be read as vw and as wv.
 */
export function personKey(name: string): string {
  // Upper and then lower case folds ß and ſ as well.
  const folded = name.normalize('NFKD').toUpperCase().toLowerCase().normalize('NFKD')
  const plain = folded.replace(/[^\p{L}\p{N}]/gu, '')
  return plain.replace(/m/g, 'rn').replace(/w/g, 'vv').replace(/[1i]/g, 'l').replace(/0/g, 'o')
}

/** The proposer as of now: the tokens of one person who proposes again are all that have been used. */
export const proposerAfter = (before: Person | null, { name, tokens }: Person): Person => {
  const isAgain = before !== null && isSamePerson(before, { name, tokens })
  return { name, tokens: isAgain ? [...new Set([...before.tokens, ...tokens])] : tokens }
}

/** By the name, or by a token: one that has been given another name is still that person's. */
export const isSamePerson = (one: Person, other: Person): boolean =>
  personKey(one.name) === personKey(other.name) || one.tokens.some((token) => other.tokens.includes(token))

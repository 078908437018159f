import fc from 'fast-check'

const CODE_POINTS = 0x110000
const SURROGATES = { from: 0xd800, count: 0x800 }

/**
 * Any code point that text can hold. fast-check's own `binary` looks all million of them up before it draws the first,
 * which takes seconds.
 */
export const anyCharacter: fc.Arbitrary<string> = fc
  .integer({ min: 0, max: CODE_POINTS - SURROGATES.count - 1 })
  .map((nth) => String.fromCodePoint(nth < SURROGATES.from ? nth : nth + SURROGATES.count))

import fc from 'fast-check'
import { normaliseSymbol } from './symbol.js'

const letters = fc.stringMatching(/^[A-Za-z0-9]{1,12}$/)
const spelling = fc.tuple(letters, fc.constantFrom('', '-', '/', '_'), letters).map((parts) => parts.join(''))

describe('spellings of a symbol', () => {
  it('are normal after normalising once', () => {
    fc.assert(
      fc.property(fc.oneof(spelling, fc.string()), (text) => {
        const once = normaliseSymbol(text)
        expect(normaliseSymbol(once)).toBe(once)
      }),
    )
  })

  it('mean the same in any case and with any separator', () => {
    fc.assert(
      fc.property(letters, letters, fc.constantFrom('-', '/', '_'), (base, quote, separator) => {
        const symbol = normaliseSymbol(`${base}-${quote}`)
        expect(normaliseSymbol(`${base.toLowerCase()}${separator}${quote.toLowerCase()}`)).toBe(symbol)
        expect(normaliseSymbol(`${base.toUpperCase()}${separator}${quote.toUpperCase()}`)).toBe(symbol)
      }),
    )
  })
})

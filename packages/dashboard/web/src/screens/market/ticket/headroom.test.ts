import type { Preview, Risk } from '@ats/sdk/types'
import { heavyRules } from './headroom.js'

const rule = (name: string, headroom: string | null, unit: string | null = 'USD') => ({ rule: name, headroom, unit })
const preview = (...rules: object[]) => ({ rules }) as unknown as Preview
const risk = (...rules: object[]) => ({ rules }) as unknown as Risk
const named = (...[asked, known]: [Preview, Risk | undefined]) =>
  heavyRules(asked, known, 'BTC-USD').map((found) => found.rule)

describe('an order that uses much of what is left', () => {
  const before = risk(
    { rule: 'max_drawdown', symbol: null, headroom: '1000' },
    { rule: 'symbol_exposure_cap', symbol: 'ETH-USD', headroom: '10' },
    { rule: 'symbol_exposure_cap', symbol: 'BTC-USD', headroom: '400' },
    { rule: 'max_positions', symbol: null, headroom: '2' },
  )

  it.each([
    ['750', []],
    ['749.999999999999999999', ['max_drawdown']],
    ['1200', []],
    ['-5', ['max_drawdown']],
  ])('leaves %s of 1,000', (left, expected) => {
    expect(named(preview(rule('max_drawdown', left)), before)).toEqual(expected)
  })

  it('is measured with the rule of its own symbol', () => {
    expect(named(preview(rule('symbol_exposure_cap', '299')), before)).toEqual(['symbol_exposure_cap'])
    expect(named(preview(rule('symbol_exposure_cap', '301')), before)).toEqual([])
  })

  it('is not measured by counts, or by rules without an amount', () => {
    expect(named(preview(rule('max_positions', '1', 'positions'), rule('market_closed', null, null)), before)).toEqual(
      [],
    )
  })

  it('is asked about when the figures before it are not known', () => {
    expect(named(preview(rule('max_drawdown', '999')), undefined)).toEqual(['max_drawdown'])
  })
})

import { timeOf } from '../../../test/support/market/scripted-world.js'
import type { TradingHours } from '../model/market/instrument.js'
import type { FlatByRule } from '../model/plan/order-rules.js'
import { flatMoments } from './flat-by.js'

const RULE: FlatByRule = {
  ...{ time: '15:45', timeZone: 'UTC', days: ['FRI'], classes: null, leadMinutes: 0, severity: 'CLOSE' },
}
/** A market without a session: no moment can be moved up to one. */
const NEVER: TradingHours = { isAlwaysOpen: false, timeZone: 'UTC', sessions: [] }
const listing = (tradingHours: TradingHours) => ({ assetClass: 'forex', tradingHours }) as const

test('that there is no moment is found once, and again after half a day', () => {
  const at = timeOf('2026-03-02T12:00:00Z')
  const first = flatMoments(RULE, listing(NEVER), at)
  expect(first).toMatchObject({ last: null, next: null })
  expect(flatMoments(RULE, listing(NEVER), at + 43_199_999_999)).toBe(first)
  expect(flatMoments(RULE, listing(NEVER), at + 43_200_000_000)).not.toBe(first)
})

import { aPlan } from '../../../test/support/plans/plans.js'
import { BTC, EUR, SOL } from '../../../test/support/market/instruments.js'
import type { NewsEvent } from '../model/plan/news-event.js'
import { effectOf } from './news-effect.js'

const MINUTE = 60_000_000
const AT = 1_000 * MINUTE
const event = (fields: Partial<NewsEvent>) =>
  ({ at: AT, impact: 'HIGH', currencies: [], symbols: [], ...fields }) as NewsEvent
const PLANS = [
  { plan: aPlan({ newsFreeze: { beforeMinutes: 2, afterMinutes: 3, scope: 'ALL' } }), accounts: 7 },
  { plan: { ...aPlan({ newsFreeze: { impacts: ['MEDIUM'] } }), id: 'calm' }, accounts: 1 },
  { plan: { ...aPlan(), id: 'without' }, accounts: 1 },
]

test.each([
  [{ symbols: ['SOL-USD', 'EUR-USD'] }, ['EUR-USD', 'SOL-USD']],
  [{ currencies: ['EUR'] }, ['EUR-USD']],
  [{ currencies: ['USD'] }, ['BTC-USD', 'EUR-USD', 'SOL-USD']],
])('%j concerns %j, and freezes the accounts of plans that say so', (fields, symbols) => {
  expect(effectOf(event(fields), [SOL, BTC, EUR], PLANS)).toEqual({
    symbols,
    freezes: [
      {
        ...{ planId: 'test-100k', version: 1, scope: 'ALL', accounts: 7 },
        ...{ startsAt: AT - 2 * MINUTE, endsAt: AT + 3 * MINUTE },
      },
    ],
  })
})

test('an event that concerns nothing listed freezes nobody, and its impact decides for whom', () => {
  expect(effectOf(event({ currencies: ['JPY'] }), [BTC, EUR], PLANS)).toEqual({ symbols: [], freezes: [] })
  const { freezes } = effectOf(event({ symbols: ['BTC-USD'], impact: 'MEDIUM' }), [BTC], PLANS)
  expect(freezes.map(({ planId }) => planId)).toEqual(['calm'])
})

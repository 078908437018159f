import { aPlan } from '../../../test/support/plans/plans.js'
import { BTC, EUR, SOL } from '../../../test/support/market/instruments.js'
import type { NewsEvent } from '../model/plan/news-event.js'
import { decimal, rate } from '../values/decimal.js'
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
    adjusts: [],
  })
})

test('an event that concerns nothing listed freezes nobody, and its impact decides for whom', () => {
  expect(effectOf(event({ currencies: ['JPY'] }), [BTC, EUR], PLANS)).toEqual({ symbols: [], freezes: [], adjusts: [] })
  const { freezes } = effectOf(event({ symbols: ['BTC-USD'], impact: 'MEDIUM' }), [BTC], PLANS)
  expect(freezes.map(({ planId }) => planId)).toEqual(['calm'])
})

test('a plan that takes profit off freezes nobody, and is named with the share that counts', () => {
  const adjusts = { treatment: 'FACTOR', countsPct: rate(decimal('40')), exemptMinutes: null } as const
  const plan = aPlan({ newsFreeze: { beforeMinutes: 2, afterMinutes: 3, scope: 'ALL', adjusts } })
  expect(effectOf(event({ currencies: ['EUR'] }), [EUR], [{ plan, accounts: 2 }])).toMatchObject({
    freezes: [],
    adjusts: [{ planId: plan.id, countsPct: rate(decimal('40')), startsAt: AT - 2 * MINUTE, accounts: 2 }],
  })
})

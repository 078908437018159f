// The plan of the benches of odds.
import { decimal, rate } from '../services/trading-engine/dist/core/values/decimal.js'

const percent = (text) => rate(decimal(text))

/** Floors and a target that no attempt comes to. */
export const planOf = (mode, reference) => ({
  ...{ id: 'bench', version: 1, name: 'Bench', currency: 'USD', initialBalance: decimal('100000') },
  allowedVenues: ['GMX'],
  risk: {
    ...{ words: 'PRESENT', bothCrossed: 'STRICTEST', newsFreeze: null, inactivity: null },
    objective: {
      ...{ words: 'PRESENT', profitTarget: { pct: percent('90'), amount: null }, targetBasis: 'BALANCE' },
      ...{ requiresFlat: true, tradingDays: { min: 4, counts: 'OPENED', threshold: null } },
      ...{ daysMax: null, consistency: null },
    },
    tradingDay: { resetTime: '17:00', resetTimeZone: 'America/New_York' },
    maxDrawdown: {
      ...{ mode, pct: percent('90'), amount: null, peakOf: 'EQUITY', evaluation: 'INTRADAY' },
      ...{ includesOpenPnl: true, lockOffset: null, locksAtTarget: false, onFirstPayout: 'KEEP' },
    },
    dailyLoss: {
      ...{ pct: percent('50'), amount: null, reference, amountBase: 'INITIAL', includesOpenPnl: true },
      ...{ evaluation: 'INTRADAY', warnAtPct: percent('80'), action: 'TERMINATE' },
    },
    exposure: {
      ...{ symbolNotionalMax: decimal('500000'), totalNotionalMax: decimal('1000000'), leverageMax: percent('20') },
      ...{ openOrdersMax: 200, positionsMax: 50, marginMode: 'CROSS' },
    },
  },
  costs: { borrowing: false, rollover: false, oracleFee: false, overnightLeverage: 'OFF' },
})

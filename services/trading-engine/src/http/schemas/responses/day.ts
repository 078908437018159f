import { BREACH_ACTIONS } from '../../../core/model/plan/breach.js'
import { HOUSE_ACCOUNTS, LIVE_HOUSE_ACCOUNTS } from '../../../core/model/account/ledger.js'
import { ALL_RISK_RULES, SEVERITIES } from '../../../core/model/plan/violation.js'
import {
  calendarDate,
  decimal,
  decimals,
  flag,
  listOf,
  oneOf,
  record,
  time,
  uuid,
  whole,
} from '../../../wire/codec/schemas.js'
import { floors } from './equity.js'

const liveHouses = Object.fromEntries(
  LIVE_HOUSE_ACCOUNTS.map((house) => [house, decimal.optional().description('Of LIVE accounts alone.')]),
)

const day = record({
  date: calendarDate,
  started_at: time,
  ended_at: time.allow(null).description('Null: it goes on, and its closing figures are the present ones.'),
  ...decimals('opening_balance', 'closing_balance', 'opening_equity', 'closing_equity'),
  lowest_equity: decimal.description(
    'The lowest of the equities at its beginning and end, at the whole hours between, and at its breaches.',
  ),
  pnl: decimal.description('Closing less opening balance, without capital.'),
  transfers: record({ ...decimals(...HOUSE_ACCOUNTS), ...liveHouses }).description(
    'The sums of its ledger; amounts above 0 were received. Opening balance and all of them give the closing balance.',
  ),
  trades: whole,
  floors: floors.description('Those that it began with.'),
  breaches: listOf(
    record({
      id: uuid,
      rule: oneOf(ALL_RISK_RULES),
      severity: oneOf(SEVERITIES),
      action: oneOf(BREACH_ACTIONS),
      occurred_at: time,
    }),
  ),
  target_reached: flag
    .allow(null)
    .description('Whether the balance was at the profit target at its end; null for a plan without one.'),
})
export const days = listOf(day)

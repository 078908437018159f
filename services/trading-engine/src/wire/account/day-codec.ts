import { HOUSE_ACCOUNTS, RARE_HOUSE_ACCOUNTS } from '../../core/model/account/ledger.js'
import { BREACH_ACTIONS, type Breach } from '../../core/model/plan/breach.js'
import { SEVERITIES } from '../../core/model/plan/violation.js'
import type { DayReport } from '../../core/risk/day-report.js'
import { codecOf, field } from '../codec/codec.js'
import { calendarDate, decimal, flag, listOf, oneOf, optional, orNull, time, uuid, whole } from '../codec/kinds.js'
import { breachedRule } from './breach-codec.js'
import { floorsCodec } from './equity-codec.js'

type Transfers = DayReport['transfers']

const transfersCodec = codecOf<Transfers>('DayTransfers')(
  Object.fromEntries([
    ...HOUSE_ACCOUNTS.map((house) => [house, field(decimal, (transfers: Transfers) => transfers[house])] as const),
    ...RARE_HOUSE_ACCOUNTS.map((house) => {
      const amount = ({ [house]: sum }: Transfers) => sum
      return [house, field(optional(decimal), amount, 'Of LIVE accounts alone.')] as const
    }),
  ]),
)

const breachOfDayCodec = codecOf<Breach>('DayBreach')({
  id: field(uuid, ({ id }) => id),
  rule: field(breachedRule, ({ rule }) => rule),
  severity: field(oneOf(SEVERITIES), ({ severity }) => severity),
  action: field(oneOf(BREACH_ACTIONS), ({ action }) => action),
  occurred_at: field(time, ({ at }) => at),
})

/** A trading day as it went. */
export const dayCodec = codecOf<DayReport>('TradingDay')({
  date: field(calendarDate, (day) => day.date),
  started_at: field(time, (day) => day.at),
  ended_at: field(
    orNull(time),
    (day) => day.endedAt,
    'Null: it goes on, and its closing figures are the present ones.',
  ),
  opening_balance: field(decimal, (day) => day.startBalance),
  closing_balance: field(decimal, (day) => day.closingBalance),
  opening_equity: field(decimal, (day) => day.startEquity),
  closing_equity: field(decimal, (day) => day.closingEquity),
  lowest_equity: field(
    decimal,
    (day) => day.lowestEquity,
    'The lowest of the equities at its beginning and end, at the whole hours between, and at its breaches.',
  ),
  pnl: field(decimal, (day) => day.pnl, 'Closing less opening balance, without capital.'),
  transfers: field(
    transfersCodec,
    (day) => day.transfers,
    'The sums of its ledger; amounts above 0 were received. Opening balance and all of them give the closing balance.',
  ),
  trades: field(whole, (day) => day.fills),
  floors: field(floorsCodec, (day) => day.floors, 'Those that it began with.'),
  breaches: field(listOf(breachOfDayCodec), (day) => day.breaches),
  target_reached: field(
    orNull(flag),
    (day) => day.isTargetReached,
    'Whether the balance was at the profit target at its end; null for a plan without one.',
  ),
})

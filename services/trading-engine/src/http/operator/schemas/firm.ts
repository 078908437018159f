/** Responses about all accounts together. */
import Joi from 'joi'
import { ACCOUNT_STATES } from '../../../core/model/account/account.js'
import { SEVERITIES } from '../../../core/model/plan/violation.js'
import { PRICE_STATES } from '../../../market/feed-health.js'
import {
  decimal,
  decimals,
  flag,
  listOf,
  oneOf,
  record,
  text,
  time,
  venue,
  whole,
} from '../../../wire/codec/schemas.js'
import { foundAccount } from './responses.js'

const counts = (names: readonly string[]) => record(Object.fromEntries(names.map((name) => [name, whole])))

const measured = {
  equity: decimal,
  floor: record({
    rule: oneOf(['max_drawdown', 'daily_loss_limit']),
    equity: decimal,
    headroom: decimal.description('Negative below the floor.'),
    headroom_pct: decimal
      .allow(null)
      .description('In percent of the loss that the rule allows; null where it is none.'),
  }),
  stale: flag.description('A mark of something held is stale, or was never seen.'),
}

/** The last three fields with `sort=headroom` alone. */
export const foundOrRankedAccounts = listOf(
  foundAccount.keys({
    equity: measured.equity.optional(),
    floor: measured.floor.optional(),
    stale: measured.stale.optional(),
  }),
)

const totals = {
  positions: whole,
  ...decimals('long_notional', 'short_notional', 'net_notional', 'gross_notional', 'unrealized_pnl'),
}

export const exposure = record({
  as_of: time,
  total: record(totals),
  by_venue: listOf(record({ venue, ...totals })),
  by_symbol: listOf(record({ symbol: text, venue, ...decimals('long_quantity', 'short_quantity'), ...totals })),
})

const feed = { tick_age_seconds: whole.allow(null), prices: counts(PRICE_STATES) }
const workers = record({ shards: whole, shards_watched: whole })
const backlog = record({ pending: whole, due_since: time.allow(null) })

export const overview = record({
  as_of: time.description('The moment of the marks.'),
  accounts: record({ total: whole, by_state: counts(ACCOUNT_STATES) }),
  nearest_to_floor: listOf(
    foundAccount.keys({
      equity: measured.equity.required(),
      floor: measured.floor.required(),
      stale: measured.stale.required(),
    }),
  ).description('Ten at most, as `accounts?sort=headroom` begins.'),
  exposure: record(totals),
  breaches_today: record({ since: time, by_severity: counts(SEVERITIES) }),
  feed: record(feed),
  workers,
  unpaid_payouts: record({ count: whole, amount: decimal }),
  webhooks: backlog,
})

const unreachable = 'Null while the database cannot be reached.'

export const health = record({
  as_of: time,
  version: text.description('Of the engine that was asked.'),
  ready: flag,
  checks: Joi.object().pattern(text, text).description('As `/readyz` has them: what it cannot work without.'),
  feeds: listOf(record({ venue, ...feed })),
  workers: record({ shards: whole, shards_watched: whole.allow(null).description(unreachable) }),
  queues: record({
    commands: whole.description('Under way or waiting for the turn of their account.'),
    writes: whole.description('Waiting for a statement of the writer.'),
  }),
  webhooks: backlog.allow(null).description(unreachable),
  replicas: whole.allow(null).description(`Engine processes on this database, this one included. ${unreachable}`),
  wallet: oneOf(['up', 'down']).description('Whether the last call was answered.'),
  redis: oneOf(['up', 'down', 'none']).description('`none`: it runs without one.'),
})

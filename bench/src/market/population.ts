/** Accounts as an engine has them in memory: made of rows, every text of them its own, as Postgres gives them. */
import { randomUUID } from 'node:crypto'
import type { Account } from '@ats/trading-engine/dist/core/model/account/account.js'
import type { Plan } from '@ats/trading-engine/dist/core/model/plan/plan.js'
import { accountOf } from '@ats/trading-engine/dist/store/tables/accounts.js'
import { orderOf } from '@ats/trading-engine/dist/store/tables/orders.js'
import { positionOf } from '@ats/trading-engine/dist/store/tables/positions.js'

export interface PopulationOptions {
  readonly accounts: number
  /** Resting limits of each account, on both sides of the market. */
  readonly orders: number
  readonly symbol: string
  readonly price: number
  readonly plan: Plan
}

const AT = '2026-01-16 07:14:58.123456+00'

/** Each account holds a position; none of its orders is nearer to the price than a tenth of it. */
export const populate = ({ accounts, orders, symbol, price, plan }: PopulationOptions): readonly Account[] =>
  Array.from({ length: accounts }, (_account, number) => {
    const accountId = randomUUID()
    const away = (place: number): number => 0.1 + ((number * orders + place) % 1_000) / 2_000
    return accountOf(fresh(accountRow(accountId, number, plan)), {
      plan,
      positions: [positionOf(fresh(positionRow(accountId, symbol, price)))],
      orders: Array.from({ length: orders }, (_order, place) => {
        const isBuy = place % 2 === 0
        const limit = Math.round(price * (isBuy ? 1 - away(place) : 1 + away(place)))
        return orderOf(fresh(orderRow(accountId, symbol, isBuy ? 'BUY' : 'SELL', limit)))
      }),
      consumedDepth: [],
      openPayout: null,
      strikes: [],
    })
  })

const fresh = <T>(row: T): T => JSON.parse(JSON.stringify(row)) as T

const accountRow = (id: string, number: number, plan: Plan) => ({
  id,
  user_id: `user-${number}`,
  plan_id: plan.id,
  plan_version: plan.version,
  challenge_id: null,
  phase: null,
  referral: null,
  name: 'Standard 100k',
  state: 'ACTIVE',
  state_reason: null,
  locked_until: null,
  holds: null,
  default_venue: null,
  balance: '99940.123456000000000000',
  capital: '0.000000000000000000',
  paid_out: '0.000000000000000000',
  day_high: null,
  progress: null,
  time_due_at: null,
  compensation: null,
  scaling: null,
  trading_day: '2026-01-16',
  day_ends_at: '2026-01-17 00:00:00+00',
  day_start_balance: '100000.000000000000000000',
  day_start_capital: '0.000000000000000000',
  day_warned: false,
  day_traded: true,
  traded_days: 1,
  day_start_equity: '100000.000000000000000000',
  high_water_mark: '100000.000000000000000000',
  leverages: null,
  token_holdings: null,
  created_at: AT,
  clock: AT,
  event_sequence: '12',
  version: '7',
})

const positionRow = (accountId: string, symbol: string, price: number) => ({
  id: randomUUID(),
  account_id: accountId,
  venue: 'GMX',
  symbol,
  direction: 'LONG',
  quantity: '0.500000000000000000',
  cost: `${price / 2}.000000000000000000`,
  leverage: '20.000000000000000000',
  opened_quantity: '0.500000000000000000',
  opened_notional: `${price / 2}.000000000000000000`,
  closed_notional: '0.000000000000000000',
  realized_pnl: '0.000000000000000000',
  fees: '30.000000000000000000',
  funding: '-1.234567000000000000',
  carry: null,
  funded_until: AT,
  initial_stop: null,
  opened_at: AT,
  closed_at: null,
  close_reason: null,
  liquidation_tick: null,
  flattened_by: null,
  uncovered: null,
  parts: null,
  flat_warned_at: null,
})

const orderRow = (accountId: string, symbol: string, side: 'BUY' | 'SELL', limit: number) => ({
  id: randomUUID(),
  account_id: accountId,
  client_id: randomUUID(),
  origin: 'API',
  key_id: randomUUID(),
  symbol,
  venue: 'GMX',
  side,
  kind: 'LIMIT',
  tif: 'GTC',
  post_only: false,
  reduce_only: false,
  trigger_on_index: false,
  trigger_on_mark: false,
  quantity: '0.010000000000000000',
  held_quantity: '0.000000000000000000',
  limit_price: `${limit}.000000000000000000`,
  trigger_price: null,
  trigger_state: null,
  trigger_tick: null,
  requested_price: null,
  requested_trigger_price: null,
  filled_quantity: '0.000000000000000000',
  filled_notional: '0.000000000000000000',
  fees: '0.000000000000000000',
  status: 'OPEN',
  reason: null,
  position_id: null,
  parent_order_id: null,
  exit_terms: null,
  copied_from: null,
  trail: null,
  bracket_id: null,
  expires_at: null,
  created_at: AT,
  updated_at: AT,
  version: '1',
})

/** Takes a path of steps with the engine and with the oracle, and compares both after each. */
import { strict as assert } from 'node:assert'
import { decideCapital } from '../../../src/core/decide/decide-capital.js'
import { NO_PAYOUTS } from '../../../src/core/model/account/payout-history.js'
import {
  decidePayoutApproval,
  decidePayoutProposal,
  decidePayoutRequest,
} from '../../../src/core/decide/decide-payout.js'
import { dailyFloor, drawdownFloor } from '../../../src/core/margin/floors.js'
import { payoutAvailability } from '../../../src/core/margin/payable.js'
import { readRiskConfig, type WrittenRules } from '../../../src/core/model/plan/risk-config.js'
import type { Plan } from '../../../src/core/model/plan/plan.js'
import { decimal, formatDecimal, rate, usd } from '../../../src/core/values/decimal.js'
import { formatTimestamp } from '../../../src/core/values/time.js'
import { market } from '../commands.js'
import { scriptContext } from '../market/scripted-world.js'
import { aPlan } from '../plans/plans.js'
import { aTrader, type Trader } from '../trader.js'
import { createOracle, type Crossed, type Oracle, type OracleRules, type PathStep } from './loss-oracle.js'

const PRICES = { 'BTC-USD': 50_000, 'SOL-USD': 100 }
const text = (value: number): string => String(Math.round(value * 1e8) / 1e8)

/** The plan as its file says it. */
export function planOf({ initial, target, drawdown, daily }: OracleRules): Plan {
  const { risk } = aPlan({ leverageMax: '50', symbolNotionalMax: '100000000', totalNotionalMax: '100000000' })
  const written: WrittenRules<string> = {
    trading_day: { reset_time: '00:00', reset_tz: 'UTC' },
    max_drawdown: JSON.parse(JSON.stringify(drawdown), textOfNumbers) as WrittenRules<string>['max_drawdown'],
    daily_loss: daily && {
      ...(JSON.parse(JSON.stringify(daily), textOfNumbers) as NonNullable<WrittenRules<string>['daily_loss']>),
      warn_at_pct: '100',
    },
    exposure: {
      ...{ max_symbol_notional: '100000000', max_total_notional: '100000000', max_leverage: '50' },
      ...{ max_open_orders: 100, max_positions: 10, margin_mode: 'CROSS' },
    },
    // Too many days to pass.
    objective:
      target === undefined ? null : { profit_target_pct: text((target / initial) * 100), min_trading_days: 1_000 },
  }
  return {
    ...aPlan(),
    initialBalance: usd(decimal(text(initial))),
    risk: { ...risk, ...readRiskConfig(written, decimal) },
  }
}

const textOfNumbers = (_name: string, value: unknown): unknown => (typeof value === 'number' ? text(value) : value)

export interface Played {
  /** Each with the step after which it was. */
  readonly crossed: readonly (Crossed & { readonly step: number })[]
  readonly floors: readonly { readonly drawdown: number; readonly daily: number | null }[]
  readonly state: string
}

export function playPath(rules: OracleRules, steps: readonly PathStep[]): Played {
  const script = scriptContext()
  for (const [symbol, price] of Object.entries(PRICES)) script.setPrice(symbol, text(price))
  const trader = aTrader({ plan: planOf(rules), script })
  const oracle = createOracle(rules, PRICES)
  const crossed: (Crossed & { step: number })[] = []
  const floors: Played['floors'][number][] = []
  for (const [index, step] of steps.entries()) {
    const found = take(trader, oracle, step)
    const breaches = breachesOf(trader)
    assert.deepEqual(breaches.slice(crossed.length), found === null ? [] : [`${found.rule} ${found.action}`], at(index))
    if (found !== null) crossed.push({ ...found, step: index })
    if (trader.account.state === 'TERMINATED') break
    const { drawdown, daily } = oracle.floors()
    near(drawdownFloor(trader.account), drawdown, at(index, 'drawdown floor'))
    const ofDay = dailyFloor(trader.account)
    if (daily === null || ofDay === null) assert.equal(ofDay, daily, at(index, 'floor of the day'))
    else near(ofDay, daily, at(index, 'floor of the day'))
    floors.push({ drawdown, daily })
  }
  return { crossed, floors, state: trader.account.state }
}

const at = (index: number, what = 'breaches'): string => `${what} after step ${index}`

function near(found: bigint, due: number, what: string): void {
  const value = Number(formatDecimal(found))
  assert.ok(Math.abs(value - due) < 1e-5, `${what}: ${value} instead of ${due}`)
}

const breachesOf = ({ events }: Trader): readonly string[] =>
  events.flatMap((event) =>
    event.type === 'account.breach' && event.breach.action !== 'NONE'
      ? [`${event.breach.rule} ${event.breach.action}`]
      : [],
  )

function take(trader: Trader, oracle: Oracle, step: PathStep): Crossed | null {
  const { script } = trader
  switch (step.kind) {
    case 'price':
      script.passTime(1_000)
      script.setPrice(step.symbol, text(step.price))
      oracle.setPrice(step.symbol, step.price)
      break
    case 'trade': {
      script.passTime(1_000)
      // What was to be opened may have been refused: no more is sold than is held.
      const quantity = Math.max(step.quantity, -oracle.quantity(step.symbol))
      if (quantity === 0) return null
      const side = quantity > 0 ? 'BUY' : 'SELL'
      const { order } = trader.place(market(side, text(Math.abs(quantity)), { symbol: step.symbol }))
      if (order === null) return null
      oracle.trade(step.symbol, quantity)
      break
    }
    case 'reset':
      script.setTime(formatTimestamp(trader.account.day.endsAt))
      trader.fillResting()
      return oracle.reset() ?? oracle.look()
    case 'credit':
      trader.apply((account, context) =>
        decideCapital(account, { direction: 'IN', amount: usd(decimal(text(step.amount))) }, context),
      )
      oracle.credit(step.amount)
      break
    case 'payout': {
      const paid = payOut(trader, step.amount)
      if (paid === 0) return null
      oracle.payout(paid)
      assert.equal(oracle.look(), null, 'a payout ends no account')
      break
    }
  }
  trader.fillResting()
  return oracle.look()
}

/** As much of it as can be paid now; what was paid. */
function payOut(trader: Trader, wanted: number): number {
  const { available } = payoutAvailability(trader.account, trader.script.context())
  const amount = Math.min(wanted, Math.floor(Number(formatDecimal(available)) * 100) / 100)
  if (amount < 1) return 0
  const asked = { amount: usd(decimal(text(amount))), clientId: 'c' }
  const requested = trader.apply((account, context) => decidePayoutRequest(account, asked, NO_PAYOUTS, context))
  const split = { sharePct: rate(decimal('80')), operator: { name: 'anna', tokens: ['1'] } }
  const proposed = trader.apply((account, context) =>
    decidePayoutProposal(account, requested, split, NO_PAYOUTS, context),
  )
  trader.apply((account, context) =>
    decidePayoutApproval(
      account,
      proposed,
      { operator: { name: 'ben', tokens: ['2'] }, version: null },
      NO_PAYOUTS,
      context,
    ),
  )
  return amount
}

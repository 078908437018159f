/** Plays the path of a firm with the engine's own decisions: one symbol, without fees, and a clock that is set. */
import {
  decidePayoutApproval,
  decidePayoutProposal,
  decidePayoutRequest,
} from '../../../src/core/decide/decide-payout.js'
import type { PlaceOrder } from '../../../src/core/decide/prepare-order.js'
import { dailyFloor, drawdownFloor } from '../../../src/core/margin/floors.js'
import { payoutAvailability } from '../../../src/core/margin/payable.js'
import { profitOf } from '../../../src/core/margin/profit.js'
import { NO_PAYOUTS, type PayoutHistory } from '../../../src/core/model/account/payout-history.js'
import type { Account } from '../../../src/core/model/account/account.js'
import type { DecisionContext } from '../../../src/core/model/decision-context.js'
import type { Instrument } from '../../../src/core/model/market/instrument.js'
import type { Breach } from '../../../src/core/model/plan/breach.js'
import { amountOf } from '../../../src/core/model/plan/objective-rule.js'
import type { Plan } from '../../../src/core/model/plan/plan.js'
import { consistencyOf } from '../../../src/core/margin/consistency.js'
import { payoutEligibility } from '../../../src/core/risk/payout-eligibility.js'
import {
  decimal,
  formatDecimal,
  price,
  rate,
  toNumber,
  usd,
  type Price,
  type Usd,
} from '../../../src/core/values/decimal.js'
import { formatTimestamp, type Micros } from '../../../src/core/values/time.js'
import { close, market } from '../commands.js'
import { BTC } from '../market/instruments.js'
import { scriptContext, timeOf } from '../market/scripted-world.js'
import { aTrader, type Trader } from '../trader.js'
import { inCents, secondsAt, type FirmFile, type FirmResult } from './firm-file.js'

const { GMX: terms } = BTC.terms
const COIN: Instrument = {
  ...BTC,
  ...{ tickSize: price(decimal('0.01')), typicalPrice: price(decimal('100000')) },
  terms: terms === undefined ? {} : { GMX: { ...terms, takerFeeRate: rate(0n), makerFeeRate: rate(0n) } },
}
const find = (symbol: string): Instrument | undefined => (symbol === COIN.symbol ? COIN : undefined)
const MARKET = { all: [COIN], find, resolve: find, candidates: () => [] }
/** A Monday; no clock changes between its noon and the reset of any zone. */
const OPENED = '2026-03-02T12:00:00Z'
const MICROS = 1_000_000

const DAY_MICROS = 86_400 * MICROS

export function playFirm(plan: Plan, { days }: FirmFile['path']): FirmResult {
  const script = scriptContext(MARKET)
  script.setTime(OPENED)
  const trader = aTrader({ plan, script })
  const opened = timeOf(OPENED)
  const dayOf = (at: number): number => Math.floor((at - opened) / DAY_MICROS) + 1
  const floors: FirmResult['floors'][number][] = []
  const payouts: Paid[] = []
  const refused: NonNullable<FirmResult['refused']>[number][] = []
  const ended: EndedDay[] = []
  let history: PayoutHistory = NO_PAYOUTS
  for (const { day, steps } of days) {
    passResets(trader, opened + (day - 1) * DAY_MICROS, ended)
    history = { ...history, days: countedDays(plan, ended, history.lastPaidAt) }
    for (const [index, step] of steps.entries()) {
      const at = opened + secondsAt(day, index) * MICROS
      script.setTime(formatTimestamp(at))
      if ('payout' in step) {
        const paid = payOut(trader, step.payout, history)
        history = {
          ...history,
          days: 0,
          lastPaidAt: script.now,
          paidTotal: usd(history.paidTotal + decimal(paid.amount)),
        }
        payouts.push({ day, ...paid })
      } else if ('open_with_stop' in step) {
        const { violations } = trader.place(withStop(trader, step.open_with_stop))
        if (violations.length > 0) refused.push({ day, rules: violations.map(({ rule }) => rule) })
      } else take(trader, step)
    }
    const ofDay = dailyFloor(trader.account)
    floors.push({ day, drawdown: text(drawdownFloor(trader.account)), daily: ofDay === null ? null : text(ofDay) })
  }
  return {
    floors,
    ...(refused.length === 0 ? {} : { refused }),
    ...endsOf(trader, dayOf),
    ...(payouts.length === 0 ? {} : { payouts }),
    ...shownOf(trader, history),
  }
}

type Paid = NonNullable<FirmResult['payouts']>[number]

/** The exact decimal. */
const text = (amount: bigint): string => formatDecimal(amount)

interface EndedDay {
  readonly beganAt: Micros
  /** Since the opening. */
  readonly profit: Usd
  readonly earned: Usd
}

function passResets(trader: Trader, until: number, ended: EndedDay[]): void {
  while (trader.account.day.endsAt <= until) {
    const beganAt = ended.length === 0 ? trader.account.createdAt : trader.account.day.endsAt - DAY_MICROS
    const profit = profitOf(trader.account)
    ended.push({ beganAt, profit, earned: usd(profit - (ended.at(-1)?.profit ?? 0n)) })
    trader.script.setTime(formatTimestamp(trader.account.day.endsAt))
    trader.fillResting()
  }
}

/** As the store counts them; null where the plan does not ask. */
function countedDays({ risk, initialBalance }: Plan, ended: readonly EndedDay[], paidAt: Micros | null): number | null {
  const rule = risk.payouts?.qualifyingDays ?? null
  if (rule === null) return null
  const least = rule.threshold === null ? 1n : amountOf(rule.threshold, initialBalance)
  return ended.filter(({ beganAt, earned }) => beganAt >= (paidAt ?? 0) && earned >= least).length
}

const markOf = ({ script }: Trader): Price =>
  script.context().market.quote({ symbol: COIN.symbol, venue: 'GMX' })?.mark ?? price(0n)

const withStop = (trader: Trader, loss: string): PlaceOrder => ({
  ...market('BUY', '1'),
  bracket: {
    stop_loss: { triggerPrice: price(markOf(trader) - decimal(loss)), price: null, triggerBy: 'LAST', terms: {} },
  },
})

function take(trader: Trader, step: { readonly equity: string } | { readonly balance: string }): void {
  if (trader.account.positions.size === 0) trader.placed(market('BUY', '1'))
  trader.fillResting()
  const due = decimal('equity' in step ? step.equity : step.balance)
  trader.script.setPrice(COIN.symbol, text(markOf(trader) + due - trader.figures().equity))
  trader.fillResting()
  if ('balance' in step && trader.account.positions.size > 0) trader.close(close())
  trader.fillResting()
}

function payOut(trader: Trader, dollars: string, history: PayoutHistory): Omit<Paid, 'day'> {
  const all = (): bigint => decimal(payableOf(trader.account, trader.script.context(), history).amount)
  const asked = { amount: usd(dollars === 'all' ? all() : decimal(dollars)), clientId: 'c' }
  const [anna, ben] = ['anna', 'ben'].map((name) => ({ name, tokens: [name] }))
  if (anna === undefined || ben === undefined) throw new Error('two people decide a payout')
  const requested = trader.apply((account, context) => decidePayoutRequest(account, asked, history, context))
  const proposed = trader.apply((account, context) =>
    decidePayoutProposal(account, requested, { sharePct: null, operator: anna }, history, context),
  )
  const paid = trader.apply((account, context) =>
    decidePayoutApproval(account, proposed, { operator: ben, version: null }, history, context),
  )
  return { amount: text(paid.amount), trader: text(paid.traderAmount ?? 0n) }
}

/** The crossings, and whether the account has passed. */
function endsOf({ account, events, orders }: Trader, dayOf: (at: number) => number): Partial<FirmResult> {
  const breaches = events.flatMap((event) => (event.type === 'account.breach' ? [event.breach] : []))
  const entry = ({ at, limit, value }: Breach) => ({ day: dayOf(at), floor: text(limit), value: text(value) })
  const locks = breaches.filter(({ action }) => action === 'LOCKED').map(entry)
  const last = breaches.find(({ action }) => action === 'TERMINATED')
  const byIdea = [...orders.values()].filter(({ reason }) => reason === 'max_loss_per_idea')
  return {
    ...(locks.length === 0 ? {} : { locks }),
    ...(last === undefined ? {} : { terminated: { rule: last.rule, ...entry(last) } }),
    ...(byIdea.length === 0 ? {} : { closed_by_idea: byIdea.map(({ createdAt }) => dayOf(createdAt)) }),
    ...(account.state === 'PASSED' ? { passed: { day: dayOf(account.clock) } } : {}),
  }
}

function shownOf({ account, script }: Trader, history: PayoutHistory): Partial<FirmResult> {
  const rule = account.plan.risk.objective?.consistency ?? null
  const payable = account.state === 'TERMINATED' ? {} : { payable: payableOf(account, script.context(), history) }
  if (rule === null || account.progress === null) return payable
  const { best, total, score, requiredProfit, stillNeeded, isMet } = consistencyOf(
    rule,
    account.progress,
    profitOf(account),
    account.positions,
  )
  return {
    ...payable,
    consistency: {
      ...{ best: text(best), total: text(total), score: score === null ? null : inCents(toNumber(score)) },
      ...{
        required_profit: inCents(toNumber(requiredProfit)),
        still_needed: inCents(toNumber(stillNeeded)),
        met: isMet,
      },
    },
  }
}

function payableOf(
  account: Account,
  context: DecisionContext,
  history: PayoutHistory,
): NonNullable<FirmResult['payable']> {
  const { payouts: terms } = account.plan.risk
  if (terms === undefined) return { amount: text(payoutAvailability(account, context).available) }
  const { available, split, conditions } = payoutEligibility(account, terms, history, context)
  const unmet = conditions.filter(({ isMet }) => !isMet).map(({ condition }) => condition)
  return { amount: text(available), trader: text(split.traderAmount), not_yet: unmet }
}

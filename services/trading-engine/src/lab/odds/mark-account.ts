/**
 * An account at the level of marks: no orders, no symbols, only what equity and balance do in the course of a day. The
 * rules are those of the core: what a mark does is asked of `evaluateAccount`, what a reset does of `roll-day.ts`, what
 * a fill counts for of `fill-order.ts`, and what can be paid of `payoutEligibility`.
 *
 * A day whose equity stays between all floors, warnings, targets and highs does nothing but change the balance, and is
 * taken in one step. Every other one is played mark by mark: each trade at its highest open profit, at its largest open
 * loss, and at its end; so floors that trail are met in the harder order.
 */
import { postPayout } from '../../core/decide/decide-capital.js'
import { countedFill, peakAtClose } from '../../core/execution/fill-order.js'
import { dayAfter, dayEndCrossing, endedDay, peakAtReset } from '../../core/execution/roll-day.js'
import { DAY_MICROS, reachedTimeLimit } from '../../core/execution/time-limits.js'
import { dailyLossOf, drawdownAllowed, drawdownFloor } from '../../core/margin/floors.js'
import { isObjectiveMet } from '../../core/margin/objective.js'
import { breakEvenOf, profitTarget } from '../../core/margin/profit.js'
import { wholeCents } from '../../core/margin/split-payout.js'
import type { Account } from '../../core/model/account/account.js'
import { NO_PAYOUTS } from '../../core/model/account/payout-history.js'
import { floorShift, peakTimeOf, risenTo, withHighs } from '../../core/model/account/peak.js'
import type { Position } from '../../core/model/account/position.js'
import { withTradeOf } from '../../core/model/account/progress.js'
import type { DecisionContext } from '../../core/model/decision-context.js'
import { openDraft } from '../../core/model/draft.js'
import { listingKey } from '../../core/model/market/listing.js'
import type { MarketView, Quote } from '../../core/model/market/market-view.js'
import { BY_SYSTEM } from '../../core/model/order/origin.js'
import { amountOf, type CountedDays } from '../../core/model/plan/objective-rule.js'
import type { PayoutTerms } from '../../core/model/plan/payout-terms.js'
import type { Plan } from '../../core/model/plan/plan.js'
import { openAccount } from '../../core/decide/open-account.js'
import type { AttemptEnd, SampledTrade, Standing } from '../../core/read/odds.js'
import { payoutEligibility } from '../../core/risk/payout-eligibility.js'
import { evaluateAccount } from '../../core/risk/supervise.js'
import { max, ONE, price, quantity, rate, usd, type Usd } from '../../core/values/decimal.js'
import type { Micros } from '../../core/values/time.js'
import { dollars, type SampledDay } from './sampled-day.js'

export interface MarkAccount {
  /** Null: it goes on. */
  readonly playDay: (day: SampledDay) => AttemptEnd | null
  /** Takes all that can be paid at the end of a day, and returns the trader's part; null where nothing can. */
  readonly takePayout: () => Usd | null
  readonly balance: () => Usd
}

/** The beginning of an account of a plan; any number of attempts begin with it. */
export type OpenedAccount = Account

type Working = { -readonly [Field in keyof Account]: Account[Field] }

const BEGIN: Micros = Date.UTC(2026, 0, 5) * 1_000
const LISTING = { symbol: 'SAMPLE', venue: 'GMX' } as const
const KEY = listingKey(LISTING)
/** A mark far above any profit or loss: what is above it is open profit. */
const BASE = 10n ** 15n * ONE
/** Dollars within which a comparison is made exactly. */
const CLOSE = 0.01

export function openMarkAccount(plan: Plan, phase: string | null): OpenedAccount {
  const command = { userId: 'lab', plan, challengeId: null, name: '', defaultVenue: null }
  const { account } = openAccount(
    { ...command, ...(phase === null ? {} : { phase }) },
    { now: BEGIN, newId: () => NO_ID },
  )
  return { ...account, day: { ...account.day, date: '', endsAt: BEGIN + DAY_MICROS } }
}

const NO_ID = '00000000-0000-7000-8000-000000000000'

const HELD: Position = {
  ...{ id: NO_ID, accountId: NO_ID, ...LISTING, direction: 'LONG' },
  ...{ quantity: quantity(ONE), cost: usd(BASE), leverage: rate(ONE) },
  ...{ openedQuantity: quantity(ONE), openedNotional: usd(BASE), closedNotional: usd(0n) },
  ...{ realizedPnl: usd(0n), fees: usd(0n), funding: usd(0n), carry: usd(0n) },
  ...{ fundedUntil: BEGIN, initialStop: null, openedAt: BEGIN, closedAt: null, closeReason: null },
  ...{ liquidationTick: null, flattenedBy: null },
}
const OPEN: Account['positions'] = new Map([[KEY, HELD]])
const FLAT: Account['positions'] = new Map()

/** A market of one price, which is moved: nothing that looks at it keeps it. */
function createMarks(): { readonly market: MarketView; readonly moveTo: (offset: Usd) => void } {
  const at = price(BASE)
  const quote: { -readonly [Field in keyof Quote]: Quote[Field] } = {
    ...{ ...LISTING, tick: 0, last: at, mark: at, index: at, bid: at, ask: at, at: BEGIN, staleReason: null },
  }
  return {
    market: { ...NO_PRICES, quote: () => quote },
    moveTo: (offset) => (quote.mark = price(BASE + offset)),
  }
}
const NO_PRICES: MarketView = {
  at: BEGIN,
  quote: () => undefined,
  book: () => undefined,
  funding: () => undefined,
  carry: () => undefined,
}

const MARKS = createMarks()

const isJudgedAtReset = ({ plan }: Account): boolean =>
  [plan.risk.maxDrawdown, plan.risk.dailyLoss].some((rule) => rule?.evaluation === 'END_OF_DAY')

const contextAt = (now: Micros): DecisionContext => ({
  ...{ now, origin: BY_SYSTEM, market: NO_PRICES, news: [], isFundingCharged: false },
  instruments: { find: () => undefined, resolve: () => undefined, candidates: () => [] },
  isMarketOpen: () => true,
  newId: () => NO_ID,
  earlier: contextAt,
})

/** Its first day is that in which the account stands, and ends at the reset that is next. */
export const createStandingAccount = ({ account, payouts }: Standing): MarkAccount =>
  createMarkAccount(account, account.day.endsAt - DAY_MICROS, { ...payouts, days: payouts.days ?? 0 })

export function createMarkAccount(
  opened: OpenedAccount,
  begins: Micros = BEGIN,
  paid: Payouts = NO_PAYOUTS_YET,
): MarkAccount {
  const account: Working = { ...opened }
  let now = begins
  let limits = fixedLimits(account)
  let payouts = paid
  const isJudged = isJudgedAtReset(opened)

  const playTrade = (trade: SampledTrade): AttemptEnd | null => {
    Object.assign(account, countedFill(account, 'OPENED', noon(now)))
    account.positions = OPEN
    const met = lookAt(account, trade.best, now) ?? lookAt(account, usd(0n - trade.worst), now)
    if (met !== null) return met
    closeTrade(account, trade, now)
    return lookAt(account, usd(0n), now)
  }

  const playTrades = ({ trades }: SampledDay): AttemptEnd | null => {
    for (const trade of trades) {
      // A locked account opens nothing more on that day.
      if (account.state !== 'ACTIVE') break
      const end = playTrade(trade)
      if (end !== null) return end
    }
    limits = fixedLimits(account)
    return null
  }

  /** The reset: what it judges, what it counts, and what only time does. */
  const endDay = (): AttemptEnd | null => {
    if (isJudged && dollars(account.balance) < lowLimit(account, limits) + CLOSE) {
      const crossing = dayEndCrossing(account, NO_PRICES)
      if (crossing !== null) return crossing.rule
    }
    Object.assign(account, endedDay(account))
    const high = peakAtReset(account, account.balance)
    if (high !== account.highWaterMark) {
      account.highWaterMark = high
      limits = fixedLimits(account)
    }
    account.day = dayAfter(account, account.balance, { date: '', endsAt: now + DAY_MICROS })
    account.state = 'ACTIVE'
    if (isNearTarget(account, limits) && isObjectiveMet(account, account.balance)) return 'PASSED'
    const reached = reachedTimeLimit(account, now)
    if (reached === 'warning' && account.progress !== null) account.progress = { ...account.progress, warnedAt: now }
    return reached === 'warning' ? null : reached
  }

  return {
    balance: () => account.balance,
    playDay(day) {
      const balance = dollars(account.balance)
      const low = lowLimit(account, limits)
      const isAbove = balance + day.low > low + CLOSE
      if (isAbove && balance + day.high < highLimit(account, limits) - CLOSE) skipTrades(account, day, now)
      else if (isAbove && isRising(account, limits, balance, day)) {
        raisePeaks(account, day)
        skipTrades(account, day, now)
        limits = fixedLimits(account)
      } else {
        const end = playTrades(day)
        if (end !== null) return end
      }
      payouts = withDay(payouts, account, day)
      now += DAY_MICROS
      return endDay()
    },
    takePayout() {
      const terms = account.plan.risk.payouts
      if (terms === undefined || !mayBePaid(account, terms, payouts, now)) return null
      const { lastPaidAt, paidTotal, days } = payouts
      const counted = terms.qualifyingDays === null ? null : days
      const history = { ...NO_PAYOUTS, lastPaidAt, paidTotal, days: counted }
      const context = contextAt(now)
      const { isEligible, available, split } = payoutEligibility(account, terms, history, context)
      const amount = wholeCents(available)
      if (!isEligible || amount <= 0n) return null
      const draft = openDraft(account, context)
      postPayout(draft, amount)
      Object.assign(account, draft.account)
      limits = fixedLimits(account)
      payouts = { lastPaidAt: now, paidTotal: usd(paidTotal + amount), days: 0 }
      return split.traderAmount
    },
  }
}

/** Does what the rules ask for at a mark; null: the account goes on. */
function lookAt(account: Working, offset: Usd, now: Micros): AttemptEnd | null {
  MARKS.moveTo(offset)
  for (;;) {
    const { action, highs } = evaluateAccount(account, MARKS)
    if (highs !== null) Object.assign(account, withHighs(account, highs))
    switch (action?.kind) {
      case 'TERMINATE':
        return action.rule
      case 'PASS':
        return account.positions.size === 0 || isMetOnceClosed(account, offset, now) ? 'PASSED' : null
      case 'LOCK':
        account.state = 'REDUCE_ONLY'
        account.day = { ...account.day, isWarned: true }
        continue
      case 'WARN':
        account.day = { ...account.day, isWarned: true }
        continue
      default:
        return null
    }
  }
}

/**
 * New highs, and nothing else: far from the target, and never as far under a height of that day as a floor that trails
 * it is. Such a floor is never nearer to its peak than when the day begins.
 */
function isRising(account: Account, { target, room }: FixedLimits, balance: number, day: SampledDay): boolean {
  return balance + day.high < target - CLOSE && day.drop < Math.min(room, dailyRoom(account)) - CLOSE
}

/** Does what marks do that are looked at one by one, at the highest of them. */
function raisePeaks(account: Working, { highest, highestClose }: SampledDay): void {
  const closed = { ...account, balance: usd(account.balance + highestClose) }
  const { highWaterMark, day } = risenTo(account, usd(account.balance + highest))
  account.highWaterMark = max(highWaterMark, peakAtClose(closed))
  account.day = day
}

/** A day that comes near nothing. */
function skipTrades(account: Working, { total, bestNet }: SampledDay, now: Micros): void {
  account.balance = usd(account.balance + total)
  if (bestNet === null) return
  const { plan, progress, day, tradedDays } = account
  const counted = countedFill(
    countedFill({ plan, progress, day, tradedDays }, 'OPENED', noon(now)),
    'CLOSED',
    noon(now),
  )
  account.day = counted.day
  account.tradedDays = counted.tradedDays
  account.progress = counted.progress && withTradeOf(counted.progress, bestNet)
}

/** The account would pass with what is open closed at this mark; what closing costs is not known here. */
function isMetOnceClosed(account: Account, offset: Usd, now: Micros): boolean {
  const closed: Working = { ...account }
  closeTrade(closed, { net: offset, best: offset, worst: offset }, now)
  return isObjectiveMet(closed, closed.balance)
}

function closeTrade(account: Working, { net }: SampledTrade, now: Micros): void {
  account.positions = FLAT
  account.balance = usd(account.balance + net)
  Object.assign(account, countedFill(account, 'CLOSED', noon(now)))
  account.progress = account.progress && withTradeOf(account.progress, net)
  account.highWaterMark = peakAtClose(account)
}

/** When the trades of a day that begins then are made. */
const noon = (begins: Micros): Micros => begins + DAY_MICROS / 2

/** Figures in dollars between which nothing happens, as far as they are the same on each day. */
interface FixedLimits {
  readonly drawdown: number
  /** The least at which a peak rises. */
  readonly peak: number
  /** The least at which the objective may be met. */
  readonly target: number
  /** From a peak to its floor. */
  readonly room: number
}

function fixedLimits(account: Account): FixedLimits {
  const target = profitTarget(account)
  const rises = peakTimeOf(account.plan.risk.maxDrawdown) !== 'RESET'
  return {
    drawdown: dollars(drawdownFloor(account)),
    peak: rises ? dollars(account.highWaterMark + floorShift(account)) : Infinity,
    target: target === null ? Infinity : dollars(breakEvenOf(account) + target),
    room: dollars(drawdownAllowed(account)),
  }
}

/** Equity above it is under no floor, and near none. */
function lowLimit(account: Account, { drawdown }: FixedLimits): number {
  const daily = dailyLossOf(account)
  return daily === null ? drawdown : Math.max(drawdown, dollars(max(daily.floor, daily.warnAt)))
}

/** From what the day is measured from to its floor, or where it is warned of that. */
function dailyRoom(account: Account): number {
  const daily = dailyLossOf(account)
  return daily === null ? Infinity : dollars(daily.base - max(daily.floor, daily.warnAt))
}

/** Equity under it reaches no target and no high. */
const highLimit = ({ day }: Account, { peak, target }: FixedLimits): number =>
  Math.min(peak, target, day.high === null ? Infinity : dollars(day.high))

const isNearTarget = ({ balance }: Account, { target }: FixedLimits): boolean => dollars(balance) > target - CLOSE

interface Payouts {
  readonly lastPaidAt: Micros | null
  readonly paidTotal: Usd
  /** Days that count since then, by the terms. */
  readonly days: number
}

const NO_PAYOUTS_YET: Payouts = { lastPaidAt: null, paidTotal: usd(0n), days: 0 }

function withDay(payouts: Payouts, { plan }: Account, day: SampledDay): Payouts {
  const terms = plan.risk.payouts?.qualifyingDays ?? null
  return terms !== null && countsAsDay(terms, plan, day) ? { ...payouts, days: payouts.days + 1 } : payouts
}

/** Every trade of a day is opened and closed on it. The store counts the days of an account by its rows. */
function countsAsDay({ counts, threshold }: CountedDays, { initialBalance }: Plan, day: SampledDay): boolean {
  if (counts !== 'NET_PROFIT') return day.trades.length > 0
  return day.total >= (threshold === null ? 1n : amountOf(threshold, initialBalance))
}

/** Cheap, and true wherever a payout may be due: asking the terms takes much longer. */
function mayBePaid(
  { balance, plan, createdAt }: Account,
  { firstAfterDays, everyDays, amountMin, buffer }: PayoutTerms,
  { lastPaidAt }: Payouts,
  now: Micros,
): boolean {
  const due = lastPaidAt === null ? createdAt + firstAfterDays * DAY_MICROS : lastPaidAt + everyDays * DAY_MICROS
  return now >= due && balance - plan.initialBalance - buffer >= amountMin
}

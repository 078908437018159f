/** Plays one phase of an attempt: an account of the core on a tape of drawn days, with the orders of those days. */
import { decideClose } from '../../../core/decide/decide-close.js'
import { decidePlace } from '../../../core/decide/decide-place.js'
import { postPayout } from '../../../core/decide/decide-capital.js'
import { wholeCents } from '../../../core/margin/split-payout.js'
import type { Account } from '../../../core/model/account/account.js'
import { NO_PAYOUTS, type PayoutHistory } from '../../../core/model/account/payout-history.js'
import { openDraft } from '../../../core/model/draft.js'
import { listingKey } from '../../../core/model/market/listing.js'
import { decided } from '../../../core/model/outcome.js'
import type { Plan } from '../../../core/model/plan/plan.js'
import { amountOf, type CountedDays } from '../../../core/model/plan/objective-rule.js'
import type { AttemptEnd } from '../../../core/read/odds.js'
import { payoutEligibility } from '../../../core/risk/payout-eligibility.js'
import { multiplyDivide, quantity, roundToStep, usd, type Quantity } from '../../../core/values/decimal.js'
import { TICKS_PER_DAY } from '../../../core/values/tick.js'
import { createLabAccount, type LabAccount } from '../../core/lab-account.js'
import type { LabMarketOptions } from '../../core/lab-market.js'
import type { PlayedPhase } from '../play-attempt.js'
import { dollars, type TradeScale } from '../sampled-day.js'
import type { DrawnDay } from './draw-blocks.js'
import type { DayOrder } from './recorded-days.js'

export interface PhaseStage extends LabMarketOptions {
  readonly plan: Plan
  /** Applies to the sizes of orders. */
  readonly scale: TradeScale
  readonly days: readonly DrawnDay[]
  readonly isPaying: boolean
}

export interface PlayedDays extends PlayedPhase {
  /** As it ended. */
  readonly account: Account
}

const ENDED: readonly Account['state'][] = ['PASSED', 'TERMINATED', 'CLOSED']

export function playDays(stage: PhaseStage): PlayedDays {
  const { plan, days, isPaying } = stage
  const lab = createLabAccount({ ...stage, plan, onChanges: () => undefined })
  const payouts = createPayouts(lab, plan)
  let paid = 0
  for (const [number, day] of days.entries()) {
    const begins = number * TICKS_PER_DAY
    for (const order of day?.orders ?? []) {
      lab.playTo(begins + order.slot)
      if (hasEnded(lab)) break
      send(lab, order, stage)
    }
    if (!hasEnded(lab)) lab.playTo(begins + TICKS_PER_DAY - 1)
    if (hasEnded(lab)) return { outcome: { end: endOf(lab.account), day: number + 1 }, paid, account: lab.account }
    if (isPaying) paid += payouts.take()
  }
  return { outcome: { end: 'unfinished', day: days.length }, paid, account: lab.account }
}

const hasEnded = ({ account }: LabAccount): boolean => ENDED.includes(account.state)

const endOf = ({ state, stateReason }: Account): AttemptEnd =>
  state === 'PASSED' ? 'PASSED' : (stateReason as AttemptEnd)

const NO_FLAGS = { postOnly: false, reduceOnly: false, triggerOnIndex: false, triggerOnMark: false }
const AT_MARKET = {
  kind: 'MARKET',
  price: null,
  tif: 'IOC',
  expiresAt: null,
  clientId: null,
  positionId: null,
} as const
const NO_TRIGGER = { triggerPrice: null, parentOrderId: null, flags: NO_FLAGS }

/** Sends an order; what the rules refuse is refused, as it would have been to the trader. */
function send(lab: LabAccount, order: DayOrder, { scale, catalogue }: PhaseStage): void {
  const { symbol, venue, side, isExit, isLast } = order
  const size = sized(order.quantity, scale, catalogue.find(symbol)?.lotSize)
  if (isExit) {
    const held = lab.account.positions.get(listingKey(order))
    if (held === undefined || (held.direction === 'LONG') === (side === 'BUY')) return
    const close = { ...AT_MARKET, ...{ symbol, venue }, quantity: isLast ? null : size }
    if (isLast || size > 0n) lab.decide((account, context) => decideClose(account, close, context))
    return
  }
  if (size === 0n) return
  const place = { ...AT_MARKET, ...NO_TRIGGER, ...{ symbol, venue, side }, quantity: size }
  lab.decide((account, context) => decidePlace(account, place, context))
}

/** Whole lots, and never more than its part. */
function sized(of: Quantity, { parts, of: whole }: TradeScale, lotSize: Quantity | undefined): Quantity {
  const scaled = quantity(multiplyDivide(of, parts, whole, 'FLOOR'))
  return lotSize === undefined ? scaled : roundToStep(scaled, lotSize, 'FLOOR')
}

/** All that can be paid is asked for at the end of a day, and approved then. */
function createPayouts(lab: LabAccount, { risk: { payouts: terms }, initialBalance }: Plan) {
  let history: PayoutHistory = { ...NO_PAYOUTS, days: terms?.qualifyingDays === null ? null : 0 }
  let before = lab.account
  const countDay = (counted: CountedDays | null): void => {
    const { account } = lab
    const counts = counted !== null && isCounted(counted, { before, account, initialBalance })
    before = account
    if (counts) history = { ...history, days: (history.days ?? 0) + 1 }
  }
  return {
    take(): number {
      if (terms === undefined) return 0
      countDay(terms.qualifyingDays)
      if (lab.account.positions.size > 0) return 0
      const context = lab.context()
      const { isEligible, available, split } = payoutEligibility(lab.account, terms, history, context)
      const amount = wholeCents(available)
      if (!isEligible || amount <= 0n) return 0
      lab.decide((account, now) => {
        const draft = openDraft(account, now)
        postPayout(draft, amount)
        return decided(draft.changes(), null)
      })
      before = lab.account
      history = { ...history, lastPaidAt: lab.now, paidTotal: usd(history.paidTotal + amount), days: history.days && 0 }
      return dollars(split.traderAmount)
    },
  }
}

interface DayOfPayouts {
  readonly before: Account
  readonly account: Account
  readonly initialBalance: Plan['initialBalance']
}

function isCounted({ counts, threshold }: CountedDays, { before, account, initialBalance }: DayOfPayouts): boolean {
  if (counts !== 'NET_PROFIT') return account.tradedDays > before.tradedDays
  return account.balance - before.balance >= (threshold === null ? 1n : amountOf(threshold, initialBalance))
}

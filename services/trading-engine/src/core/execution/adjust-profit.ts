/**
 * Rules about profit: what the plan takes off the profit that can be paid, fill by fill. Books, equity and floors know
 * nothing of it, losses count in full, and no close is refused.
 *
 *   profit of a closing fill   realised PnL − its fee, where that is more than 0
 *   taken off                  profit × part ÷ quantity of the fill × (100 − counts_pct) ÷ 100, rounded down
 *
 * news_freeze with EXCLUDE_PROFIT (counts_pct 0) or FACTOR: the part was opened within a window of news; with scope ALL
 * it is the whole fill where that is within one, unless the position was last added to `exempt` minutes before the
 * event or earlier. holding_time: the part was opened less than `min_seconds` before, where fills that follow each
 * other sooner than that count with the last of them. What a rule takes from is closed first. Both together never take
 * off more than the profit.
 */
import { windowsInForce } from '../calendar/news.js'
import type { Account } from '../model/account/account.js'
import type { ProfitAdjustment } from '../model/account/profit-adjustment.js'
import type { OpenedParts, Position } from '../model/account/position.js'
import type { DecisionContext } from '../model/decision-context.js'
import type { Draft } from '../model/draft.js'
import type { NewsAdjustment, NewsRule } from '../model/plan/news-rule.js'
import type { HoldingRule } from '../model/plan/order-rules.js'
import { formatDecimal, min, multiplyDivide, ONE, quantity, usd, type Quantity, type Usd } from '../values/decimal.js'
import type { ExecutionStep } from '../margin/split-execution.js'
import type { Micros } from '../values/time.js'

const MINUTE = 60_000_000
const SECOND = 1_000_000
const NOTHING = quantity(0n)

type News = NewsRule & { readonly adjusts: NewsAdjustment }
type Context = Pick<DecisionContext, 'instruments' | 'news' | 'now'>

interface ProfitRules {
  readonly news: News | null
  readonly holding: HoldingRule | null
}

/** Null of a plan without any, which costs a fill no more than this. */
function profitRulesOf({ plan }: Account): ProfitRules | null {
  const { newsFreeze, orderRules } = plan.risk
  const news = newsFreeze?.adjusts === undefined ? null : (newsFreeze as News)
  const holding = orderRules?.holdingTime ?? null
  return news === null && holding === null ? null : { news, holding }
}

/** The position after a step, and what the rules have taken off the profit of it. */
interface Judged {
  readonly position: Position
  readonly taken: readonly ProfitAdjustment[]
}

const NONE: readonly ProfitAdjustment[] = []

/** Takes off what the rules say of a closing step. Returns the position after the step, with the parts left of it. */
export function applyProfitRules(
  draft: Draft,
  before: Position | undefined,
  { position, execution, fee, realizedPnl }: ExecutionStep,
  context: Context,
): Judged {
  const rules = profitRulesOf(draft.account)
  if (rules === null) return { position, taken: NONE }
  const isOpening = before === undefined || position.openedQuantity > before.openedQuantity
  if (isOpening) {
    const parts = withOpened(rules, position, before?.parts, execution.quantity, context)
    return { position: { ...position, parts }, taken: NONE }
  }
  const parts = before.parts ?? { inNews: NOTHING, recent: NOTHING, lastAt: before.openedAt }
  const closing: Closing = { rules, parts, position, closed: execution.quantity, context }
  const taken = takeOff(draft, closing, usd(realizedPnl - fee))
  const inNews = quantity(parts.inNews - min(parts.inNews, execution.quantity))
  const recent = quantity(parts.recent - min(parts.recent, execution.quantity))
  return { position: { ...position, parts: { ...parts, inNews, recent } }, taken }
}

function withOpened(
  { news, holding }: ProfitRules,
  { symbol }: Position,
  parts: OpenedParts | undefined,
  opened: Quantity,
  context: Context,
): OpenedParts {
  const isInNews = news !== null && isWithin(news, symbol, context)
  const isNextSoon = parts !== undefined && holding !== null && context.now - parts.lastAt < holding.secondsMin * SECOND
  return {
    inNews: quantity((parts?.inNews ?? 0n) + (isInNews ? opened : 0n)),
    recent: holding === null ? NOTHING : quantity((isNextSoon ? parts.recent : 0n) + opened),
    lastAt: context.now,
  }
}

interface Closing {
  readonly rules: ProfitRules
  readonly parts: OpenedParts
  readonly position: Position
  readonly closed: Quantity
  readonly context: Context
}

function takeOff(draft: Draft, closing: Closing, profit: Usd): readonly ProfitAdjustment[] {
  if (profit <= 0n) return NONE
  const taken: ProfitAdjustment[] = []
  const { rules, parts, position, closed, context } = closing
  let left: bigint = profit
  const take = (rule: string, part: Quantity, pct: bigint, why: string): void => {
    const share = multiplyDivide(profit, part, closed, 'FLOOR')
    const amount = usd(min(usd(multiplyDivide(share, pct, 100n * ONE, 'FLOOR')), usd(left)))
    if (amount <= 0n) return
    left -= amount
    const sizes = `${formatDecimal(part)} of ${formatDecimal(closed)} ${position.symbol}`
    const reason = `${sizes} ${why}: ${formatDecimal(amount)} of ${formatDecimal(profit)} USD profit does not count`
    taken.push(draft.adjustProfit({ positionId: position.id, rule, amount, reason }))
  }
  if (rules.news !== null)
    take('news_freeze', newsPart(rules.news, closing), 100n * ONE - rules.news.adjusts.countsPct, 'filled around news')
  if (rules.holding !== null) {
    const { secondsMin } = rules.holding
    const isSoon = context.now - parts.lastAt < secondsMin * SECOND
    const part = isSoon ? min(parts.recent, closed) : NOTHING
    take('holding_time', part, 100n * ONE, `held for less than ${secondsMin} seconds`)
  }
  return taken
}

/** The part of a closing fill whose profit the window takes from. */
function newsPart(news: News, { parts, position, closed, context }: Closing): Quantity {
  const { exemptMinutes } = news.adjusts
  const isExempt = (at: Micros): boolean => exemptMinutes !== null && parts.lastAt <= at - exemptMinutes * MINUTE
  const instrument = news.scope === 'ALL' ? context.instruments.find(position.symbol) : undefined
  const windows = instrument === undefined ? [] : windowsInForce(news, instrument, context)
  return windows.some(({ event }) => !isExempt(event.at)) ? closed : min(parts.inNews, closed)
}

function isWithin(news: News, symbol: string, context: Context): boolean {
  const instrument = context.instruments.find(symbol)
  return instrument !== undefined && windowsInForce(news, instrument, context).length > 0
}

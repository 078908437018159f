/**
 * Where an account stands against the rules of its plan at this moment, without any order: each limit, how much of it
 * is used, and what the next reset makes of the floors if nothing changes until then.
 */
import type { Account } from '../model/account/account.js'
import { classFigures } from '../margin/class-figures.js'
import { ideaPnl, ideasOf } from '../margin/ideas.js'
import { ASSET_CLASSES, type AssetClass, type Instrument } from '../model/market/instrument.js'
import type { Direction } from '../model/order/side.js'
import { max, negate, ONE, usd, type Usd } from '../values/decimal.js'
import { worstNotionals } from '../margin/exposure.js'
import { computeFigures, type Figures } from '../margin/figures.js'
import { deadlinesOf, type Deadline } from './deadlines.js'
import { newsNear, nextWindow, windowInForce, type Freeze } from '../calendar/news.js'
import { profitOf, profitTarget } from '../margin/profit.js'
import { peakAtReset } from '../execution/roll-day.js'
import {
  dailyFloor,
  dailyLossOf,
  drawdownAllowed,
  drawdownFloor,
  percentOf,
  strictestFloor,
  valueOf,
  type DailyLoss,
  type Floor,
} from '../margin/floors.js'
import { accountLeverage } from './rules/max-leverage.js'
import type { RiskRule, Unit } from '../model/plan/violation.js'
import type { DecisionContext } from '../model/decision-context.js'
import type { Micros } from '../values/time.js'
import { strikeStates, type StrikeState } from './strike-states.js'
import { objectiveStates, type ObjectiveState } from './objective-states.js'
import type { MarketView } from '../model/market/market-view.js'

export interface LimitUtilisation {
  readonly rule: RiskRule
  /** Where the limit is one of each symbol. */
  readonly symbol: string | null
  /** Where it is one of a class. */
  readonly assetClass?: AssetClass
  /** Where it is one of all positions of a symbol in one direction. */
  readonly direction?: Direction
  readonly limit: bigint
  /** Null where there is nothing to compare: leverage without equity. */
  readonly value: bigint | null
  readonly unit: Unit
  readonly headroom: bigint | null
  /** How much of the allowance is used: more than all beyond the limit, 0 above the equity a loss is measured from. */
  readonly used: bigint | null
  /** All there is between nothing used and the limit; 0 where the plan allows nothing. */
  readonly allowance: bigint
}

export interface RiskUtilisation {
  /** False while a mark it was computed from is stale, or was never seen. */
  readonly isFresh: boolean
  readonly equity: Usd
  /** In the order of the rules. */
  readonly limits: readonly LimitUtilisation[]
  readonly floor: Floor
  /** Null where the plan has no such rule. */
  readonly dailyLoss: DailyLoss | null
  /** The floors from the next reset on, were balance and equity then as they are now. */
  readonly afterReset: { readonly drawdown: Usd; readonly daily: Usd | null }
  /**
   * The current or next freezes of symbols with positions or working orders; and of the others that were asked for and
   * that the plan's venues list, those in force or near.
   */
  readonly freezes: readonly SymbolFreeze[]
  /** The same windows of a plan that freezes nothing, but takes profit off; absent of other plans. */
  readonly newsWindows?: readonly SymbolFreeze[]
  /** The deadlines of each open position; undefined where the plan has no rules with any. */
  readonly deadlines?: readonly Deadline[] | undefined
  readonly objective: ObjectiveProgress | null
  /** Undefined where the plan counts none. */
  readonly strikes?: readonly StrikeState[] | undefined
}

export interface SymbolFreeze {
  readonly symbol: string
  readonly isInForce: boolean
  readonly freeze: Freeze
}

export interface ObjectiveProgress {
  readonly profitTarget: Usd
  readonly profit: Usd
  readonly tradedDays: number
  readonly tradingDaysMin: number
  /** Absent of stored plan versions. */
  readonly states?: readonly ObjectiveState[]
}

type Context = Pick<DecisionContext, 'now' | 'news' | 'instruments'> & { readonly market: Pick<MarketView, 'quote'> }

/** `others`: instruments whose freezes are listed too, though the account has no position in them. */
export function limitUtilisation(
  account: Account,
  context: Context,
  others: readonly Instrument[] = [],
): RiskUtilisation {
  const figures = computeFigures(account, context)
  const { equity } = figures
  const isAdjusting = account.plan.risk.newsFreeze?.adjusts !== undefined
  return {
    isFresh: [...account.positions.values()].every((position) => context.market.quote(position)?.staleReason === null),
    equity,
    limits: limitsOf(account, figures, context),
    floor: strictestFloor(account, equity),
    dailyLoss: dailyLossOf(account),
    afterReset: floorsAfterReset(account, equity),
    freezes: isAdjusting ? [] : freezesOf(account, context, others),
    ...(isAdjusting && { newsWindows: freezesOf(account, context, others) }),
    deadlines: deadlinesOf(account, context),
    objective: objectiveOf(account, equity, context.now),
    strikes: strikeStates(account, context.now),
  }
}

function limitsOf(account: Account, figures: Figures, context: Context): readonly LimitUtilisation[] {
  const { equity, worstNotional, exposures, usedMargin, reservedMargin } = figures
  const { exposure, maxDrawdown, dailyLoss } = account.plan.risk
  const compared = valueOf(maxDrawdown, account, equity)
  const daily = dailyLossOf(account)
  return [
    floorUtilisation('max_drawdown', compared, drawdownFloor(account), drawdownAllowed(account)),
    ...(dailyLoss === null || daily === null
      ? []
      : [
          floorUtilisation(
            'daily_loss_limit',
            valueOf(dailyLoss, account, equity),
            daily.floor,
            usd(daily.base - daily.floor),
          ),
        ]),
    ...[...worstNotionals(exposures)].map(([symbol, notional]) =>
      capUtilisation('symbol_exposure_cap', 'USD', exposure.symbolNotionalMax, notional, symbol),
    ),
    capUtilisation('total_exposure_cap', 'USD', exposure.totalNotionalMax, worstNotional),
    ...classUtilisations(account, figures, context),
    ...ideaUtilisations(account, context),
    capUtilisation('insufficient_margin', 'USD', equity, usedMargin + reservedMargin),
    capUtilisation('max_leverage', 'ratio', exposure.leverageMax, accountLeverage(figures)),
    capUtilisation('max_open_orders', 'orders', counted(exposure.openOrdersMax), counted(account.orders.size)),
    capUtilisation('max_positions', 'positions', counted(exposure.positionsMax), counted(exposures.length)),
  ]
}

/** One for each cap of a class. */
function classUtilisations(
  { plan }: Account,
  { exposures }: Figures,
  { instruments }: Context,
): readonly LimitUtilisation[] {
  const { byClass } = plan.risk.orderRules ?? {}
  if (byClass === undefined) return []
  return ASSET_CLASSES.flatMap((assetClass) => {
    const cap = byClass[assetClass]
    if (cap === undefined) return []
    return classFigures(assetClass, cap, plan.initialBalance, exposures, instruments).map(({ unit, limit, value }) => ({
      ...capUtilisation('class_exposure_cap', unit, limit, value),
      assetClass,
    }))
  })
}

function ideaUtilisations({ plan, positions }: Account, { market }: Context): readonly LimitUtilisation[] {
  const rule = plan.risk.orderRules?.maxLossPerIdea
  if (rule === undefined) return []
  const limit = percentOf(plan.initialBalance, rule.pct)
  return ideasOf(positions.values()).map((idea) => {
    const pnl = ideaPnl(positions.values(), idea, market)
    const value = pnl === null ? null : max(negate(pnl), usd(0n))
    return { ...capUtilisation('max_loss_per_idea', 'USD', limit, value, idea.symbol), direction: idea.direction }
  })
}

const counted = (count: number): bigint => BigInt(count) * ONE

const floorUtilisation = (rule: RiskRule, value: Usd, floor: Usd, allowance: Usd): LimitUtilisation => ({
  rule,
  symbol: null,
  limit: floor,
  value,
  unit: 'USD',
  allowance,
  headroom: value - floor,
  used: max(usd(allowance - value + floor), usd(0n)),
})

const capUtilisation = (
  rule: RiskRule,
  unit: Unit,
  limit: bigint,
  value: bigint | null,
  symbol: string | null = null,
): LimitUtilisation => ({
  rule,
  symbol,
  limit,
  value,
  unit,
  allowance: limit,
  headroom: value === null ? null : limit - value,
  used: value,
})

function floorsAfterReset(account: Account, equity: Usd): RiskUtilisation['afterReset'] {
  const { balance, netDeposits, day } = account
  const next = { ...day, startBalance: balance, startEquity: equity, startNetDeposits: netDeposits, high: null }
  const after = { ...account, day: next, highWaterMark: peakAtReset(account, equity) }
  return { drawdown: drawdownFloor(after), daily: dailyFloor(after) }
}

function freezesOf(account: Account, context: Context, others: readonly Instrument[]): readonly SymbolFreeze[] {
  const { allowedVenues } = account.plan
  const symbols = new Set([...account.positions.values(), ...account.orders.values()].map(({ symbol }) => symbol))
  const held = [...symbols].flatMap((symbol) => context.instruments.find(symbol) ?? [])
  const near = newsNear(account.plan.risk.newsFreeze, context)
  const tradable = ({ symbol, terms }: Instrument): boolean =>
    !symbols.has(symbol) && allowedVenues.some((venue) => terms[venue] !== undefined)
  const found = [
    ...held.map((instrument) => freezeOfSymbol(account, instrument, context)),
    ...(near.length === 0 ? [] : others.filter(tradable)).map((instrument) =>
      freezeOfSymbol(account, instrument, { ...context, news: near }),
    ),
  ]
  return found.filter((freeze) => freeze !== null).sort((a, b) => (a.symbol < b.symbol ? -1 : 1))
}

function freezeOfSymbol(account: Account, instrument: Instrument, calendar: Pick<Context, 'news' | 'now'>) {
  const { newsFreeze } = account.plan.risk
  const current = windowInForce(newsFreeze, instrument, calendar)
  const freeze = current ?? nextWindow(newsFreeze, instrument, calendar)
  return freeze === null ? null : { symbol: instrument.symbol, isInForce: current !== null, freeze }
}

function objectiveOf(account: Account, equity: Usd, now: Micros): ObjectiveProgress | null {
  const { objective } = account.plan.risk
  const target = profitTarget(account)
  if (objective === null || target === null) return null
  const tradingDaysMin = objective.tradingDays.min
  const states = objective.words === 'STORED' ? {} : { states: objectiveStates(account, equity, now) }
  const { tradedDays } = account
  return { profitTarget: target, profit: profitOf(account), tradedDays, tradingDaysMin, ...states }
}

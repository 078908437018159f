/**
 * Sets the leverage of a symbol at a venue, up to the plan's and the instrument's: of new positions, of working orders,
 * and of the position that is open, which keeps its own at a LIVE venue. Refused where free margin does not allow it,
 * where the position stands at or under its maintenance, or would, or has no fresh mark, and outside ACTIVE where it
 * would be raised.
 */
import type { Account } from '../model/account/account.js'
import { advance } from '../execution/advance.js'
import { formatDecimal, max, min, negate, ONE, usd, type Rate } from '../values/decimal.js'
import { assertInvariant } from '../values/invariant.js'
import type { Position } from '../model/account/position.js'
import { profileOf } from '../model/plan/execution-profile.js'
import { isCross, maintenanceHeadroom } from '../margin/cross-margin.js'
import { isolatedHeadroom } from '../margin/liquidation.js'
import { leverageAt } from '../margin/opening-leverage.js'
import { openDraft } from '../model/draft.js'
import { classFigures } from '../margin/class-figures.js'
import { computeFigures } from '../margin/figures.js'
import type { VenueId, VenueTerms } from '../model/market/instrument.js'
import { leverageOf, type SymbolLeverage } from '../execution/leverage.js'
import { isLiquidationDue } from '../execution/liquidate.js'
import { decided, invalid, type Outcome } from '../model/outcome.js'
import { listingKey } from '../model/market/listing.js'
import type { Violation } from '../model/plan/violation.js'
import type { DecisionContext } from '../model/decision-context.js'

export interface SetLeverage {
  readonly symbol: string
  /** Null: where an order would go that names none. */
  readonly venue: VenueId | null
  readonly leverage: Rate
}

export function decideLeverage(
  account: Account,
  command: SetLeverage,
  context: DecisionContext,
): Outcome<SymbolLeverage> {
  const draft = openDraft(account, context)
  advance(draft, context)
  const before = draft.account
  const now = leverageOf(before, command, context.instruments)
  if ('problem' in now) return { kind: 'problem', problem: now.problem }
  const { leverage } = command
  if (leverage < ONE || leverage > now.max) {
    const message = `${now.instrument.symbol} on ${now.venue} takes a leverage from 1 to ${formatDecimal(now.max)}`
    return { kind: 'problem', problem: invalid(['leverage'], 'leverage.range', message) }
  }
  const leverages = withLeverage(before, now, leverage)
  const position = atNewLeverage({ ...before, leverages }, now, leverage, context)
  const violations = violationsOf({ leverages, position }, before, now, leverage, context)
  if (violations.length > 0) return { kind: 'problem', problem: { kind: 'risk_rejected', violations } }
  if (leverage !== now.leverage || position !== null) draft.stamp()
  if (leverage !== now.leverage) draft.setAccount({ leverages })
  if (position !== null) draft.putPosition(position)
  return decided(draft.changes(), { ...now, leverage })
}

/** Stores a leverage only if it is below the maximum: one at the maximum rises with it. */
function withLeverage({ leverages }: Account, now: SymbolLeverage, leverage: Rate): Account['leverages'] {
  const changed = new Map(leverages)
  const key = listingKey({ venue: now.venue, symbol: now.instrument.symbol })
  if (leverage === now.max) changed.delete(key)
  else changed.set(key, leverage)
  return changed
}

/**
 * The open position at the leverage `wanted`; null where it has that, or keeps its own. At night it is raised no
 * further than a new one may have, but the night alone lowers nothing that is open.
 */
function atNewLeverage(
  after: Account,
  { instrument, venue }: SymbolLeverage,
  wanted: Rate,
  context: DecisionContext,
): Position | null {
  const position = after.positions.get(listingKey({ venue, symbol: instrument.symbol }))
  if (position === undefined || !profileOf(after).isSettledByService) return null
  const leverage = max(min(position.leverage, wanted), leverageAt(instrument, venue, after, context.now))
  return position.leverage === leverage ? null : { ...position, leverage }
}

interface Change {
  readonly leverages: Account['leverages']
  readonly position: Position | null
}

/** In the order in which violations are listed. */
function violationsOf(
  { leverages, position }: Change,
  before: Account,
  now: SymbolLeverage,
  leverage: Rate,
  context: DecisionContext,
): readonly Violation[] {
  const { venue } = now
  const positions = position === null ? before.positions : new Map(before.positions).set(listingKey(position), position)
  const after: Account = { ...before, leverages, positions }
  const shortage =
    (position === null ? null : maintenanceShortage(position, { before, after }, now, context)) ??
    freeMarginShortage(after, before, context)
  const violations = [classExcess(after, before, now, context), shortage].filter((found) => found !== null)
  if (!before.plan.allowedVenues.includes(venue)) {
    const message = `the plan does not allow ${venue}; it allows ${before.plan.allowedVenues.join(', ')}`
    violations.push({ ...PLAIN, rule: 'venue_not_allowed', message })
  }
  const held = position === null ? undefined : before.positions.get(listingKey(position))?.leverage
  const current = held === undefined ? now.leverage : min(now.leverage, held)
  if (before.state !== 'ACTIVE' && leverage > current) {
    const message = `the account is ${before.state}: leverage may only be lowered, from ${formatDecimal(current)}`
    const until = before.lockedUntil === null ? {} : { until: before.lockedUntil }
    violations.push({
      ...{ rule: 'account_state', severity: 'SOFT', message, limit: current, value: leverage, unit: 'ratio' },
      ...until,
    })
  }
  return violations
}

const SHORTAGE = { rule: 'insufficient_margin', severity: 'SOFT' } as const

function freeMarginShortage(after: Account, before: Account, context: DecisionContext): Violation | null {
  const free = computeFigures(before, context).freeMargin
  const left = computeFigures(after, context).freeMargin
  if (left >= 0n || left >= free) return null
  const value = usd(free - left)
  const [needed, available, missing] = [value, free, negate(left)].map((amount) => formatDecimal(amount))
  const message = `that leverage needs ${needed} USD more of margin; ${available} USD is free, ${missing} USD is missing`
  return { ...SHORTAGE, message, limit: free, value, unit: 'USD' }
}

/** The margin that all instruments of its class may take, where the plan has a cap of it. */
function classExcess(
  after: Account,
  before: Account,
  { instrument: { assetClass } }: SymbolLeverage,
  context: DecisionContext,
): Violation | null {
  const cap = before.plan.risk.orderRules?.byClass?.[assetClass]
  if (cap === undefined || cap.marginPctMax === null) return null
  const [left, held] = [after, before].map((account) => {
    const { exposures } = computeFigures(account, context)
    const figures = classFigures(assetClass, cap, before.plan.initialBalance, exposures, context.instruments)
    return figures.find(({ measure }) => measure === 'margin')
  })
  if (left === undefined || held === undefined || left.value <= left.limit || left.value <= held.value) return null
  const [value, limit] = [left.value, left.limit].map((amount) => formatDecimal(usd(amount)))
  const message = `margin of all ${assetClass} would reach ${value}; the plan allows ${limit}`
  const { unit } = left
  return { rule: 'class_exposure_cap', severity: 'SOFT', message, limit: left.limit, value: left.value, unit }
}

/** By a mark that is fresh the position has to be carried as it is, and at that leverage. */
function maintenanceShortage(
  position: Position,
  { before, after }: { readonly before: Account; readonly after: Account },
  { instrument, venue }: SymbolLeverage,
  context: DecisionContext,
): Violation | null {
  const quote = context.market.quote(position)
  if (quote === undefined || quote.staleReason !== null) {
    const message = `the price of ${position.symbol} is stale; the margin of its open position waits for the feed`
    return { ...SHORTAGE, message, limit: null, value: null, unit: null }
  }
  const held = before.positions.get(listingKey(position))
  if (held !== undefined && isLiquidationDue(before, held, context)) {
    const message = 'the open position is at its maintenance margin or under it: it is liquidated as it is'
    return { ...SHORTAGE, message, limit: null, value: null, unit: null }
  }
  const headroom = isCross(after)
    ? maintenanceHeadroom(after, context)
    : isolatedHeadroom(position, quote.mark, termsOf(instrument, venue))
  if (headroom === null || headroom > 0n) return null
  const missing = negate(headroom)
  const message =
    `at that leverage the open position would stand at its maintenance margin or under it; ` +
    `more than ${formatDecimal(missing)} USD is missing`
  return { ...SHORTAGE, message, limit: usd(0n), value: missing, unit: 'USD' }
}

function termsOf({ symbol, terms }: SymbolLeverage['instrument'], venue: VenueId): VenueTerms {
  const found = terms[venue]
  assertInvariant(found !== undefined, `${venue} lists ${symbol}`)
  return found
}

const PLAIN = { severity: 'SOFT', limit: null, value: null, unit: null } as const

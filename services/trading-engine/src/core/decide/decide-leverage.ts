/**
 * Sets the leverage that new positions of a symbol take, up to the plan's and the instrument's. Open positions keep
 * theirs. Refused where working orders would then lack margin, and outside ACTIVE where it would be raised.
 */
import type { Account } from '../model/account/account.js'
import { advance } from '../execution/advance.js'
import { formatDecimal, ONE, usd, type Rate } from '../values/decimal.js'
import { openDraft } from '../model/draft.js'
import { computeFigures } from '../margin/figures.js'
import type { VenueId } from '../model/market/instrument.js'
import { leverageOf, type SymbolLeverage } from '../execution/leverage.js'
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
  const violations = violationsOf({ ...before, leverages }, before, now, leverage, context)
  if (violations.length > 0) return { kind: 'problem', problem: { kind: 'risk_rejected', violations } }
  if (leverage !== now.leverage) {
    draft.stamp()
    draft.setAccount({ leverages })
  }
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

/** In the order in which violations are listed. */
function violationsOf(
  after: Account,
  before: Account,
  { venue, leverage: current }: SymbolLeverage,
  leverage: Rate,
  context: DecisionContext,
): readonly Violation[] {
  const violations: Violation[] = []
  const free = computeFigures(before, context).freeMargin
  const left = computeFigures(after, context).freeMargin
  if (left < 0n && left < free) {
    const needed = usd(free - left)
    const message = `at that leverage working orders need ${formatDecimal(needed)} USD more of margin; ${formatDecimal(free)} USD is free`
    violations.push({ rule: 'insufficient_margin', severity: 'SOFT', message, limit: free, value: needed, unit: 'USD' })
  }
  if (!before.plan.allowedVenues.includes(venue)) {
    const message = `the plan does not allow ${venue}; it allows ${before.plan.allowedVenues.join(', ')}`
    violations.push({ ...PLAIN, rule: 'venue_not_allowed', message })
  }
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

const PLAIN = { severity: 'SOFT', limit: null, value: null, unit: null } as const

/**
 * The effect of an alert of a hook, decided on the position as it is at that moment:
 *   position t   brings the position to t: an order over t − position, none where that is less than a lot
 *   buy, sell q  an order over q
 *   close q      closes q of the position, or all of it; flat: all of it
 *   reverse q    brings the position to the other side, with q, or with as much as there is
 * Quantities are cut to the lot, since a sender cannot know it. What an alert opens is at most the hook's
 * `maxQuantity`, and has the stop and the target that the alert says; what only closes has none. Where there is nothing
 * to close or to turn around, that is the answer, to each repetition too.
 */
import type { HookAction } from '@ats/contracts'
import { abs, decimal, formatDecimal, type Quantity } from '../values/decimal.js'
import { advance } from '../execution/advance.js'
import { chooseVenue } from '../execution/choose-venue.js'
import type { Account } from '../model/account/account.js'
import type { Position } from '../model/account/position.js'
import type { DecisionContext } from '../model/decision-context.js'
import { openDraft } from '../model/draft.js'
import type { Instrument } from '../model/market/instrument.js'
import { listingKey } from '../model/market/listing.js'
import { timeInForceOf } from '../model/order/time-in-force.js'
import { decided, invalid, unknownSymbol, type Issue, type Outcome, type Problem } from '../model/outcome.js'
import { moveOf, type Alert, type Move } from './alert-move.js'
import { place, proposePlace, type Placement } from './decide-place.js'
import { BRACKET_LEGS, isAboveEntry } from './prepare-bracket.js'
import type { PlaceOrder } from './prepare-order.js'

/** The limits of a hook. */
export interface AlertCaps {
  /** Empty: every symbol. */
  readonly symbols: readonly string[]
  readonly actions: readonly HookAction[]
  readonly maxQuantity: Quantity
}

export interface AlertAnswer {
  /** Null where there was nothing to do. */
  readonly placement: Placement | null
  /** Whether its order can only reduce a position. */
  readonly isClosing: boolean
}

export function decideAlert(
  account: Account,
  alert: Alert,
  caps: AlertCaps,
  context: DecisionContext,
): Outcome<AlertAnswer> {
  const instrument = context.instruments.resolve(alert.symbol)
  const issues = capIssues(alert, instrument, caps, context)
  if (instrument === undefined) {
    const unknown = unknownSymbol(alert.symbol, context.instruments.candidates(alert.symbol))
    return problem({ ...unknown, issues: [...unknown.issues, ...issues] })
  }
  if (issues.length > 0) return problem({ kind: 'invalid', issues })
  const draft = openDraft(account, context)
  advance(draft, context)
  const position = positionOf(draft.account, alert, instrument)
  if (position !== null && 'kind' in position) return problem(position)
  const move = moveOf(alert, position, instrument.lotSize)
  if (move === null) return decided(draft.changes(), { placement: null, isClosing: false })
  if (move.opens > caps.maxQuantity) return problem(tooMuch(move.opens, caps))
  const misplaced = bracketIssues(alert, move)
  if (misplaced.length > 0) return problem({ kind: 'invalid', issues: misplaced })
  const venue = alert.action === 'buy' || alert.action === 'sell' ? null : (position?.venue ?? null)
  const proposed = proposePlace(draft.account, { ...orderOf(alert, move, instrument), venue }, null, context)
  if ('problem' in proposed) return problem(proposed.problem)
  const outcome = place(draft, proposed, context)
  if (outcome.kind === 'problem') return outcome
  return { ...outcome, answer: { placement: outcome.answer, isClosing: move.closes !== null } }
}

const problem = (of: Problem): { readonly kind: 'problem'; readonly problem: Problem } => ({
  kind: 'problem',
  problem: of,
})

/** All that the hook does not allow, of what the alert says. */
function capIssues(
  { action, symbol, target }: Alert,
  instrument: Instrument | undefined,
  caps: AlertCaps,
  { instruments }: DecisionContext,
): readonly Issue[] {
  const issues: Issue[] = []
  if (!caps.actions.includes(action))
    issues.push({ path: ['action'], code: 'action.cap', message: `this hook may not ${action}` })
  const isListed = caps.symbols.some((one) => instruments.resolve(one)?.symbol === instrument?.symbol)
  if (instrument !== undefined && caps.symbols.length > 0 && !isListed)
    issues.push({ path: ['symbol'], code: 'symbol.cap', message: `this hook may not trade ${symbol}` })
  if (target !== null && abs(target) > caps.maxQuantity)
    issues.push({ path: ['position'], code: 'position.cap', message: atMost(abs(target), caps) })
  return issues
}

const atMost = (size: bigint, { maxQuantity }: AlertCaps): string =>
  `it would open ${formatDecimal(size)}; this hook may open ${formatDecimal(maxQuantity)} at most`

const tooMuch = (opens: Quantity, caps: AlertCaps): Problem =>
  invalid(['quantity'], 'quantity.cap', atMost(opens, caps))

const HUNDRED = decimal('100')

/** The stops and targets of what opens whose distance leads to 0 or less: at the last tick, they would never fire. */
function bracketIssues({ bracket = {}, price, triggerPrice }: Alert, { side, closes }: Move): readonly Issue[] {
  const own = price ?? triggerPrice
  return BRACKET_LEGS.flatMap((name) => {
    const leg = bracket[name]
    if (leg === undefined || closes !== null || isAboveEntry(name, side)) return []
    const { offset, offsetPct } = { ...leg.trail, ...leg.terms }
    const isTooFar = (offsetPct ?? 0n) >= HUNDRED || (own !== null && offset !== undefined && offset >= own)
    const message = `${name} leads to a trigger of 0 or less`
    return isTooFar ? [{ path: [name], code: 'bracket.below_zero', message }] : []
  })
}

/** The position that the alert is about: of `buy` and `sell`, that on the venue where they go. */
function positionOf(account: Account, { action }: Alert, instrument: Instrument): Position | Problem | null {
  const { symbol } = instrument
  if (action === 'buy' || action === 'sell') {
    const choice = chooseVenue(account, instrument, null, null)
    return 'problem' in choice ? choice.problem : (account.positions.get(listingKey({ ...choice, symbol })) ?? null)
  }
  const held = [...account.positions.values()].filter((position) => position.symbol === symbol)
  if (held.length < 2) return held[0] ?? null
  const venues = held.map(({ venue }) => venue).join(' and ')
  return invalid(['symbol'], 'symbol.ambiguous', `${symbol} is held on ${venues}: close one of them by another way`)
}

const orderOf = (alert: Alert, { side, size, closes }: Move, { symbol }: Instrument): Omit<PlaceOrder, 'venue'> => ({
  ...{ symbol, side, quantity: size, kind: alert.kind, price: alert.price, triggerPrice: alert.triggerPrice },
  tif: timeInForceOf(alert.kind, undefined),
  flags: { reduceOnly: closes !== null, postOnly: false, triggerOnIndex: false, triggerOnMark: false },
  expiresAt: null,
  clientId: null,
  positionId: closes?.id ?? null,
  parentOrderId: null,
  ...(alert.bracket === undefined ? {} : { bracket: alert.bracket }),
})

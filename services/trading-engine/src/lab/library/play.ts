/**
 * Plays what a trader does on a tape of the library and tells what came of it in lines that a person can compare: what
 * was filled, refused, ended or breached, and the account in the end.
 */
import { decideClose } from '../../core/decide/decide-close.js'
import { decidePlace } from '../../core/decide/decide-place.js'
import type { PlaceOrder } from '../../core/decide/prepare-order.js'
import { computeEquity } from '../../core/margin/equity.js'
import type { Changes } from '../../core/model/draft.js'
import type { Order } from '../../core/model/order/order.js'
import type { OrderStatus } from '../../core/model/order/order-status.js'
import type { Outcome } from '../../core/model/outcome.js'
import type { Plan } from '../../core/model/plan/plan.js'
import {
  decimal,
  formatDecimal,
  max,
  price,
  quantity,
  rate,
  roundToStep,
  toNumber,
  usd,
} from '../../core/values/decimal.js'
import { formatTimestamp, type Micros } from '../../core/values/time.js'
import type { Catalogue } from '../../market/catalogue.js'
import { createLabAccount, type LabAccount } from '../core/lab-account.js'
import { lastSlot, type Tape } from '../tapes/tape.js'
import { slotOf, type LibraryEntry, type LibraryStep } from './entries.js'

const SEED = Buffer.from('The books of the library of tapes')
const usdOf = (text: string) => usd(decimal(text))

/** An account of 100,000 with a loss of 4 % a day and of 8 % in all, from its highest equity. */
function planOf({ reset: [resetTime, resetTimeZone] = ['17:00', 'America/New_York'] }: LibraryEntry): Plan {
  return {
    ...{ id: 'library', version: 1, name: 'Library', currency: 'USD', initialBalance: usdOf('100000') },
    allowedVenues: ['GMX', 'OSTIUM'],
    risk: {
      ...{ words: 'PRESENT', bothCrossed: 'STRICTEST', objective: null, inactivity: null },
      tradingDay: { resetTime, resetTimeZone },
      maxDrawdown: {
        ...{
          mode: 'TRAILING_INTRADAY',
          pct: rate(decimal('8')),
          amount: null,
          peakOf: 'EQUITY',
          evaluation: 'INTRADAY',
        },
        ...{ includesOpenPnl: true, lockOffset: null, locksAtTarget: false, onFirstPayout: 'KEEP' },
      },
      dailyLoss: {
        ...{ pct: rate(decimal('4')), amount: null, reference: 'BALANCE', amountBase: 'INITIAL' },
        ...{ includesOpenPnl: true, evaluation: 'INTRADAY', warnAtPct: rate(decimal('80')), action: 'LOCK' },
      },
      newsFreeze: { beforeMinutes: 5, afterMinutes: 5, impacts: ['HIGH'], scope: 'OPENING' },
      exposure: {
        ...{ symbolNotionalMax: usdOf('500000'), totalNotionalMax: usdOf('1000000'), leverageMax: rate(decimal('20')) },
        ...{ openOrdersMax: 50, positionsMax: 20, marginMode: 'CROSS' },
      },
    },
    costs: { borrowing: false, rollover: false, oracleFee: false, overnightLeverage: 'OFF' },
  }
}

/** The lines of what happened, oldest first. */
export function playEntry(
  entry: LibraryEntry,
  tape: Tape,
  catalogue: Catalogue,
  decidesAll = false,
): readonly string[] {
  const lines: string[] = []
  const tell = (at: Micros, words: string): void => void lines.push(`${formatTimestamp(at).slice(0, 23)}Z ${words}`)
  const lab = createLabAccount({
    ...{ tape, catalogue, seed: SEED, plan: planOf(entry), news: entry.news ?? [], decidesAll },
    onChanges: (changes) => tellChanges(changes, tell),
  })
  for (const step of entry.steps) {
    lab.playTo(slotOf(step))
    const refusal = take(step, lab, catalogue)
    if (refusal !== null) tell(lab.now, `${step.do} ${step.symbol} refused: ${refusal}`)
  }
  lab.playTo(lastSlot(tape))
  const { account } = lab
  const equity = formatDecimal(computeEquity(account, lab.context().market))
  const held = [...account.positions.values()].map(({ symbol, direction }) => `${direction} ${symbol}`)
  tell(
    lab.now,
    `ends ${account.state}: balance ${formatDecimal(account.balance)}, equity ${equity}, held: ${held.join(', ') || 'nothing'}`,
  )
  return lines.sort(byTime)
}

/** Oldest first, and else as they were told: a decision may be about moments that have passed. */
const byTime = (a: string, b: string): number => {
  const [first, second] = [a, b].map((line) => line.slice(0, line.indexOf(' ')))
  return first === second ? 0 : (first ?? '') < (second ?? '') ? -1 : 1
}

const ENDS: ReadonlySet<OrderStatus> = new Set(['CANCELLED', 'EXPIRED', 'REJECTED'])

function tellChanges(changes: Changes, tell: (at: Micros, words: string) => void): void {
  for (const { at, side, quantity: size, symbol, price: filledAt } of changes.fills)
    tell(at, `${side} ${formatDecimal(size)} ${symbol} filled at ${formatDecimal(filledAt)}`)
  for (const { funding, direction, amount } of changes.transfers)
    if (funding !== null) tell(funding.at, `funding ${direction} ${formatDecimal(amount)}`)
  for (const { updatedAt, kind, symbol, status, reason } of changes.orders)
    if (ENDS.has(status)) tell(updatedAt, `${kind} ${symbol} ${status}: ${reason ?? 'no reason'}`)
  for (const { rule, limit, value, action, at } of changes.breaches)
    tell(at, `breach of ${rule}: ${formatDecimal(value)} under ${formatDecimal(limit)}, ${action}`)
  if (changes.tradingDay !== null) tell(changes.tradingDay.at, `the trading day ${changes.tradingDay.date} begins`)
}

/** Null: it was accepted. */
function take(step: LibraryStep, lab: LabAccount, catalogue: Catalogue): string | null {
  if (step.do === 'CLOSE') {
    const rest = { price: null, expiresAt: null, clientId: null, venue: null, positionId: null }
    const closing = { symbol: step.symbol, quantity: null, kind: 'MARKET', tif: 'IOC', ...rest } as const
    return refusalOf(lab.decide((account, context) => decideClose(account, closing, context)))
  }
  const order = orderOf(step, lab, catalogue)
  return order === null
    ? 'nothing to protect'
    : refusalOf(lab.decide((account, context) => decidePlace(account, order, context)))
}

function refusalOf(outcome: Outcome<{ readonly violations: readonly { readonly rule: string }[] }>): string | null {
  if (outcome.kind === 'problem') return outcome.problem.kind
  const { violations } = outcome.answer
  return violations.length === 0 ? null : violations.map(({ rule }) => rule).join(', ')
}

const FLAGS = { postOnly: false, reduceOnly: false, triggerOnIndex: false, triggerOnMark: false }

function orderOf(
  step: Exclude<LibraryStep, { do: 'CLOSE' }>,
  lab: LabAccount,
  catalogue: Catalogue,
): PlaceOrder | null {
  const instrument = catalogue.find(step.symbol)
  if (instrument === undefined) return null
  const { symbol, primaryVenue: venue, lotSize, tickSize, typicalPrice } = instrument
  const mark = lab.context().market.quote({ symbol, venue })?.mark
  const held = [...lab.account.positions.values()].find((position) => position.symbol === symbol)
  const base = {
    ...{ symbol, venue: null, price: null, triggerPrice: null, flags: FLAGS, expiresAt: null, clientId: null },
    ...{ positionId: null, parentOrderId: null },
  }
  if (step.do !== 'PROTECT') {
    const lots = max(1n, BigInt(Math.floor(step.notional / toNumber(mark ?? typicalPrice) / toNumber(lotSize))))
    return { ...base, side: step.do, kind: 'MARKET', quantity: quantity(lots * lotSize), tif: 'IOC' }
  }
  if (held === undefined || mark === undefined) return null
  const side: Order['side'] = held.direction === 'LONG' ? 'SELL' : 'BUY'
  const stop = { ...base, side, kind: 'STOP', quantity: held.quantity, tif: 'GTC' } as const
  const flags = { ...FLAGS, reduceOnly: true }
  if (step.trails === true)
    return { ...stop, flags, trail: { offsetPct: rate(decimal((100 * Math.abs(step.away)).toFixed(2))) } }
  const away = (mark * BigInt(Math.floor((1 + step.away) * 1e6 + 0.5))) / 1_000_000n
  return { ...stop, flags, triggerPrice: roundToStep(price(away), tickSize, 'FLOOR') }
}

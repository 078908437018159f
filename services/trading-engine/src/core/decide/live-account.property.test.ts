/**
 * Random histories of LIVE accounts and a venue that executes at other quantities and prices, refuses, forgets, answers
 * late and liquidates. After every step the books are the chain's, to the last digit.
 */
import fc from 'fast-check'
import { runs } from '@ats/test-kit'
import { aMemoryVenue, type MemoryVenue } from '../../../test/support/venues/memory-venue.js'
import { close, limit, market, NO_FLAGS, stop, takeProfit } from '../../../test/support/commands.js'
import { listingKey } from '../model/market/listing.js'
import { opposite } from '../model/order/order.js'
import { signedAmount } from '../model/account/ledger.js'
import { isHeldByEngine, isKeptWithTrade } from '../model/live/live-order.js'
import { isEnded } from '../model/live/venue-request-states.js'
import { directionOf, openingSide } from '../model/account/position.js'
import type { VenueRequest } from '../model/live/venue-request.js'
import type { VenueId } from '../model/market/instrument.js'
import { computeFigures } from '../margin/figures.js'
import { abs, decimal, formatDecimal, multiply, price, quantity, rate } from '../values/decimal.js'
import { decideClose } from './decide-close.js'
import { decideCancel } from './decide-cancel.js'
import { decideLeverage } from './decide-leverage.js'
import { decideModify } from './decide-modify.js'
import { decideProtect } from './decide-protect.js'
import { decidePlace } from './decide-place.js'
import { decideKillSwitch, decideLiftKillSwitch } from './decide-kill-switch.js'
import type { PlaceOrder } from './prepare-order.js'
import type { Outcome } from '../model/outcome.js'

const side = fc.constantFrom('BUY' as const, 'SELL' as const)
const size = fc.constantFrom('0.1', '0.25', '1', '2.4')
const far = fc.constantFrom('18500', '19200', '19900', '20100', '20900', '21500')
const place = fc.record({
  type: fc.constant('place' as const),
  kind: fc.constantFrom('market', 'limit', 'stop', 'target', 'ioc', 'mark' as const),
  ...{ side, size, at: far, isReduceOnly: fc.boolean(), pick: fc.nat(9), isExit: fc.nat(3) },
})
const venueAct = fc.record({
  type: fc.constant('venue' as const),
  pick: fc.nat(20),
  act: fc.oneof(
    { weight: 5, arbitrary: fc.constant('execute') },
    { weight: 2, arbitrary: fc.constant('execute_a_part') },
    { weight: 3, arbitrary: fc.constantFrom('send', 'accept', 'accept') },
    { weight: 2, arbitrary: fc.constantFrom('cancelled', 'timed_out', 'failed', 'frozen') },
  ),
  factor: fc.constantFrom('1', '0.9987654321', '1.0003141592'),
  at: far,
})
const step = fc.oneof(
  { weight: 5, arbitrary: place },
  { weight: 11, arbitrary: venueAct },
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.oneof(
        { weight: 7, arbitrary: fc.constantFrom('modify', 'protect') },
        { weight: 7, arbitrary: fc.constantFrom('cancel', 'close', 'look', 'price', 'wait', 'lift', 'leverage') },
        { weight: 1, arbitrary: fc.constantFrom('liquidate', 'kill') },
      ),
      ...{ pick: fc.nat(9), at: far, size },
    }),
  },
)
const venueName = fc.constantFrom<VenueId>('GMX', 'OSTIUM')
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

function commandOf(
  { kind, side, size: amount, at, isReduceOnly, isExit, pick }: Step & { type: 'place' },
  venue: MemoryVenue,
): PlaceOrder {
  const [position] = venue.trader.account.positions.values()
  const of = isReduceOnly && position !== undefined ? opposite(openingSide(position.direction)) : side
  const entries = [...venue.trader.account.orders.values()].filter(({ flags }) => !flags.reduceOnly)
  const parent = isExit === 0 ? entries[pick % (entries.length || 1)] : undefined
  const flags = { ...NO_FLAGS, reduceOnly: isReduceOnly }
  if (parent !== undefined && kind !== 'market' && kind !== 'ioc')
    return stop(parent.side === 'BUY' ? 'SELL' : 'BUY', amount, at, { parentOrderId: parent.id })
  switch (kind) {
    case 'market':
      return market(of, amount, { flags })
    case 'limit':
      return limit(of, amount, at, { flags })
    case 'ioc':
      return limit(of, amount, at, { flags, tif: 'IOC' })
    case 'target':
      return takeProfit(of, amount, at, { flags })
    case 'mark':
      return stop(of, amount, at, { flags: { ...flags, triggerOnMark: true } })
    default:
      return stop(of, amount, at, { flags })
  }
}

/** Done where it can be: a problem changes nothing. */
function attempt<A>(venue: MemoryVenue, decide: Parameters<MemoryVenue['trader']['apply']>[0]): void {
  const outcome = decide(venue.trader.account, venue.trader.script.context()) as Outcome<A>
  if (outcome.kind === 'decided') venue.trader.keep(outcome.changes)
}

const CHARGES = { fees: '-3.123456', funding: '1.5', borrowing: '-0.7', priceImpact: '0.25', execution: '-0.11' }

function actOfVenue(venue: MemoryVenue, { pick, act, factor, at }: Step & { type: 'venue' }): void {
  const open = venue.open()
  const request = open[pick % (open.length || 1)]
  if (request === undefined) return
  if (!venue.send(request)) throw new Error('an open request is wanted')
  if (act === 'send') return
  const target = request.action.kind === 'cancel' || request.action.kind === 'update' ? request.action.requestId : null
  if (act === 'accept') return void venue.accept(request)
  if (target !== null) return answerAbout(venue, request, target, act)
  if (act === 'failed') return void venue.fail(request)
  const isPart = act === 'execute_a_part'
  if (act !== 'execute' && !isPart) return void venue.refuse(request, act, 'reason', '0.05')
  const { action } = request
  if (action.kind !== 'open' && action.kind !== 'close') return
  const held = venue.positions.get(listingKey({ venue: request.venue, symbol: action.symbol }))
  if (action.kind === 'close' && held?.direction !== action.direction)
    return void venue.refuse(request, 'cancelled', 'no position')
  if (action.kind === 'open') expect(held === undefined || held.direction === action.direction).toBe(true)
  const isWhole = action.kind === 'close' && action.quantity === action.ofQuantity
  const most = (venue.termsOf(request).quantity * decimal(factor)) / decimal('1')
  const left = most - (venue.parts.get(request.id) ?? 0n)
  const asked = isWhole && held !== undefined ? held.quantity : left > 0n ? left : 1n
  // One of several trades, or of several transactions: the request goes on.
  const size = isPart && action.kind === 'close' ? asked / 2n : asked
  const isLast = size === asked
  venue.execute(request, { quantity: formatDecimal(size), price: at, charges: CHARGES, isLast })
  if (action.kind === 'open') expectOpened(venue, request, held === undefined)
}

/** An order that opens fills whole, at the leverage of its venue: GMX keeps the collateral of its request. */
function expectOpened(venue: MemoryVenue, { orderId, action, venue: name }: VenueRequest, isNew: boolean): void {
  const { status, quantity: whole, filledQuantity } = venue.trader.order(orderId ?? '')
  expect([status, filledQuantity]).toEqual(['FILLED', whole])
  const position = venue.trader.account.positions.get(listingKey({ venue: name, symbol: action.symbol }))
  if (action.kind !== 'open' || position === undefined || !isNew) return
  const { cost, leverage } = position
  if (name === 'OSTIUM') expect(leverage).toBe(action.leverage)
  else expect(abs(multiply(action.collateral, leverage, 'FLOOR') - cost) * 100_000n).toBeLessThan(cost)
}

function answerAbout(venue: MemoryVenue, request: VenueRequest, target: string, act: string): void {
  if (act === 'failed' || act === 'timed_out') return venue.fail(request, 'too late')
  const about = venue.requests.get(target)
  if (about === undefined || isEnded(about)) return
  if (request.action.kind === 'cancel') return venue.refuse(about, 'cancelled', 'asked for')
  venue.update(request)
}

function take(venue: MemoryVenue, name: VenueId, one: Step): void {
  const { trader } = venue
  const orders = [...trader.account.orders.values()]
  switch (one.type) {
    case 'place':
      return attempt(venue, (account, context) => {
        const command = { ...commandOf(one, venue), venue: name, clientId: `${trader.orders.size}` }
        const parent = venue.trader.orders.get(command.parentOrderId ?? '') ?? null
        return decidePlace(account, command, context, parent)
      })
    case 'venue':
      return actOfVenue(venue, one)
    case 'cancel': {
      const order = orders[one.pick % (orders.length || 1)]
      if (order === undefined) return
      return attempt(venue, (account, context) => decideCancel(account, order.id, null, context))
    }
    case 'modify': {
      const changeable = orders.filter(({ kind }) => kind !== 'MARKET')
      const order = changeable[one.pick % (changeable.length || 1)]
      if (order === undefined) return
      const at = price(decimal(one.at))
      const isResized = one.pick % 3 !== 0
      const fields = {
        ...(one.pick % 3 !== 1 && (order.kind === 'LIMIT' ? { price: at } : { triggerPrice: at })),
        ...(isResized && { quantity: quantity(decimal(one.size)) }),
      }
      const unchanged = { price: null, triggerPrice: null, quantity: null, expiresAt: null, version: null }
      return attempt(venue, (account, context) =>
        decideModify(account, { orderId: order.id, ...unchanged, ...fields }, null, context),
      )
    }
    case 'protect': {
      const [position] = trader.account.positions.values()
      if (position === undefined) return
      const triggerPrice = price(decimal(one.at))
      // With a limit the engine has to watch it, without one the venue can.
      const limitPrice = one.pick % 2 === 0 ? triggerPrice : null
      const leg = { triggerPrice, price: limitPrice, quantity: quantity(decimal(one.size)), triggerBy: 'LAST' as const }
      const name = one.pick % 4 < 2 ? 'stop_loss' : 'take_profit'
      return attempt(venue, (account, context) =>
        decideProtect(account, { positionId: position.id, [name]: leg }, context),
      )
    }
    case 'close':
      return attempt(venue, (account, context) => decideClose(account, close({ quantity: null, venue: name }), context))
    case 'price':
      trader.script.setPrice('BTC-USD', one.at)
      return
    case 'wait':
      return trader.script.passTime(11_000)
    case 'look':
      return void trader.fillResting()
    case 'liquidate':
      return venue.positions.size === 0 ? undefined : venue.act('liquidation', 'BTC-USD', one.at, CHARGES)
    case 'kill':
      return attempt(venue, (account, context) => decideKillSwitch(account, one.pick % 2 === 0, context))
    case 'lift':
      return attempt(venue, decideLiftKillSwitch)
    case 'leverage': {
      const leverage = rate(decimal(['2', '7', '20'][one.pick % 3] ?? '1'))
      return attempt(venue, (account, context) =>
        decideLeverage(account, { symbol: 'BTC-USD', venue: name, leverage }, context),
      )
    }
    default:
      throw new Error('no such step')
  }
}

/** Whether the venue holds a position that the request closes: another order may have closed it, and turned it. */
function closes(venue: MemoryVenue, { venue: name, action }: VenueRequest): boolean {
  if (action.kind !== 'close') return false
  return venue.positions.get(listingKey({ venue: name, symbol: action.symbol }))?.direction === action.direction
}

/** The venue answers all that is open: what was executed in part to the end, the rest with no. */
function answerAll(venue: MemoryVenue): void {
  for (const request of venue.open()) {
    if (!venue.open().some(({ id }) => id === request.id)) continue
    const { action } = request
    if (action.kind === 'cancel' || action.kind === 'update') venue.fail(request, 'too late')
    else if (venue.parts.has(request.id) && closes(venue, request)) venue.execute(request, { charges: CHARGES })
    else venue.refuse(request, 'cancelled')
  }
}

function expectSound(venue: MemoryVenue): void {
  const { trader } = venue
  const { account } = trader
  expect(formatDecimal(account.balance)).toBe(formatDecimal(venue.wealth))
  expect(account.balance).toBe(trader.transfers.reduce((sum, transfer) => sum + signedAmount(transfer), 0n))
  // Whatever was valued before, and is kept.
  const positions = new Map([...account.positions].map(([key, position]) => [key, { ...position }]))
  const orders = new Map([...account.orders].map(([key, order]) => [key, { ...order }]))
  expect(trader.figures()).toEqual(computeFigures({ ...account, positions, orders }, trader.script.context()))
  const held = [...venue.positions.values()].map((position) => `${position.direction} ${position.quantity}`)
  expect([...account.positions.values()].map((position) => `${position.direction} ${position.quantity}`)).toEqual(held)
  expect(account.holds.filter(({ kind }) => kind === 'venue_mismatch')).toEqual([])
  const named = [...trader.orders.values()].flatMap(({ clientId }) => clientId ?? [])
  expect(new Set(named).size).toBe(named.length)
  const working = new Set(
    [...account.orders.values()].flatMap(({ live }) => (live === undefined ? [] : [live.request.id])),
  )
  for (const request of venue.open()) {
    const { action } = request
    const of = action.kind === 'cancel' || action.kind === 'update' ? action.requestId : request.id
    // The venue held more than the books when all of it was to be closed: the order is done before its last trade is.
    expect(working.has(of) || venue.parts.has(of)).toBe(true)
  }
  for (const order of account.orders.values()) {
    if (isHeldByEngine(order)) continue
    const stored = venue.requests.get(order.live!.request.id)
    expect(stored).toEqual(order.live!.request)
    const position = account.positions.get(listingKey(order))
    if (isKeptWithTrade(order)) expect(position?.direction).toBe(directionOf(opposite(order.side)))
    if (order.live!.request.action.kind === 'open')
      expect(position === undefined || openingSide(position.direction) === order.side).toBe(true)
  }
}

test('whatever the venue does, the books are the chain’s', () => {
  const seen = { executions: 0, cancels: 0, liquidations: 0 }
  fc.assert(
    fc.property(venueName, fc.array(step, { minLength: 20, maxLength: 60, size: 'max' }), (name, life) => {
      const venue = aMemoryVenue()
      venue.trader.script.setPrice('BTC-USD', '20000')
      for (const one of life) {
        take(venue, name, one)
        expectSound(venue)
      }
      answerAll(venue)
      answerAll(venue)
      expectSound(venue)
      expect(venue.open()).toEqual([])
      seen.executions += venue.trader.fills.length
      for (const { status, reason } of venue.trader.orders.values()) {
        if (status === 'CANCELLED') seen.cancels += 1
        if (reason === 'liquidation') seen.liquidations += 1
      }
    }),
    { numRuns: runs(400) },
  )
  expect(seen.executions).toBeGreaterThan(0)
  expect(seen.cancels).toBeGreaterThan(0)
})

const near = fc.constantFrom('18500', '19200')
const answer = fc.constantFrom('execute', 'execute', 'execute', 'failed')
const factor = fc.constantFrom('1', '1.0003141592')
/** A change of the resting order, maybe its cancellation, and the venue's answers to what was asked last. */
const round = fc
  .record({ ...{ pick: fc.nat(2), at: near, size, factor, isCancelled: fc.nat(4) }, answers: fc.tuple(answer, answer) })
  .map(({ pick, at, size: amount, factor: by, isCancelled, answers: [first, second] }): readonly Step[] => [
    { type: 'modify', pick, at, size: amount },
    ...(isCancelled === 0 ? [{ type: 'cancel', pick: 0, at, size: amount } as const] : []),
    { type: 'venue', pick: 1, act: first, factor: by, at },
    ...(isCancelled === 0 ? [{ type: 'venue', pick: 1, act: second, factor: by, at } as const] : []),
  ])
const resting = fc.record({
  leverage: fc.nat(2),
  rounds: fc.array(round, { minLength: 1, maxLength: 4 }),
  at: near,
  factor,
})

function lifeOf({
  leverage,
  rounds,
  at,
  factor: by,
}: typeof resting extends fc.Arbitrary<infer T> ? T : never): Step[] {
  return [
    { type: 'leverage', pick: leverage, at, size: '1' },
    { type: 'place', kind: 'limit', side: 'BUY', size: '1', at: '18500', isReduceOnly: false, pick: 0, isExit: 1 },
    { type: 'venue', pick: 0, act: 'accept', factor: by, at },
    ...rounds.flat(),
    { type: 'venue', pick: 0, act: 'execute', factor: by, at },
  ]
}

test('whatever a waiting order is changed to, it fills as its venue then has it', () => {
  let resized = 0
  fc.assert(
    fc.property(venueName, resting, (name, life) => {
      const venue = aMemoryVenue()
      venue.trader.script.setPrice('BTC-USD', '20000')
      for (const one of lifeOf(life)) {
        take(venue, name, one)
        expectSound(venue)
      }
      for (const request of venue.requests.values()) {
        const isResized = request.action.kind === 'open' && venue.termsOf(request).quantity !== request.action.quantity
        if (isResized && request.state === 'EXECUTED') resized += 1
      }
    }),
    { numRuns: runs(400) },
  )
  expect(resized).toBeGreaterThan(0)
})

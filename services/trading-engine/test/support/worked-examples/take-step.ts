/** The steps of the worked examples: short sentences, each of which somebody trades or the market moves by. */
import { decideProtect, type Protection } from '../../../src/core/decide/decide-protect.js'
import { NO_PAYOUTS } from '../../../src/core/model/account/payout-history.js'
import {
  decidePayoutApproval,
  decidePayoutProposal,
  decidePayoutRequest,
} from '../../../src/core/decide/decide-payout.js'
import { decimal, price, rate, usd } from '../../../src/core/values/decimal.js'
import { ACCOUNT_STATES } from '../../../src/core/model/account/account.js'
import type { Placement } from '../../../src/core/decide/decide-place.js'
import { VENUE_IDS, type VenueId } from '../../../src/core/model/market/instrument.js'
import type { OrderFlags, Side } from '../../../src/core/model/order/order.js'
import { listingKey } from '../../../src/core/model/market/listing.js'
import { openingSide } from '../../../src/core/model/account/position.js'
import type { BracketLeg } from '../../../src/core/decide/prepare-bracket.js'
import type { PlaceOrder } from '../../../src/core/decide/prepare-order.js'
import { formatTimestamp } from '../../../src/core/values/time.js'
import { loadCatalogue } from '../../../src/market/catalogue.js'
import { limit, market, NO_FLAGS, POST_ONLY, REDUCE_ONLY, stop } from '../commands.js'
import { aPlan } from '../plans/plans.js'
import { scriptContext, timeOf, type Level } from '../market/scripted-world.js'
import { aTrader, type Trader } from '../trader.js'
import { aMemoryVenue, type MemoryVenue } from '../venues/memory-venue.js'
import { oneOf, planFields, type ExampleFields } from './plan-fields.js'

/** The account of one table, on the instruments that the service trades. */
export interface Example {
  trader: Trader
  /** The contracts that fill the orders of a LIVE account; null: of a PAPER one. */
  contracts: MemoryVenue | null
  /** The symbol of the steps until one of them names another. */
  symbol: string
  venue: VenueId
  /** The order that exits belong to: the last that was no exit. */
  entryId: string | null
  /** The order of the row, exits aside; of several, the last one, and only that may have been refused. */
  attempt: Attempt | null
  /** How many of each of the trader's rows earlier rows of the table have shown. */
  shown: Readonly<Record<'fills' | 'transfers' | 'events' | 'adjustments', number>>
}

/** An order that somebody tried to place. */
export interface Attempt {
  readonly placement: Placement
  /** Whether it could only bring a position closer to flat. */
  readonly isReducing: boolean
}

export const CATALOGUE = loadCatalogue()
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

function openTrader({ execution, ...fields }: ExampleFields = {}): Pick<Example, 'trader' | 'contracts'> {
  const script = scriptContext(CATALOGUE)
  if (execution !== 'LIVE')
    return { trader: aTrader({ plan: aPlan({ marginMode: 'CROSS', ...fields }), script }), contracts: null }
  const contracts = aMemoryVenue({ plan: fields, script })
  return { trader: contracts.trader, contracts }
}

export const beginExample = (): Example => ({
  ...openTrader(),
  symbol: '',
  venue: 'GMX',
  entryId: null,
  attempt: null,
  shown: { fills: 0, transfers: 1, events: 0, adjustments: 0 },
})

/** Steps are a minute apart, several of them separated by semicolons. Throws when one is not understood. */
export function takeSteps(example: Example, text: string): void {
  example.attempt = null
  for (const sentence of text.split('; ')) {
    example.trader.script.passTime(MINUTE_MS)
    takeStep(example, sentence.replaceAll('−', '-'))
  }
}

function takeStep(example: Example, sentence: string): void {
  for (const [form, take] of STEPS) {
    const match = form.exec(sentence)
    if (match === null) continue
    const said: Said = match.groups ?? {}
    if (said.symbol !== undefined) example.symbol = said.symbol
    if (said.venue !== undefined) example.venue = oneOf(VENUE_IDS, said.venue)
    take(example, said)
    return
  }
  throw new Error(`not a step: ${sentence}`)
}

const NUMBER = '-?\\d+(?:\\.\\d+)?'
const GAPS = {
  ...{ side: 'buy|sell', kind: 'limit|stop', book: 'bids|asks', flag: 'post-only|reduce-only' },
  ...{ symbol: '[A-Z]+-[A-Z]+', currency: '[A-Z]+', venue: '[A-Z]+', state: '[A-Z_]+', plan: '.+' },
  ...{ hour: '\\d\\d:00', time: '\\d\\d:\\d\\d', trading: 'opens|closes', feed: 'stale|fresh' },
  ...{ size: NUMBER, price: NUMBER, mark: NUMBER, rate: NUMBER },
  ...{ nextSize: NUMBER, nextPrice: NUMBER, bracket: '(?: with .+)?' },
}
type Gap = keyof typeof GAPS

/** Values of the gaps of a sentence; undefined for an optional one that was left out. */
type Said = Readonly<Partial<Record<Gap, string>>>
type Take = (example: Example, said: Said) => void

/** `{…}` is a gap; what may be left out is in brackets. */
const STEPS: readonly (readonly [RegExp, Take])[] = [
  [form('account opened( with {plan})?'), openAccount],
  [form('({flag} )?{side} {size}( {symbol})?( on {venue})?( at {price})?{bracket}'), trade],
  [form('({flag} )?{kind} {side} {size}( {symbol})?( on {venue})? at {price}{bracket}'), rest],
  [form('exit: {kind} {side} {size} at {price}'), placeExit],
  [form('protect: stop {price}'), protect],
  [form('price( of {symbol})? {price}'), movePrice],
  [form('mark {price}'), moveMark],
  [form('mark {mark}, {book} {size}( {symbol})? at {price}( and {nextSize} at {nextPrice})?'), showBook],
  [form('{hour}: {symbol} at {price}, rate {rate}'), passFundingTime],
  [form('reset'), passReset],
  [form('time {time}'), goToTime],
  [form('news of {currency} at {time}'), scheduleNews],
  [form('{symbol} {trading}'), setHours],
  [form('{symbol} is {feed}'), setFeed],
  [form('account {state}'), setState],
  [form('the venue executes'), executeAll],
  [form('payout {size}'), payOut],
]

/** Asked for by the trader, split by one operator, approved by another. */
function payOut({ trader }: Example, said: Said): void {
  const asked = { amount: usd(decimal(part(said, 'size'))), clientId: 'payout' }
  const requested = trader.apply((account, context) => decidePayoutRequest(account, asked, NO_PAYOUTS, context))
  const split = { sharePct: rate(decimal('80')), operator: { name: 'olga', tokens: ['1'] } }
  const proposed = trader.apply((account, context) =>
    decidePayoutProposal(account, requested, split, NO_PAYOUTS, context),
  )
  trader.apply((account, context) =>
    decidePayoutApproval(
      account,
      proposed,
      { operator: { name: 'otto', tokens: ['2'] }, version: null },
      NO_PAYOUTS,
      context,
    ),
  )
}

function form(words: string): RegExp {
  const gap = (_: string, name: Gap): string => `(?<${name}>${GAPS[name]})`
  return new RegExp(`^${words.replace(/\{(\w+)\}/g, gap)}$`)
}

function part(said: Said, name: Gap): string {
  const text = said[name]
  if (text === undefined) throw new Error(`no ${name}`)
  return text
}

function openAccount(example: Example, { plan }: Said): void {
  Object.assign(example, openTrader(plan === undefined ? {} : planFields(plan)))
  example.shown = { fills: 0, transfers: 0, events: 0, adjustments: 0 }
}

/** Each order that the venue was asked for is filled as it was asked for. */
function executeAll({ contracts }: Example): void {
  if (contracts === null) throw new Error('no venue fills the orders of a PAPER account')
  for (const request of contracts.open()) {
    contracts.accept(request)
    contracts.execute(request)
  }
}

const sideOf = (said: Said): Side => (part(said, 'side') === 'buy' ? 'BUY' : 'SELL')
const FLAGS: Readonly<Record<string, OrderFlags>> = { 'post-only': POST_ONLY, 'reduce-only': REDUCE_ONLY }
const whereOf = ({ symbol, venue }: Example): Pick<PlaceOrder, 'symbol' | 'venue'> => ({ symbol, venue })
const termsOf = (example: Example, { flag = '', bracket = '' }: Said): Partial<PlaceOrder> => ({
  ...whereOf(example),
  flags: FLAGS[flag] ?? NO_FLAGS,
  ...bracketOf(bracket),
})

/** `with stop 2% and target 500`: as far from the average fill of the order. */
export function bracketOf(said: string): Pick<PlaceOrder, 'bracket'> {
  const legs = [...said.matchAll(/(stop|target) ([\d.]+)(%?)/g)].map(([, name = '', amount = '', unit]) => {
    const terms = unit === '%' ? { offsetPct: rate(decimal(amount)) } : { offset: price(decimal(amount)) }
    const leg: BracketLeg = { triggerPrice: null, price: null, triggerBy: 'LAST', terms }
    return [name === 'stop' ? 'stop_loss' : 'take_profit', leg] as const
  })
  return legs.length === 0 ? {} : { bracket: Object.fromEntries(legs) }
}

/** At market: at the price it names, or at what the book shows. */
function trade(example: Example, said: Said): void {
  if (said.price !== undefined) movePrice(example, said)
  attempt(example, market(sideOf(said), part(said, 'size'), termsOf(example, said)))
}

function rest(example: Example, said: Said): void {
  const place = part(said, 'kind') === 'stop' ? stop : limit
  attempt(example, place(sideOf(said), part(said, 'size'), part(said, 'price'), termsOf(example, said)))
}

/** Throws when it is not the first of its row and the one before was refused: nobody would see that. */
function attempt(example: Example, order: PlaceOrder): void {
  const { trader } = example
  if (isRefused(example.attempt)) throw new Error('an order before it in the row was refused')
  const position = trader.account.positions.get(listingKey(example))
  const isAgainst = position !== undefined && openingSide(position.direction) !== order.side
  const isReducing = order.flags.reduceOnly || (isAgainst && order.quantity <= position.quantity)
  const placement = trader.place(order)
  example.attempt = { placement, isReducing }
  example.entryId = placement.order?.id ?? null
}

export const isRefused = (made: Attempt | null): boolean => made !== null && made.placement.order === null

function placeExit(example: Example, said: Said): void {
  const place = part(said, 'kind') === 'stop' ? stop : limit
  const fields = { ...whereOf(example), parentOrderId: example.entryId }
  example.trader.placed(place(sideOf(said), part(said, 'size'), part(said, 'price'), fields))
}

function protect({ trader, symbol, venue }: Example, said: Said): void {
  const triggerPrice = price(decimal(part(said, 'price')))
  const stop_loss: Protection = { triggerPrice, price: null, quantity: null, triggerBy: 'LAST' }
  const positionId = trader.position(symbol, venue).id
  trader.apply((account, context) => decideProtect(account, { positionId, stop_loss }, context))
}

/** The whole market moves there, and does what it then does to orders and positions. */
function movePrice({ trader, symbol }: Example, said: Said): void {
  trader.script.setPrice(symbol, part(said, 'price'))
  trader.fillResting()
}

/** The mark alone, and nobody looks: neither orders nor positions have met it yet. */
function moveMark({ trader, symbol }: Example, said: Said): void {
  trader.script.setMark(symbol, part(said, 'price'))
}

/** One side of the book as told; the other as deep as anybody could wish, at the mark. */
function showBook({ trader, symbol }: Example, said: Said): void {
  const told: Level[] = [[part(said, 'price'), part(said, 'size')]]
  if (said.nextSize !== undefined) told.push([part(said, 'nextPrice'), said.nextSize])
  const mark = part(said, 'mark')
  const other: Level[] = [[mark, '1000000']]
  const sides = part(said, 'book') === 'bids' ? { bids: told, asks: other } : { bids: other, asks: told }
  trader.script.setBook(symbol, { ...sides, mark })
  trader.fillResting()
}

/** On to the next time the clock shows that hour, which is one of funding. At others the rate is 0. */
function passFundingTime(example: Example, said: Said): void {
  const { script } = example.trader
  script.passTime(untilTime(example, part(said, 'hour')))
  script.setFundingRate(example.symbol, part(said, 'rate'))
  movePrice(example, said)
  script.setFundingRate(example.symbol, '0')
}

/** Milliseconds until the clock shows that time next, in UTC. */
function untilTime({ trader: { script } }: Example, time: string): number {
  const today = (timeOf(`${formatTimestamp(script.now).slice(0, 10)}T${time}:00Z`) - script.now) / 1000
  return today > 0 ? today : today + DAY_MS
}

/** To the end of the trading day, where somebody looks. */
function passReset({ trader }: Example): void {
  trader.script.passTime((trader.account.day.endsAt - trader.script.now) / 1000)
  trader.fillResting()
}

function goToTime(example: Example, said: Said): void {
  example.trader.script.passTime(untilTime(example, part(said, 'time')))
}

function scheduleNews(example: Example, said: Said): void {
  const { script } = example.trader
  const at = script.now + untilTime(example, part(said, 'time')) * 1000
  script.addNews({ at, impact: 'HIGH', currencies: [part(said, 'currency')] })
}

function setHours({ trader, symbol }: Example, said: Said): void {
  trader.script.setOpen(symbol, part(said, 'trading') === 'opens')
  trader.fillResting()
}

function setFeed({ trader, symbol }: Example, said: Said): void {
  trader.script.setStale(symbol, part(said, 'feed') === 'stale')
  trader.fillResting()
}

/** As its operator would. */
function setState({ trader }: Example, said: Said): void {
  trader.account = { ...trader.account, state: oneOf(ACCOUNT_STATES, part(said, 'state')) }
}

/** The steps of the worked examples: short sentences, each of which somebody trades or the market moves by. */
import { decideProtect, type Protection } from '../../../src/core/decide-protect.js'
import { decimal, price } from '../../../src/core/decimal.js'
import { VENUE_IDS, type VenueId } from '../../../src/core/instrument.js'
import type { Side } from '../../../src/core/order.js'
import type { PlaceOrder } from '../../../src/core/prepare-order.js'
import { loadCatalogue } from '../../../src/market/catalogue.js'
import { limit, market, stop } from '../commands.js'
import { aPlan } from '../plans.js'
import { scriptWorld, type Level } from '../scripted-world.js'
import { aTrader, type Trader } from '../trader.js'

/** The account of one table, on the instruments that the service trades. */
export interface Example {
  trader: Trader
  /** What the steps are about until one of them names another. */
  symbol: string
  venue: VenueId
  /** The order that exits belong to: the last that was no exit. */
  entryId: string | null
  /** How many of the trader's fills and transfers earlier rows have shown. */
  shown: { readonly fills: number; readonly transfers: number }
}

export const CATALOGUE = loadCatalogue()
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

const openTrader = (leverageMax = '20'): Trader =>
  aTrader({ plan: aPlan({ leverageMax }), script: scriptWorld(CATALOGUE) })

export const beginExample = (): Example => ({
  trader: openTrader(),
  symbol: '',
  venue: 'GMX',
  entryId: null,
  shown: { fills: 0, transfers: 1 },
})

/** Steps are a minute apart, several of them separated by semicolons. Throws when one is not understood. */
export function takeSteps(example: Example, text: string): void {
  for (const sentence of text.split('; ')) {
    example.trader.script.passTime(MINUTE_MS)
    takeStep(example, sentence.replaceAll('−', '-'))
  }
}

function takeStep(example: Example, sentence: string): void {
  for (const [form, take] of STEPS) {
    const said: Said | undefined = form.exec(sentence)?.groups
    if (said === undefined) continue
    if (said.symbol !== undefined) example.symbol = said.symbol
    if (said.venue !== undefined) example.venue = venueOf(said.venue)
    take(example, said)
    return
  }
  throw new Error(`not a step: ${sentence}`)
}

function venueOf(text: string): VenueId {
  const venue = VENUE_IDS.find((id) => id === text)
  if (venue === undefined) throw new Error(`not a venue: ${text}`)
  return venue
}

const NUMBER = '-?\\d+(?:\\.\\d+)?'
const GAPS = {
  ...{ side: 'buy|sell', kind: 'limit|stop', book: 'bids|asks' },
  ...{ symbol: '[A-Z]+-[A-Z]+', venue: '[A-Z]+', time: '\\d\\d:00' },
  ...{ size: NUMBER, price: NUMBER, mark: NUMBER, rate: NUMBER, leverage: NUMBER },
  ...{ nextSize: NUMBER, nextPrice: NUMBER },
}
type Gap = keyof typeof GAPS

/** What a sentence has in its gaps; one that may be left out is undefined. */
type Said = Readonly<Partial<Record<Gap, string>>>
type Take = (example: Example, said: Said) => void

/** `{…}` is a gap; what may be left out is in brackets. */
const STEPS: readonly (readonly [RegExp, Take])[] = [
  [form('account opened( with leverage {leverage})?'), openAccount],
  [form('{side} {size}( {symbol})?( on {venue})?( at {price})?'), trade],
  [form('limit {side} {size}( {symbol})?( on {venue})? at {price}'), rest],
  [form('exit: {kind} {side} {size} at {price}'), placeExit],
  [form('protect: stop {price}'), protect],
  [form('price( of {symbol})? {price}'), movePrice],
  [form('mark {price}'), moveMark],
  [form('mark {mark}, {book} {size}( {symbol})? at {price}( and {nextSize} at {nextPrice})?'), showBook],
  [form('{time}: {symbol} at {price}, rate {rate}'), passFundingTime],
]

function form(words: string): RegExp {
  const gap = (_: string, name: Gap): string => `(?<${name}>${GAPS[name]})`
  return new RegExp(`^${words.replace(/\{(\w+)\}/g, gap)}$`)
}

function part(said: Said, name: Gap): string {
  const text = said[name]
  if (text === undefined) throw new Error(`no ${name}`)
  return text
}

function openAccount(example: Example, { leverage }: Said): void {
  example.trader = openTrader(leverage)
  example.shown = { fills: 0, transfers: 0 }
}

const sideOf = (said: Said): Side => (part(said, 'side') === 'buy' ? 'BUY' : 'SELL')
const whereOf = ({ symbol, venue }: Example): Pick<PlaceOrder, 'symbol' | 'venue'> => ({ symbol, venue })

/** At market: at the price it names, or at what the book shows. */
function trade(example: Example, said: Said): void {
  if (said.price !== undefined) movePrice(example, said)
  example.entryId = example.trader.placed(market(sideOf(said), part(said, 'size'), whereOf(example))).id
}

function rest(example: Example, said: Said): void {
  const order = limit(sideOf(said), part(said, 'size'), part(said, 'price'), whereOf(example))
  example.entryId = example.trader.placed(order).id
}

function placeExit(example: Example, said: Said): void {
  const place = part(said, 'kind') === 'stop' ? stop : limit
  const fields = { ...whereOf(example), parentOrderId: example.entryId }
  example.trader.placed(place(sideOf(said), part(said, 'size'), part(said, 'price'), fields))
}

function protect({ trader, symbol, venue }: Example, said: Said): void {
  const triggerPrice = price(decimal(part(said, 'price')))
  const stop_loss: Protection = { triggerPrice, price: null, quantity: null, triggerBy: 'LAST' }
  const positionId = trader.position(symbol, venue).id
  trader.apply((account, world) => decideProtect(account, { positionId, stop_loss }, world))
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

/** On to the next time the clock shows that hour, which is one of funding. */
function passFundingTime(example: Example, said: Said): void {
  const { script } = example.trader
  const day = Math.floor(script.now / 1000 / DAY_MS) * DAY_MS
  const hour = Number.parseInt(part(said, 'time'), 10) * 60 * MINUTE_MS
  const today = day + hour - script.now / 1000
  script.passTime(today > 0 ? today : today + DAY_MS)
  script.setFundingRate(example.symbol, part(said, 'rate'))
  movePrice(example, said)
}

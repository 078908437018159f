/** A trader of twenty positions and twenty working orders, on a plan of which every rule has something to look at. */
import type { Account } from '@ats/trading-engine/dist/core/model/account/account.js'
import { price, quantity, rate, usd, type Price } from '@ats/trading-engine/dist/core/values/decimal.js'
import { ASSET_CLASSES, type Instrument } from '@ats/trading-engine/dist/core/model/market/instrument.js'
import type { OrderBook, Quote } from '@ats/trading-engine/dist/core/model/market/market-view.js'
import type { NewsEvent } from '@ats/trading-engine/dist/core/model/plan/news-event.js'
import { NO_VENUE_COSTS } from '@ats/trading-engine/dist/core/model/market/venue-costs.js'
import type { Plan } from '@ats/trading-engine/dist/core/model/plan/plan.js'
import type { Bracket } from '@ats/trading-engine/dist/core/decide/prepare-bracket.js'
import type { PlaceOrder } from '@ats/trading-engine/dist/core/decide/prepare-order.js'
import { decidePlace } from '@ats/trading-engine/dist/core/decide/decide-place.js'
import { openAccount } from '@ats/trading-engine/dist/core/decide/open-account.js'
import type { DecisionContext } from '@ats/trading-engine/dist/core/model/decision-context.js'
import type { Catalogue } from '@ats/trading-engine/dist/market/catalogue.js'

const ONE = 10n ** 18n
const dollars = (amount: bigint) => usd(amount * ONE)
const percent = (amount: bigint) => rate(amount * ONE)
const HELD = 20
const NOW = Date.UTC(2026, 0, 16, 7) * 1000
const HOUR = 3_600_000_000
/** Dollars of each position and each order. */
const SIZE = 2_000n
const LEVELS = 24
const GRACE_SECONDS = 300

/** Every rule of it is loose. */
const PLAN_WITHOUT_ORDER_RULES: Plan = {
  id: 'loose',
  version: 1,
  name: 'Loose',
  currency: 'USD',
  initialBalance: dollars(1_000_000n),
  allowedVenues: ['GMX', 'OSTIUM'],
  risk: {
    words: 'PRESENT',
    tradingDay: { resetTime: '17:00', resetTimeZone: 'America/New_York' },
    maxDrawdown: {
      mode: 'TRAILING_INTRADAY',
      pct: percent(10n),
      amount: null,
      peakOf: 'EQUITY',
      evaluation: 'INTRADAY',
      includesOpenPnl: true,
      lockOffset: dollars(0n),
      locksAtTarget: false,
      onFirstPayout: 'KEEP',
    },
    dailyLoss: {
      pct: percent(5n),
      amount: null,
      reference: 'HIGHER_OF',
      amountBase: 'INITIAL',
      includesOpenPnl: true,
      evaluation: 'INTRADAY',
      warnAtPct: percent(80n),
      action: 'TERMINATE',
    },
    bothCrossed: 'STRICTEST',
    newsFreeze: { beforeMinutes: 5, afterMinutes: 10, impacts: ['HIGH'], scope: 'OPENING' },
    exposure: {
      symbolNotionalMax: dollars(10_000_000n),
      totalNotionalMax: dollars(20_000_000n),
      leverageMax: rate(20n * ONE),
      openOrdersMax: 1_000,
      positionsMax: 1_000,
      marginMode: 'CROSS',
    },
    objective: {
      words: 'STORED',
      profitTarget: { pct: percent(10n), amount: null },
      targetBasis: 'BALANCE',
      requiresFlat: true,
      tradingDays: { min: 5, counts: 'OPENED', threshold: null },
      daysMax: null,
      consistency: null,
    },
    inactivity: null,
  },
  costs: NO_VENUE_COSTS,
}

/** Every rule about orders, as loose; an order has to bring its stop where `graceSeconds` is 0. */
const withOrderRules = (graceSeconds: number): Plan => ({
  ...PLAN_WITHOUT_ORDER_RULES,
  risk: {
    ...PLAN_WITHOUT_ORDER_RULES.risk,
    newsFreeze: {
      ...{ beforeMinutes: 5, afterMinutes: 10, impacts: ['HIGH'], scope: 'OPENING' },
      adjusts: { treatment: 'FACTOR', countsPct: percent(40n), exemptMinutes: 300 },
    },
    orderRules: {
      byClass: Object.fromEntries(
        ASSET_CLASSES.map((name) => [
          name,
          { notionalMax: dollars(20_000_000n), marginPctMax: percent(100n), positionsMax: 1_000 },
        ]),
      ),
      stopRequired: { graceSeconds, riskPctMax: percent(50n), action: 'CLOSE' },
      maxLossPerIdea: { pct: percent(50n), action: 'TERMINATE' },
      hedging: 'REFUSE_USER',
      flatBy: [
        {
          ...{ time: '16:45', timeZone: 'America/New_York', days: ['MON', 'TUE', 'WED', 'THU', 'FRI'] },
          ...{ classes: null, leadMinutes: 10, severity: 'CLOSE' },
        },
      ],
      holdingTime: { secondsMin: 60, per: 'TRADE' },
      strikes: [{ rule: 'stop_required', max: 5, windowDays: 30, action: 'LOCK' }],
    },
  },
})

/** A week of a full calendar, none of it now. */
const news: readonly NewsEvent[] = Array.from({ length: 50 }, (_event, index) => ({
  id: `event-${index}`,
  title: 'Interest rate decision',
  at: NOW + (index + 1) * HOUR,
  impact: 'HIGH',
  currencies: ['USD'],
  symbols: [],
}))

export interface Holder {
  readonly account: Account
  readonly context: DecisionContext
  /** A market order and one that rests, buys and sells, of the instrument with that index. */
  readonly order: (index: number) => PlaceOrder
}

export interface HolderTerms {
  /** The twenty orders that work: none, an entry beside each position, or a stop of each. */
  readonly working: 'NONE' | 'ENTRIES' | 'STOPS'
  /** Whether the plan has all rules about orders: it requires stops where positions have them, and orders bring one. */
  readonly hasOrderRules: boolean
}

/** An account with twenty positions, and as many working orders or none. */
export function createHolder(catalogue: Catalogue, { working, hasOrderRules }: HolderTerms): Holder {
  const held = catalogue.all.filter(({ primaryVenue }) => primaryVenue === 'GMX').slice(0, HELD)
  if (held.length < HELD) throw new Error(`the catalogue lists only ${held.length} instruments on GMX`)
  const quotes = new Map(held.map((instrument) => [instrument.symbol, quoteOf(instrument)]))
  const books = new Map(held.map((instrument) => [instrument.symbol, bookOf(instrument)]))
  let ids = 0
  const context: DecisionContext = {
    now: NOW,
    origin: { by: 'API', keyId: null },
    instruments: catalogue,
    isMarketOpen: () => true,
    news,
    isFundingCharged: true,
    ...(hasOrderRules && { heldElsewhere: held.map(({ symbol }) => ({ symbol, direction: 'LONG' as const })) }),
    newId: () => `id-${(ids += 1)}`,
    earlier: () => context,
    market: {
      at: NOW,
      quote: ({ symbol }) => quotes.get(symbol),
      book: ({ symbol }) => books.get(symbol),
      funding: () => undefined,
      carry: () => undefined,
    },
  }
  const instrumentAt = (index: number): Instrument => held[index % HELD] ?? fail()
  const withStop = (order: PlaceOrder): PlaceOrder =>
    working === 'STOPS' && order.side === 'BUY' ? { ...order, bracket: STOP } : order
  const order = (index: number): PlaceOrder => withStop(orderOf(instrumentAt(index), index))
  const plan = hasOrderRules ? withOrderRules(working === 'STOPS' ? 0 : GRACE_SECONDS) : PLAN_WITHOUT_ORDER_RULES
  const opening = { userId: 'bench', plan, challengeId: null, name: null, defaultVenue: null }
  let { account } = openAccount(opening, context)
  for (let index = 0; index < HELD; index += 1) {
    account = placed(account, withStop(marketOrder(instrumentAt(index), 'BUY')), context)
    if (working === 'ENTRIES') account = placed(account, restingOrder(instrumentAt(index), 'BUY'), context)
  }
  return { account, context, order }
}

function placed(account: Account, command: PlaceOrder, context: DecisionContext): Account {
  const outcome = decidePlace(account, command, context)
  if (outcome.kind === 'problem' || outcome.answer.order === null || outcome.changes === null)
    throw new Error(`${command.symbol} was not placed`)
  return outcome.changes.account
}

function fail(): never {
  throw new Error('no instrument')
}

const orderOf = (instrument: Instrument, index: number): PlaceOrder => {
  const side = index % 4 < 3 ? 'BUY' : 'SELL'
  return index % 2 === 0 ? marketOrder(instrument, side) : restingOrder(instrument, side)
}

const sizeOf = ({ typicalPrice, lotSize }: Instrument) =>
  quantity(((SIZE * ONE * ONE) / typicalPrice / lotSize + 1n) * lotSize)

const marketOrder = (instrument: Instrument, side: 'BUY' | 'SELL'): PlaceOrder => ({
  symbol: instrument.symbol,
  side,
  kind: 'MARKET',
  quantity: sizeOf(instrument),
  price: null,
  triggerPrice: null,
  tif: 'IOC',
  flags: { postOnly: false, reduceOnly: false, triggerOnIndex: false, triggerOnMark: false },
  expiresAt: null,
  clientId: null,
  venue: null,
  positionId: null,
  parentOrderId: null,
})

/** A fifth under what the entry fills at. */
const STOP: Bracket = {
  stop_loss: { triggerPrice: null, price: null, triggerBy: 'LAST', terms: { offsetPct: percent(20n) } },
}

/** A tenth away from the market. */
const restingOrder = (instrument: Instrument, side: 'BUY' | 'SELL'): PlaceOrder => ({
  ...marketOrder(instrument, side),
  kind: 'LIMIT',
  tif: 'GTC',
  price: onGrid(instrument, (instrument.typicalPrice * (side === 'BUY' ? 9n : 11n)) / 10n),
})

const onGrid = ({ tickSize }: Instrument, at: bigint): Price => price((at / tickSize) * tickSize)

function quoteOf(instrument: Instrument): Quote {
  const at = onGrid(instrument, instrument.typicalPrice)
  const { symbol, tickSize } = instrument
  return {
    symbol,
    venue: 'GMX',
    tick: 1,
    last: at,
    mark: at,
    index: at,
    bid: price(at - tickSize),
    ask: price(at + tickSize),
    at: NOW,
    staleReason: null,
  }
}

function bookOf(instrument: Instrument): OrderBook {
  const { mark } = quoteOf(instrument)
  const side = (direction: bigint) =>
    Array.from({ length: LEVELS }, (_level, index) => ({
      price: price(mark + direction * BigInt(index + 1) * instrument.tickSize),
      quantity: sizeOf(instrument),
    }))
  return { symbol: instrument.symbol, venue: 'GMX', tick: 1, sequence: 1, at: NOW, bids: side(-1n), asks: side(1n) }
}

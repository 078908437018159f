/** The schemas against what is really written: bodies of an account that has traded, in both notations of decimals. */
import { jsonSchemaOf } from '@ats/service-kit/http'
import type Joi from 'joi'
import { close, limit, market } from '../../../../test/support/commands.js'
import { BTC, EUR } from '../../../../test/support/market/instruments.js'
import { compileJsonSchema } from '../../../../test/support/engine/json-schema.js'
import { aPlan, objectiveOf } from '../../../../test/support/plans/plans.js'
import { aTrader } from '../../../../test/support/trader.js'
import type { Instrument } from '../../../core/model/market/instrument.js'
import type { Breach } from '../../../core/model/plan/breach.js'
import { computeExposure, computePerformance } from '../../../core/read/analytics.js'
import { decimal, price, quantity, rate, usd } from '../../../core/values/decimal.js'
import { accountCodec, summaryCodec } from '../../../wire/account/account-codec.js'
import { planCodec } from '../../../wire/account/plan-codec.js'
import { analyticsCodec } from '../../../wire/account/analytics-codec.js'
import { asNumber, asText, type WriteDecimal } from '../../../wire/decimals.js'
import { keyCodec } from '../../../wire/key-codec.js'
import { fundingCodec } from '../../../wire/account/funding-codec.js'
import { candleCodec } from '../../../wire/market/candle-codec.js'
import { configCodec } from '../../../wire/market/config-codec.js'
import { metricsCodec } from '../../../wire/market/metrics-codec.js'
import { orderbookCodec } from '../../../wire/market/orderbook-codec.js'
import { priceCodec, changedPriceCodec } from '../../../wire/market/price-codec.js'
import { publicTradeCodec } from '../../../wire/market/public-trade-codec.js'
import { tickersCodec, tickersOf } from '../../../wire/market/ticker-codec.js'
import { tickerMetadataCodec, metadataOf } from '../../../wire/market/ticker-metadata-codec.js'
import { orderCodec } from '../../../wire/order/order-codec.js'
import { createResourceTexts } from '../../../wire/resource-texts.js'
import { closeText, placementText } from '../../../wire/order/placement-body.js'
import { closedPositionCodec, positionCodec, valuedPosition } from '../../../wire/account/position-codec.js'
import { tradeCodec } from '../../../wire/order/trade-codec.js'
import { breachCodec } from '../../../wire/account/breach-codec.js'
import { violationCodec } from '../../../wire/order/violation-codec.js'
import * as accountSchemas from './account.js'
import * as analyticsSchemas from './analytics.js'
import * as breachSchemas from './breach.js'
import * as errorDetailsSchemas from './error-details.js'
import * as eventSchemas from './event.js'
import * as fundingSchemas from './funding.js'
import * as marketSchemas from './market.js'
import * as orderSchemas from './order.js'
import * as placementSchemas from './placement.js'
import * as positionSchemas from './position.js'
import * as tradeSchemas from './trade.js'
import * as violationSchemas from './violation.js'
import { primaryOf } from '../../../../test/support/market/listings.js'

const ID = '018f0000-0000-7000-8000-000000000001'
const trader = aTrader()
trader.place(market('BUY', '1', { clientId: 'first' }))
const partlyClosed = trader.close(close({ quantity: quantity(decimal('0.4')) }))
const resting = trader.placed(limit('BUY', '0.5', '19000.1', { tif: 'GTD' }))
const refused = trader.place(market('BUY', '100000'))
trader.close(close())
trader.place(market('SELL', '2', { venue: 'OSTIUM' }))
const context = trader.script.context()
const { account, fills } = trader
const closedOne = [...trader.positions.values()].find((each) => each.closedAt !== null)!
const openOne = trader.position('BTC-USD', 'OSTIUM')
const noResults = {
  ...{ trades: 0, wins: 0, losses: 0, grossProfit: usd(0n), grossLoss: usd(0n), maxDrawdown: usd(0n) },
  averageR: null,
}
const quote = context.market.quote(primaryOf('BTC-USD'))!
const [at, one] = [context.now, decimal('1')]
const restricted = aPlan()
const rulesOfAllKinds = {
  ...restricted,
  risk: {
    ...restricted.risk,
    newsFreeze: { beforeMinutes: 2, afterMinutes: 5, impacts: ['HIGH'], scope: 'ALL' as const },
    objective: objectiveOf({ profitTargetPct: rate(one), tradingDaysMin: 4 }),
  },
}
const cap = { default: 1, max: 2 }
const crossed: Breach = {
  ...{ id: ID, accountId: trader.account.id, rule: 'max_drawdown', severity: 'HARD', action: 'TERMINATED' },
  ...{
    message: 'equity 1 is below the floor 1',
    limit: usd(one),
    value: usd(one),
    equity: usd(one),
    balance: usd(one),
  },
  held: [
    {
      ...{ positionId: ID, symbol: fills[0]!.symbol, venue: 'GMX', direction: 'LONG', quantity: quantity(one) },
      ...{ entryPrice: price(one), markPrice: price(one), unrealizedPnl: usd(one) },
    },
  ],
  ...{ orderId: null, tick: 7_074_086_400, at },
}

const written = (write: WriteDecimal): readonly (readonly [string, Joi.Schema, unknown])[] => {
  const [violated] = refused.violations
  const breach = breachCodec.value(crossed, write)
  const texts = createResourceTexts()
  const sessions = [{ day: 1, openMinute: 0, closeMinute: 1440 }]
  const transfer = { ...trader.transfers[1]!, house: 'funding', funding: { at, rate: rate(one) } } as const
  const funding = {
    ...{ account, instruments: context.instruments, window: { from: null, to: at } },
    sums: [{ symbol: 'BTC-USD', paid: usd(one), received: usd(0n) }],
    payments: [{ symbol: 'BTC-USD', venue: 'GMX' as const, transfer }],
  }
  const performance = computePerformance(noResults)
  const exposure = computeExposure(account.positions.values(), context)
  const move = { symbol: 'BTC-USD', price: null, over_ms: 0, starts_at: '2026-03-02T12:00:00.250Z' }
  const key: Parameters<typeof keyCodec.value>[0] = {
    ...{ keyId: ID, userId: 'user-1', permissions: ['READ_ONLY', 'TRADE'], ipWhitelist: ['10.0.0.0/8'] },
    ...{ expiresAt: null, budget: { limit: 1200, remaining: 0, resetAt: at } },
  }
  const changed = (status: 'CLOSED' | 'PAUSED', dayBefore?: typeof quote) =>
    changedPriceCodec.value({ quote, status, dayBefore }, write)
  const publicTrade: Parameters<typeof publicTradeCodec.value>[0] = {
    ...{ id: '1-0', symbol: 'BTC-USD', venue: 'GMX', side: 'SELL', quantity: quantity(one), price: price(one), at },
  }
  const [open, high, low] = [price(one), price(one), price(one)]
  const candle = { startsAt: at, isClosed: false, open, high, low, close: open, volume: quantity(0n) }
  const book = context.market.book(primaryOf('BTC-USD'))!
  const tickers = tickersOf([BTC, EUR], () => 'CLOSED')
  const metadata = (instrument: Instrument, carry: ReturnType<Parameters<typeof metadataOf>[2]>) =>
    tickerMetadataCodec.value(
      metadataOf(instrument, price(one), () => carry),
      write,
    )
  const carry = { rates: { long: rate(one), short: rate(one) }, source: 'estimate' } as const
  const hours = { ...EUR, tradingHours: { isAlwaysOpen: false, timeZone: 'UTC', sessions } }
  const metrics: Parameters<typeof metricsCodec.value>[0] = {
    ...{ symbol: 'BTC-USD', venue: 'GMX', openInterest: quantity(one), openInterestSource: 'estimate' },
    ...{ recentVolume: quantity(one), nextFundingAt: at },
    lastFunding: { at, rates: { long: rate(-one), short: rate(one) }, source: 'estimate' },
  }
  const config: Parameters<typeof configCodec.value>[0] = {
    ...{ version: '1.0.0', environment: 'test', now: at, orderbook: cap },
    venues: [{ id: 'GMX', mode: 'paper', status: 'up' }],
    marketFeed: { kind: 'live', sources: ['GMX', 'OSTIUM'], comparedSymbols: ['BTC-USD'] },
    limits: {
      ...{ requestsPerMinute: 1200, publicRequestsPerMinute: null, bodyBytes: 16384, accountsPerUser: 100 },
      ...{ activeKeysPerUser: 10, history: cap, publicTrades: cap },
    },
    ...{ kinds: ['MARKET', 'LIMIT'], features: { webhooks: false } },
  }
  return [
    ['order', orderSchemas.order, orderCodec.value(resting, write)],
    ['modified order', orderSchemas.modifiedOrder, { ...orderCodec.value(resting, write), warnings: [] }],
    ['filled order', orderSchemas.order, orderCodec.value([...trader.orders.values()][0]!, write)],
    ['orders', orderSchemas.orders, [...trader.orders.values()].map((each) => orderCodec.value(each, write))],
    ['trade', tradeSchemas.trade, tradeCodec.value(fills[0]!, write)],
    ['trades', tradeSchemas.trades, fills.map((each) => tradeCodec.value(each, write))],
    ['violation', violationSchemas.violation, violationCodec.value(violated!, write)],
    ['with an end', violationSchemas.violation, violationCodec.value({ ...violated!, until: at }, write)],
    ['refusal', placementSchemas.placement, JSON.parse(placementText(refused, write, texts))],
    ['close', placementSchemas.closeAnswer, JSON.parse(closeText(partlyClosed, account, context, write, texts))],
    ['position', positionSchemas.position, positionCodec.value(valuedPosition(openOne, account, context), write)],
    ['closed position', positionSchemas.closedPosition, closedPositionCodec.value(closedOne, write)],
    ['cancel-all', orderSchemas.cancelAllAnswer, { cancelled: [orderCodec.value(resting, write)], failed: [] }],
    ['plan', accountSchemas.plan, planCodec.value(restricted, write)],
    ['plan with all rules', accountSchemas.plan, planCodec.value(rulesOfAllKinds, write)],
    ['account', accountSchemas.account, accountCodec.value({ account, figures: trader.figures() }, write)],
    ['summary', accountSchemas.summary, summaryCodec.value({ account, figures: trader.figures() }, write)],
    ['funding', fundingSchemas.funding, fundingCodec.value(funding, write)],
    ['breach', breachSchemas.breach, breach],
    ['early breach', breachSchemas.breach, breachCodec.value({ ...crossed, held: null, tick: null }, write)],
    ['hard violations', breachSchemas.hardViolations, [breach]],
    ['analytics', analyticsSchemas.analytics, analyticsCodec.value({ performance, exposure }, write)],
    ['sandbox move', marketSchemas.sandboxMove, move],
    ['key', keyCodec.schema, keyCodec.value(key, write)],
    ['price', marketSchemas.price, priceCodec.value({ quote, status: 'OPEN' }, write)],
    ['prices', marketSchemas.prices, [changed('CLOSED', quote), changed('PAUSED')]],
    ['orderbook', marketSchemas.orderbook, orderbookCodec.value({ book, depth: 24 }, write)],
    ['public trades', marketSchemas.publicTrades, [publicTradeCodec.value(publicTrade, write)]],
    ['candles', marketSchemas.candles, [candleCodec.value(candle, write)]],
    ['tickers', marketSchemas.tickers, tickersCodec.value(tickers, write)],
    ['metadata', marketSchemas.tickerMetadata, metadata(BTC, undefined)],
    ['metadata with hours', marketSchemas.tickerMetadata, metadata(hours, carry)],
    ['metrics', marketSchemas.metrics, metricsCodec.value(metrics, write)],
    ['config', marketSchemas.config, configCodec.value(config, write)],
  ]
}

/** As it arrives; the scripted world counts its ids where the service makes UUIDs. */
const sent = (body: unknown): unknown =>
  JSON.parse(JSON.stringify(body).replaceAll(/"id-(\d{6})"/g, '"3f2504e0-4f89-41d3-9a0c-000000$1"'))

const compiled = new Map<Joi.Schema, ReturnType<typeof compileJsonSchema>>()
function documented(schema: Joi.Schema): ReturnType<typeof compileJsonSchema> {
  const check = compiled.get(schema) ?? compileJsonSchema(jsonSchemaOf(schema))
  compiled.set(schema, check)
  return check
}

const asIs = { convert: false, abortEarly: false }

describe.each([
  ['numbers', asNumber],
  ['text', asText],
] as const)('decimals as %s', (_notation, write) => {
  test.each(written(write))('%s', (_, schema, body) => {
    expect(schema.validate(sent(body), asIs).error).toBeUndefined()
    const isDocumented = documented(schema)
    expect(isDocumented(sent(body))).toBe(true)
  })
})

/** `warnings`: a stored answer of an earlier version, which has none, is replayed as it was. */
const OPTIONAL = ['until', 'warnings']

test.each(written(asNumber).filter(([, , body]) => !Array.isArray(body)))(
  '%s: a field more, a field less or a field of another type is not as documented',
  (_, schema, body) => {
    const isDocumented = documented(schema)
    const right = sent(body) as Record<string, unknown>
    expect(isDocumented({ ...right, more: 1 })).toBe(false)
    for (const name of Object.keys(right)) {
      const less = Object.fromEntries(Object.entries(right).filter(([each]) => each !== name))
      const isOptional = OPTIONAL.includes(name) && schema !== orderSchemas.modifiedOrder
      expect([name, isDocumented(less)]).toEqual([name, isOptional])
      expect([name, isDocumented({ ...right, [name]: { not: 'this' } })]).toEqual([name, false])
    }
  },
)

test('an order within an event or an answer that is kept has the fields that were known when it was made', () => {
  const { limit_price, requested_trigger_price, ...early } = orderCodec.value(resting, asNumber)
  expect([limit_price, requested_trigger_price]).not.toContain(undefined)
  const event = { id: ID, type: 'order.ack', created_at: '2026-03-02T12:00:00.123456Z', sequence: 1, account_id: ID }
  const isEvents = documented(eventSchemas.events)
  expect(isEvents(sent([{ ...event, data: { order: early } }]))).toBe(true)
  expect(documented(orderSchemas.order)(sent(early))).toBe(false)
  const broken = { ...early, price: undefined }
  expect(isEvents(sent([{ ...event, data: { order: broken } }]))).toBe(false)
})

test('a 409 says why and what about', () => {
  const isDocumented = compileJsonSchema(jsonSchemaOf(errorDetailsSchemas.conflictDetails))
  expect(isDocumented({ reason: 'client_id_reuse', client_id: 'a' })).toBe(true)
  expect(isDocumented(sent({ reason: 'order_not_working', order: orderCodec.value(resting, asNumber) }))).toBe(true)
  expect(isDocumented({ reason: 'something else' })).toBe(false)
  expect(isDocumented({})).toBe(false)
})

test('no number of a body is NaN or infinite, which JSON would turn into null', () => {
  const numbers: unknown[] = []
  JSON.stringify(
    written(asNumber).map(([, , body]) => body),
    (_, value: unknown) => {
      if (typeof value === 'number') numbers.push(value)
      return value
    },
  )
  expect(numbers.length).toBeGreaterThan(100)
  expect(numbers.filter((value) => !Number.isFinite(value))).toEqual([])
})

import { REQUEST_PREFERENCES } from '@ats/service-kit/http'
import type Joi from 'joi'
import { readable } from '../../../test/support/engine/readable.js'
import { timeOf } from '../../../test/support/market/scripted-world.js'
import {
  cancelAllBody,
  closePositionBody,
  createAccountBody,
  placeOrderBody,
  sandboxMoveBody,
  type ClosePositionBody,
  type PlaceOrderBody,
} from './requests.js'
import { toClosePosition, toPlaceOrder } from './to-order-command.js'

const ACCOUNT = '3f2504e0-4f89-41d3-9a0c-0305e82c3301'
const POSITION = '9b2d4f80-0c55-4a8e-8f25-1a4f1a2b3c4d'
const MARKET = { account_id: ACCOUNT, symbol: 'BTC-USD', side: 'BUY', kind: 'MARKET', quantity: 0.5 }
const LIMIT = { ...MARKET, kind: 'LIMIT', price: 20000 }
const STOP = { ...MARKET, kind: 'STOP', trigger_price: 21000 }
const trailing = (trail: object, fields: object = {}) => ({ ...STOP, trigger_price: undefined, trail, ...fields })

const SELLS = { side: 'SELL' }
const BY_1 = { offset: 1 }
const STOPPED = { stop_loss: BY_1 }
const at = (price: number) => ({ trigger_price: price })
const bothBy = (distance: object) => ({ stop_loss: distance, take_profit: distance })
const POST_ONLY = { flags: { post_only: true } }
const BOTH_TRIGGERS = { trigger_on_mark: true, trigger_on_index: true }
const DAY = 86_400_000
const BELOW = 'bracket.below_zero'
const NO_REST = 'flags.post_only flags.post_only'
const TRIGGER = (leg: string): string => `${leg}.trigger_price bracket.side`

const validate = (schema: Joi.ObjectSchema, body: unknown) =>
  schema.validate(body, { ...REQUEST_PREFERENCES, convert: false })

/** `path code` of every issue. */
const issuesOf = (schema: Joi.ObjectSchema, body: unknown): readonly string[] =>
  (validate(schema, body).error?.details ?? []).map(({ path, type }) => `${path.join('.')} ${type}`)

function valueOf<T>(schema: Joi.ObjectSchema<T>, body: unknown): T {
  const outcome: Joi.ValidationResult<T> = schema.validate(body, { abortEarly: false, convert: false })
  if (outcome.error !== undefined) throw outcome.error
  return outcome.value
}
const ordered = (body: unknown) => toPlaceOrder(valueOf<PlaceOrderBody>(placeOrderBody, body))
const closed = (body: unknown) => toClosePosition(valueOf<ClosePositionBody>(closePositionBody, body))

describe('POST /v1/order', () => {
  test.each<[string, object, readonly string[]]>([
    ['a market order', MARKET, []],
    ['a limit order', LIMIT, []],
    ['a limit order without price', { ...LIMIT, price: undefined }, ['price any.required']],
    ['a market order with price', { ...MARKET, price: 1 }, ['price price.kind']],
    ['a market order with trigger price', { ...MARKET, trigger_price: 1 }, ['trigger_price trigger_price.kind']],
    ['a limit order with trigger price', { ...LIMIT, trigger_price: 1 }, ['trigger_price trigger_price.kind']],
    ['with a stop and a target', { ...LIMIT, stop_loss: { trigger_price: 19000 }, take_profit: { offset_pct: 2 } }, []],
    ['with both for the position', { ...MARKET, stop_loss: { offset: 5, price: 1 }, protect: 'POSITION' }, []],
    ['with a stop above its limit', { ...LIMIT, stop_loss: { trigger_price: 20000 } }, [TRIGGER('stop_loss')]],
    [
      'a SELL with a stop below its trigger',
      { ...STOP, ...SELLS, stop_loss: { trigger_price: 20000 } },
      [TRIGGER('stop_loss')],
    ],
    ['with a target below its limit', { ...LIMIT, take_profit: { trigger_price: 19999 } }, [TRIGGER('take_profit')]],
    [
      'with a stop above its target',
      { ...MARKET, stop_loss: at(3), take_profit: at(2) },
      ['take_profit bracket.order'],
    ],
    ['with a stop of two', { ...MARKET, stop_loss: { trigger_price: 1, offset: 1 } }, ['stop_loss bracket.one']],
    ['with a stop of none', { ...MARKET, stop_loss: {} }, ['stop_loss bracket.one']],
    ['with a negative distance', { ...MARKET, stop_loss: { offset: -5 } }, ['stop_loss.offset decimal.positive']],
    ['with a stop below 0', { ...LIMIT, ...bothBy({ offset: 20000 }) }, ['stop_loss.offset bracket.below_zero']],
    [
      'a SELL with a target below 0',
      { ...MARKET, ...SELLS, ...bothBy({ offset_pct: 100 }) },
      [`take_profit.offset_pct ${BELOW}`],
    ],
    [
      'reduce-only, with a stop',
      { ...MARKET, ...STOPPED, flags: { reduce_only: true } },
      ['stop_loss bracket.reduces'],
    ],
    ['of a position, with a stop', { ...MARKET, ...STOPPED, position_id: POSITION }, ['stop_loss bracket.reduces']],
    ['an exit with a stop', { ...LIMIT, ...STOPPED, parent_order_id: POSITION }, ['stop_loss bracket.exit']],
    ['with a stop that trails', { ...MARKET, stop_loss: { trail: { offset: 1 } } }, []],
    ['with a target that trails', { ...MARKET, take_profit: { trail: BY_1 } }, ['take_profit.trail object.unknown']],
    ['a stop that trails', trailing(BY_1), []],
    ['a stop that trails from a price on', trailing({ offset_pct: 1, activation_price: 9 }), []],
    ['a trigger, and a trail', { ...STOP, trail: { offset: 1 } }, ['trigger_price trigger_price.trail']],
    ['a trail of two distances', trailing({ offset: 1, offset_pct: 1 }), ['trail trail.one']],
    ['a trail of none', trailing({}), ['trail trail.one']],
    ['a SELL that trails by all', trailing({ offset_pct: 100 }, SELLS), ['trail.offset_pct trail.below_zero']],
    ['a stop-limit that trails', trailing(BY_1, { price: 1 }), ['trail trail.price']],
    ['a take-profit that trails', trailing(BY_1, { kind: 'TAKE_PROFIT' }), ['trail trail.kind']],
    ['that protects nothing', { ...MARKET, protect: 'POSITION' }, ['protect protect.alone']],
    ['that protects a whim', { ...MARKET, stop_loss: { offset: 1 }, protect: 'ALL' }, ['protect any.only']],
    ['a stop', STOP, []],
    ['a stop-limit', { ...STOP, price: 1 }, []],
    ['a take-profit', { ...STOP, kind: 'TAKE_PROFIT' }, []],
    ['a stop without trigger', { ...STOP, trigger_price: undefined }, ['trigger_price any.required']],
    ['a take-profit on nothing', { ...MARKET, kind: 'TAKE_PROFIT' }, ['trigger_price any.required']],
    ['a stop at 0', { ...STOP, trigger_price: 0 }, ['trigger_price decimal.positive']],
    ['a stop on the mark', { ...STOP, flags: { trigger_on_mark: true } }, []],
    ['a stop IOC', { ...STOP, tif: 'IOC' }, []],
    ['a stop that cannot rest, GTX', { ...STOP, tif: 'GTX' }, ['tif tif.post_only']],
    ['a stop that cannot rest, post-only', { ...STOP, ...POST_ONLY }, [NO_REST]],
    ['a stop-limit GTX', { ...STOP, price: 1, tif: 'GTX' }, []],
    ['a stop-limit post-only', { ...STOP, price: 1, ...POST_ONLY }, []],
    ['a stop-limit IOC, post-only', { ...STOP, price: 1, tif: 'IOC', ...POST_ONLY }, [NO_REST]],
    ['an exit', { ...LIMIT, parent_order_id: ACCOUNT }, []],
    ['an exit that fires and then takes or goes', { ...STOP, tif: 'FOK', parent_order_id: ACCOUNT }, []],
    ['a MARKET exit', { ...MARKET, parent_order_id: ACCOUNT }, ['parent_order_id parent_order_id.kind']],
    ['an IOC exit', { ...LIMIT, tif: 'IOC', parent_order_id: ACCOUNT }, ['parent_order_id parent_order_id.kind']],
    ['an exit of no order', { ...LIMIT, parent_order_id: 'entry' }, ['parent_order_id string.pattern.base']],
    ['an unknown kind', { ...LIMIT, kind: 'ICEBERG' }, ['kind any.only']],
    ['a kind in small letters', { ...LIMIT, kind: 'limit' }, ['kind any.only']],
    ['an unknown side', { ...LIMIT, side: 'LONG' }, ['side any.only']],
    ['an unknown venue', { ...LIMIT, platform_id: 'DYDX' }, ['platform_id any.only']],
    ['an unknown tif', { ...LIMIT, tif: 'DAY' }, ['tif any.only']],
    ['a market order GTX', { ...MARKET, tif: 'GTX' }, ['tif tif.post_only']],
    ['a market order post-only', { ...MARKET, ...POST_ONLY }, [NO_REST]],
    ['a market order not post-only', { ...MARKET, flags: { post_only: false } }, []],
    ['IOC post-only', { ...LIMIT, tif: 'IOC', ...POST_ONLY }, [NO_REST]],
    ['FOK post-only', { ...LIMIT, tif: 'FOK', ...POST_ONLY }, [NO_REST]],
    ['GTC post-only', { ...LIMIT, tif: 'GTC', ...POST_ONLY }, []],
    ['GTD post-only', { ...LIMIT, tif: 'GTD', ...POST_ONLY }, []],
    ['GTX', { ...LIMIT, tif: 'GTX' }, []],
    ['one trigger reference', { ...LIMIT, flags: { trigger_on_mark: true, trigger_on_index: false } }, []],
    ['two trigger references', { ...LIMIT, flags: BOTH_TRIGGERS }, ['flags.trigger_on_mark flags.trigger']],
    ['an expiry with GTD', { ...LIMIT, tif: 'GTD', expires_at: '2026-03-02T12:00:00Z' }, []],
    ['GTD without expiry', { ...LIMIT, tif: 'GTD' }, []],
    ['an expiry without tif', { ...LIMIT, expires_at: '2026-03-02' }, ['expires_at expires_at.tif']],
    ['an expiry with GTC', { ...LIMIT, tif: 'GTC', expires_at: '2026-03-02' }, ['expires_at expires_at.tif']],
    ['an impossible day', { ...LIMIT, tif: 'GTD', expires_at: '2026-02-30' }, ['expires_at timestamp.base']],
    ['a mistyped flag', { ...LIMIT, flags: { reduceOnly: true } }, ['flags.reduceOnly object.unknown']],
    ['a flag as text', { ...LIMIT, flags: { reduce_only: 'true' } }, ['flags.reduce_only boolean.base']],
    ['flags as a list', { ...LIMIT, flags: ['reduce_only'] }, ['flags object.base']],
    ['a mistyped field', { ...LIMIT, clientId: 'x' }, ['clientId object.unknown']],
    ['a client_id with a blank', { ...LIMIT, client_id: 'a b' }, ['client_id string.pattern.base']],
    [
      'fields that are not the caller’s to set',
      { ...LIMIT, user_id: 'u', status: 'FILLED', id: ACCOUNT, balance: 1, state: 'ACTIVE' },
      ['user_id', 'status', 'id', 'balance', 'state'].map((field) => `${field} object.unknown`),
    ],
    ['nothing', {}, ['account_id', 'symbol', 'side', 'kind', 'quantity'].map((field) => `${field} any.required`)],
    [
      'everything wrong: all issues in one response',
      {
        ...{ account_id: '{3f2504e0-4f89-41d3-9a0c-0305e82c3301}', symbol: '', side: 'buy', kind: 'MARKET' },
        ...{ quantity: '-1', price: 'x', tif: 'GTX' },
        ...{ flags: { post_only: true, trigger_on_index: true, trigger_on_mark: true }, position_id: 7 },
        ...{ expires_at: 'tomorrow', oops: 1 },
      },
      [
        ...['account_id string.pattern.base', 'symbol string.empty', 'side any.only', 'quantity decimal.positive'],
        ...['price decimal.text', 'price price.kind', 'tif tif.post_only', 'flags.post_only flags.post_only'],
        ...['flags.trigger_on_mark flags.trigger', 'position_id string.base', 'expires_at timestamp.base'],
        ...['expires_at expires_at.tif', 'oops object.unknown'],
      ],
    ],
  ])('%s', (_, body, issues) => {
    expect([...issuesOf(placeOrderBody, body)].sort()).toEqual([...issues].sort())
  })

  test('messages say what would be right', () => {
    const body = { ...MARKET, price: 1, tif: 'GTX', flags: { post_only: true, reduceOnly: true } }
    const messages = validate(placeOrderBody, { ...body, quantity: '1e3' }).error?.details.map(({ message }) => message)
    expect(messages).toEqual([
      'quantity must have 1 to 20 digits and at most 18 decimals, as in "0.25": no exponent, no blanks',
      'price is a limit: leave it out of a MARKET order',
      'GTX means post-only, which needs a limit price: use LIMIT, or a STOP or TAKE_PROFIT with a price',
      'flags.post_only needs an order that can rest: with a limit price, and tif GTC, GTD or GTX',
      'flags.reduceOnly is not a field of this request',
    ])
    expect(validate(placeOrderBody, { ...LIMIT, kind: 'STOP' }).error?.message).toBe(
      'trigger_price is required for a STOP or TAKE_PROFIT order',
    )
    expect(validate(placeOrderBody, { ...LIMIT, price: undefined }).error?.message).toBe(
      'price is required for a LIMIT order',
    )
  })

  test('becomes a command with everything filled in', () => {
    expect(readable(ordered(MARKET))).toEqual({
      ...{ symbol: 'BTC-USD', side: 'BUY', kind: 'MARKET', quantity: '0.5', price: null, triggerPrice: null },
      ...{ tif: 'IOC', flags: { postOnly: false, reduceOnly: false, triggerOnIndex: false, triggerOnMark: false } },
      ...{ expiresAt: null, clientId: null, venue: null, positionId: null, parentOrderId: null },
    })
    const whole = {
      ...LIMIT,
      ...{ price: '20000.50', tif: 'GTD', expires_at: '2026-03-02' },
      ...{ flags: { post_only: true, reduce_only: true, trigger_on_mark: true }, client_id: 'bot:1' },
      ...{ platform_id: 'OSTIUM', position_id: POSITION.toUpperCase() },
    }
    expect(readable(ordered(whole))).toEqual({
      ...{ symbol: 'BTC-USD', side: 'BUY', kind: 'LIMIT', quantity: '0.5', price: '20000.5', triggerPrice: null },
      ...{ tif: 'GTD', flags: { postOnly: true, reduceOnly: true, triggerOnIndex: false, triggerOnMark: true } },
      ...{ expiresAt: timeOf('2026-03-02T23:59:59.999999Z'), clientId: 'bot:1', venue: 'OSTIUM', positionId: POSITION },
      parentOrderId: null,
    })
  })

  test.each<[object, string, boolean]>([
    [MARKET, 'IOC', false],
    [{ ...MARKET, tif: 'GTC' }, 'IOC', false],
    [{ ...MARKET, tif: 'GTD' }, 'IOC', false],
    [{ ...MARKET, tif: 'IOC' }, 'IOC', false],
    [{ ...MARKET, tif: 'FOK' }, 'FOK', false],
    [LIMIT, 'GTC', false],
    [{ ...LIMIT, tif: 'GTC', ...POST_ONLY }, 'GTC', true],
    [{ ...LIMIT, tif: 'GTX' }, 'GTX', true],
    [{ ...LIMIT, tif: 'IOC' }, 'IOC', false],
    [{ ...LIMIT, tif: 'FOK' }, 'FOK', false],
  ])('%j is %s, post-only %p', (body, tif, postOnly) => {
    const command = ordered(body)
    expect([command.tif, command.flags.postOnly]).toEqual([tif, postOnly])
  })

  test('a stop keeps its trigger and watches the last price unless told', () => {
    expect(readable(ordered({ ...STOP, price: 20500 }))).toMatchObject({
      ...{ kind: 'STOP', price: '20500', triggerPrice: '21000', tif: 'GTC' },
      flags: { triggerOnIndex: false, triggerOnMark: false },
    })
  })

  test('a market order has no expiry, even where GTD asks for one', () => {
    expect(ordered({ ...MARKET, tif: 'GTD', expires_at: '2026-03-02' }).expiresAt).toBeNull()
  })
})

describe('POST close-position', () => {
  test.each<[string, object, readonly string[]]>([
    ['just the symbol', { symbol: 'btc' }, []],
    ['nothing', {}, ['symbol any.required']],
    ['a price without kind', { symbol: 'btc', price: 1 }, ['price price.kind']],
    ['a limit without price', { symbol: 'btc', kind: 'LIMIT' }, ['price any.required']],
    ['a limit', { symbol: 'btc', kind: 'LIMIT', price: '1', quantity: '0.1', platform_id: 'GMX' }, []],
    ['a stop', { symbol: 'btc', kind: 'STOP', price: 1 }, ['kind any.only']],
    ['GTX without kind', { symbol: 'btc', tif: 'GTX' }, ['tif tif.post_only']],
    ['GTX with LIMIT', { symbol: 'btc', tif: 'GTX', kind: 'LIMIT', price: 1 }, []],
    ['quantity 0', { symbol: 'btc', quantity: 0 }, ['quantity decimal.positive']],
    ['flags', { symbol: 'btc', flags: {} }, ['flags object.unknown']],
    ['a side', { symbol: 'btc', side: 'SELL' }, ['side object.unknown']],
  ])('%s', (_, body, issues) => {
    expect(issuesOf(closePositionBody, body)).toEqual(issues)
  })

  test('becomes a command with everything filled in', () => {
    expect(readable(closed({ symbol: 'btc' }))).toEqual({
      ...{ symbol: 'btc', quantity: null, kind: 'MARKET', price: null, tif: 'IOC', expiresAt: null, clientId: null },
      ...{ venue: null, positionId: null },
    })
    const limit = { symbol: 'btc', kind: 'LIMIT', price: 2, quantity: 1, tif: 'GTX', position_id: POSITION }
    expect(readable(closed({ ...limit, client_id: 'c', platform_id: 'GMX' }))).toEqual({
      ...{ symbol: 'btc', quantity: '1', kind: 'LIMIT', price: '2', tif: 'GTX', expiresAt: null, clientId: 'c' },
      ...{ venue: 'GMX', positionId: POSITION },
    })
  })
})

test.each<[string, Joi.ObjectSchema, object, readonly string[]]>([
  ['an account', createAccountBody, { plan_id: 'standard-100k' }, []],
  ['an account without plan', createAccountBody, { name: 'x' }, ['plan_id any.required']],
  ['an account with its own balance', createAccountBody, { plan_id: 'p', balance: 1e9 }, ['balance object.unknown']],
  ['an account named by NUL', createAccountBody, { plan_id: 'p', name: '\u0000' }, ['name string.pattern.base']],
  ['all orders', cancelAllBody, {}, []],
  ['the orders of a symbol', cancelAllBody, { symbol: 'btc', client_id: 'c' }, []],
  ['the orders of a mistyped symbol field', cancelAllBody, { symbols: 'btc' }, ['symbols object.unknown']],
  ['a gap', sandboxMoveBody, { symbol: 'btc', price: '1' }, []],
  ['a walk', sandboxMoveBody, { symbol: 'btc', price: 1, over_ms: 60000 }, []],
  ['a walk as text', sandboxMoveBody, { symbol: 'btc', price: 1, over_ms: '60000' }, ['over_ms number.base']],
  ['a walk back in time', sandboxMoveBody, { symbol: 'btc', price: 1, over_ms: -1 }, ['over_ms number.min']],
  ['half a millisecond', sandboxMoveBody, { symbol: 'btc', price: 1, over_ms: 0.5 }, ['over_ms number.integer']],
  ['a walk of more than a day', sandboxMoveBody, { symbol: 'btc', price: 1, over_ms: DAY + 1 }, ['over_ms number.max']],
  ['a move to nowhere', sandboxMoveBody, { symbol: 'btc', price: 0 }, ['price decimal.positive']],
  ['a move without a price', sandboxMoveBody, { symbol: 'btc' }, ['price any.required']],
])('%s', (_, schema, body, issues) => {
  expect(issuesOf(schema, body)).toEqual(issues)
})

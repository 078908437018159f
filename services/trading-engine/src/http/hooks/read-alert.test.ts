import type { HookTemplate } from '@ats/contracts'
import fc from 'fast-check'
import { readable } from '../../../test/support/engine/readable.js'
import { formatDecimal } from '../../core/values/decimal.js'
import { readAlert } from './read-alert.js'

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' }
const TEXT_TYPE = { 'content-type': 'text/plain' }

const read = (
  body: string | Buffer,
  template: HookTemplate | null = null,
  headers: Readonly<Record<string, string>> = TEXT_TYPE,
) => readAlert(Buffer.from(body), headers, template)

/** The alert as words, or the codes of what is wrong with it. */
function told(body: string | object, template: HookTemplate | null = null): string {
  const result = read(typeof body === 'string' ? body : JSON.stringify(body), template)
  if ('issues' in result) return `! ${result.issues.map(({ code }) => code).join(' ')}`
  const { alert, deduplication } = result.found
  const { action, symbol, quantity, target, kind, price, triggerPrice } = alert
  const amounts = [target, quantity, price, triggerPrice].map((value) => (value === null ? '-' : formatDecimal(value)))
  return [action, symbol, ...amounts, kind, deduplication].join(' ')
}

const OF_BTC = { symbol: 'BTCUSD' }
const BUY = { action: 'buy', ...OF_BTC, quantity: 1 }
const AT = '2026-11-28T12:00:00Z'
const PLAIN = 'MARKET BYTES_60S'

test.each<[string, string | object, string]>([
  // body → action, symbol, target, quantity, price, trigger, kind, told by
  // As TradingView fills it in.
  ['a target', { symbol: 'BTCUSD', position: '-0.5', time: AT }, 'position BTCUSD -0.5 - - - MARKET BYTES'],
  ['a target of words', { ticker: 'BTCUSD', position: 'short', quantity: '2' }, `position BTCUSD -2 - - - ${PLAIN}`],
  ['flat as a target', { ...OF_BTC, position: 'FLAT', id: 7 }, 'position BTCUSD 0 - - - MARKET BYTES'],
  ['a target of 0', { symbol: 'BTCUSD', position: 0 }, 'position BTCUSD 0 - - - MARKET BYTES_60S'],
  // Whatever action there is.
  ['a target decides', { ...OF_BTC, position: 1, action: 'sell', quantity: 'na' }, `position BTCUSD 1 - - - ${PLAIN}`],
  [
    'an order with its id',
    { ...BUY, symbol: 'COINBASE:BTCUSD', alert_id: 'a-1' },
    'buy BTCUSD - 1 - - MARKET ALERT_ID',
  ],
  ['a perpetual', { action: 'flat', symbol: 'BYBIT:BTCUSDT.P' }, 'flat BTCUSDT - - - - MARKET BYTES_60S'],
  ['a price for information', { ...BUY, price: 95000.5 }, `buy BTCUSD - 1 - - ${PLAIN}`],
  ['a limit', { ...BUY, price: '95000.5', kind: 'limit' }, 'buy BTCUSD - 1 95000.5 - LIMIT BYTES_60S'],
  ['a stop', { ...BUY, stop: 99000, kind: 'STOP' }, 'buy BTCUSD - 1 - 99000 STOP BYTES_60S'],
  ['unknown and empty fields', { action: 'close', ...OF_BTC, quantity: '', x: [{}] }, `close BTCUSD - - - - ${PLAIN}`],
  ['words', 'buy BTCUSD 0.5', 'buy BTCUSD - 0.5 - - MARKET BYTES_60S'],
  ['words and pairs', ' sell,btc-usd;1\nalert_id=9\t', 'sell btc-usd - 1 - - MARKET ALERT_ID'],
  ['pairs', 'symbol=ETHUSD position=-3 time=12:00', 'position ETHUSD -3 - - - MARKET BYTES'],
  ['words as a JSON text', '"reverse BTCUSD"', 'reverse BTCUSD - - - - MARKET BYTES_60S'],
])('%s', (_case, body, expected) => {
  expect(told(body)).toBe(expected)
})

test.each<[string, string | object, string]>([
  ['nothing', ' ', '! action.required symbol.required'],
  ['what only looks like JSON', '{"quantity": NaN}', '! body.json'],
  ['a list', [1], '! body.object'],
  ['a number', '7', '! body.object'],
  ['a field twice', '{"action":"buy","action":"sell","symbol":"BTCUSD","quantity":1}', '! duplicate_key'],
  ['a word twice', 'buy BTCUSD 1 quantity=2', '! duplicate_key'],
  ['more words than there are', 'buy BTCUSD 1 now', '! body.words'],
  ['all that is wrong', { action: 'hold', quantity: 'NaN' }, '! action.unknown symbol.required quantity.decimal'],
  ['no quantity to buy', { action: 'buy', symbol: 'BTCUSD' }, '! quantity.required'],
  ['a quantity of less than nothing', { action: 'buy', symbol: 'BTCUSD', quantity: -1 }, '! quantity.positive'],
  ['an exponent', { action: 'buy', symbol: 'BTCUSD', quantity: '1e3' }, '! quantity.decimal'],
  ['more than there is', { action: 'buy', symbol: 'BTCUSD', quantity: 1e300 }, '! quantity.decimal'],
  ['a target that is none', { position: 'NaN', symbol: 'BTCUSD' }, '! position.decimal'],
  ['long, of nothing', { position: 'long', symbol: 'BTCUSD' }, '! quantity.required'],
  ['position as an action without one', { action: 'position', symbol: 'BTCUSD' }, '! position.required'],
  ['an empty placeholder', { ...BUY, action: '{{strategy.order.action}}' }, '! action.placeholder'],
  ['a limit without a price', { ...BUY, kind: 'LIMIT' }, '! price.required'],
  ['a stop without its kind', { ...BUY, stop: 1 }, '! stop.kind'],
  ['a limit to close at', { action: 'close', symbol: 'BTCUSD', kind: 'LIMIT', price: 1 }, '! kind.action'],
  ['another kind', { action: 'flat', symbol: 'BTCUSD', kind: 'TRAIL' }, '! kind.unknown'],
  ['a long id', { action: 'flat', symbol: 'BTCUSD', alert_id: 'x'.repeat(129) }, '! alert_id.text'],
  ['a control character', { action: 'flat', symbol: 'BTC\u0000USD' }, '! symbol.text'],
  ['what prototypes have', { constructor: 'flat', __proto__: { action: 'flat' } }, '! action.required symbol.required'],
])('%s is refused', (_case, body, expected) => {
  expect(told(body)).toBe(expected)
})

test.each<[string, object, HookTemplate, string]>([
  [
    'names at a depth, or with dots',
    { strategy: { order: { action: 'buy' } }, 'strategy.order.contracts': '2', ticker: 'BTCUSD' },
    { action: '{{strategy.order.action}}', quantity: '{{strategy.order.contracts}}', symbol: '{{ ticker }}' },
    'buy BTCUSD - 2 - - MARKET BYTES_60S',
  ],
  [
    'constants, and texts put together',
    { side: 'flat', at: '12:00', n: 3 },
    { action: '{{side}}', symbol: 'ETH-USD', alert_id: '{{n}}-{{at}}' },
    'flat ETH-USD - - - - MARKET ALERT_ID',
  ],
  [
    'what is not mapped is not looked at',
    { action: 'sell', symbol: 'BTCUSD', quantity: 1, alert_id: 'x' },
    { action: 'flat', symbol: '{{symbol}}' },
    'flat BTCUSD - - - - MARKET BYTES_60S',
  ],
  [
    'prototypes have no values',
    { side: 'flat' },
    { action: '{{constructor.name}}', symbol: '{{__proto__.side}}', quantity: '{{side.length}}' },
    '! action.required symbol.required',
  ],
  ['a list has none either', { a: ['flat'] }, { action: '{{a}}', symbol: 'X' }, '! action.required'],
])('by a template: %s', (_case, body, template, expected) => {
  expect(told(body, template)).toBe(expected)
})

/** The stop and the target as short text: trigger, limit, what it is watched by, and what else there is. */
function toldBracket(body: string | object, template: HookTemplate | null = null): string {
  const result = read(typeof body === 'string' ? body : JSON.stringify(body), template)
  if ('issues' in result) return `! ${result.issues.map(({ code }) => code).join(' ')}`
  const legs = Object.entries(result.found.alert.bracket ?? {}).map(([name, leg]) => {
    const { triggerPrice, price, triggerBy, ...more } = readable(leg) as Readonly<Record<string, string | undefined>>
    return `${name} ${triggerPrice ?? '-'} ${price ?? '-'} ${String(triggerBy)} ${JSON.stringify(more)}`
  })
  return legs.join('; ').replaceAll('"', '') || 'none'
}

test.each<[string, string | object, string]>([
  ['none', BUY, 'none'],
  [
    'distances',
    { ...BUY, stop_loss: { offset_pct: '2' }, take_profit: { offset: 500, price: '' } },
    'stop_loss - - LAST {terms:{offsetPct:2}}; take_profit - - LAST {terms:{offset:500}}',
  ],
  [
    'a trigger with a limit, watched at the mark, for all of the position',
    { ...BUY, stop_loss: { trigger_price: 95000.5, price: '94990', trigger_by: 'mark' }, protect: 'position' },
    'stop_loss 95000.5 94990 MARK {terms:{isOfPosition:true}}',
  ],
  [
    'a trail',
    { symbol: 'BTCUSD', position: -1, stop_loss: { trail: { offset_pct: 1.5, activation_price: '90000' } } },
    'stop_loss - - LAST {trail:{offsetPct:1.5,activationPrice:90000},terms:{}}',
  ],
  [
    'words',
    'buy BTCUSD 0.5 stop_loss.offset_pct=2 take_profit.trigger_price=120000',
    'stop_loss - - LAST {terms:{offsetPct:2}}; take_profit 120000 - LAST {terms:{}}',
  ],
  [
    'words of a trail',
    'position=1 symbol=BTCUSD stop_loss.trail.offset=100',
    'stop_loss - - LAST {trail:{offset:100},terms:{}}',
  ],
  ['nothing, of senders that fill in nothing', { ...BUY, stop_loss: '', take_profit: null }, 'none'],
  ['nothing, of what only closes', { action: 'flat', symbol: 'BTCUSD', stop_loss: { offset_pct: 'NaN' } }, 'none'],
  ['nothing, of a target of 0', { position: '0', symbol: 'BTCUSD', stop_loss: { offset_pct: 'NaN' } }, 'none'],
  ['what is no object', { ...BUY, stop_loss: 95000 }, '! stop_loss.one'],
  ['a list', { ...BUY, take_profit: [{ offset: 1 }] }, '! take_profit.one'],
  ['an empty one', { ...BUY, stop_loss: {} }, '! stop_loss.one'],
  ['one that was filled in with nothing', { ...BUY, stop_loss: { offset_pct: ' ' } }, '! stop_loss.one'],
  ['one of another name', { ...BUY, stop_loss: { distance: 1 } }, '! stop_loss.one'],
  ['two ways', { ...BUY, stop_loss: { offset: 1, offset_pct: 1 } }, '! stop_loss.one'],
  ['a trail and a trigger', { ...BUY, stop_loss: { offset: 1, trail: { offset: 1 } } }, '! stop_loss.one'],
  ['a trail of a target', { ...BUY, take_profit: { trail: { offset: 1 } } }, '! take_profit.one'],
  ['an empty trail', { ...BUY, stop_loss: { trail: {} } }, '! stop_loss.trail.one'],
  ['a trail with a limit', { ...BUY, stop_loss: { trail: { offset: 1 }, price: 1 } }, '! stop_loss.price.trail'],
  [
    'all that is wrong',
    { ...BUY, stop_loss: { offset: '-1', price: 'NaN', trigger_by: 'BID' }, take_profit: { offset_pct: '{{plot_0}}' } },
    '! stop_loss.trigger_by.unknown stop_loss.offset.positive stop_loss.price.decimal take_profit.offset_pct.placeholder',
  ],
  ['for what it is', { ...BUY, stop_loss: { offset: 1 }, protect: 'all' }, '! protect.unknown'],
  ['what prototypes have', { ...BUY, stop_loss: { __proto__: null, constructor: { offset: 1 } } }, '! stop_loss.one'],
])('a stop and a target: %s', (_case, body, expected) => {
  expect(toldBracket(body)).toEqual(expected)
})

const BY_TEMPLATE = { action: 'buy', symbol: 'BTCUSD', quantity: '1' }

test.each<[string, object, HookTemplate, string]>([
  [
    'constants are for every entry',
    ...([{ side: 'buy' }, { ...BY_TEMPLATE, action: '{{side}}', stop_loss: { offset_pct: '2' } }] as const),
    'stop_loss - - LAST {terms:{offsetPct:2}}',
  ],
  [
    'values at a depth',
    { ...BUY, data: { sl: '95000', by: 'Index' } },
    { ...BY_TEMPLATE, stop_loss: { trigger_price: '{{data.sl}}', trigger_by: '{{data.by}}' } },
    'stop_loss 95000 - INDEX {terms:{}}',
  ],
  [
    'a stop that the alert lacks',
    BUY,
    { ...BY_TEMPLATE, stop_loss: { trigger_price: '{{data.sl}}' } },
    '! stop_loss.one',
  ],
  [
    'an exit needs none',
    ...([
      { ...BUY, action: 'flat' },
      { ...BY_TEMPLATE, action: '{{action}}', stop_loss: { trail: { offset: '{{sl}}' } } },
    ] as const),
    'none',
  ],
  ['what is not mapped is not looked at', { ...BUY, stop_loss: { offset: 1 } }, BY_TEMPLATE, 'none'],
])('a stop and a target by a template: %s', (_case, body, template, expected) => {
  expect(toldBracket(body, template)).toBe(expected)
})

test('two alerts are one by their id, else by each of their bytes', () => {
  const hashOf = (body: string): string => {
    const result = read(body)
    return 'found' in result ? result.found.hash : 'wrong'
  }
  expect(hashOf('flat BTCUSD alert_id=1')).toBe(hashOf('buy ETHUSD 5 alert_id=1'))
  expect(hashOf('flat BTCUSD id=1')).not.toBe(hashOf('flat  BTCUSD id=1'))
})

test.each<[string, Buffer, Readonly<Record<string, string>>, string]>([
  ['a form', Buffer.from('action=flat'), { 'content-type': 'application/x-www-form-urlencoded' }, 'body.content_type'],
  ['no text', Buffer.from([0x66, 0xff, 0xfe]), TEXT_TYPE, 'body.text'],
  ['a compressed body', Buffer.from('flat'), { ...TEXT_TYPE, 'content-encoding': 'gzip' }, 'body.content_encoding'],
  ['an empty body', Buffer.alloc(0), JSON_TYPE, 'body.required'],
  ['16 KB of open brackets', Buffer.from('['.repeat(16_384)), JSON_TYPE, 'body.json'],
  ['lists 8,000 deep', Buffer.from(`${'['.repeat(8_000)}${']'.repeat(8_000)}`), JSON_TYPE, 'body.object'],
  ['objects 2,000 deep', Buffer.from(`${'{"a":'.repeat(2_000)}1${'}'.repeat(2_000)}`), JSON_TYPE, 'action.required'],
])('%s is refused', (_case, body, headers, code) => {
  const result = read(body, null, headers)
  expect('issues' in result ? result.issues[0]?.code : 'none').toBe(code)
})

test('no body makes it throw, and each is an alert or has issues', () => {
  const words = fc.constantFrom('buy', 'position', 'BTCUSD', '{{x}}', '__proto__', 'NaN', '', '1', '-0', 'flat', '{{')
  const value = fc.oneof(words, fc.double(), fc.constant(null), fc.jsonValue({ maxDepth: 2 }))
  const fields = ['action', 'symbol', 'quantity', 'position', 'kind', 'stop', 'id', 'alert_id', '__proto__']
  const names = fc.constantFrom(...fields)
  const object = fc.dictionary(names, value).map((fields) => JSON.stringify(fields))
  const pair = fc.tuple(names, words).map((both) => both.join('='))
  const text = fc.array(pair, { maxLength: 5 }).map((all) => all.join(' '))
  const template = fc.option(fc.dictionary(fc.constantFrom('action', 'symbol', 'alert_id'), words), { nil: null })
  fc.assert(
    fc.property(fc.oneof(object, text, fc.string()), template, (body, mapped) => {
      const result = read(body, mapped)
      expect('issues' in result ? result.issues.length > 0 : result.found.hash.length === 64).toBe(true)
    }),
  )
})

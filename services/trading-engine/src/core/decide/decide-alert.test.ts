import { HOOK_ACTIONS } from '@ats/contracts'
import { market } from '../../../test/support/commands.js'
import { aTrader, type Trader } from '../../../test/support/trader.js'
import { decimal, formatDecimal, price, quantity, rate } from '../values/decimal.js'
import type { Alert } from './alert-move.js'
import { decideAlert, type AlertCaps } from './decide-alert.js'
import type { Bracket, BracketLeg } from './prepare-bracket.js'

const CAPS: AlertCaps = { symbols: [], actions: HOOK_ACTIONS, maxQuantity: quantity(decimal('5')) }
const size = (text: string | null) => (text === null ? null : quantity(decimal(text)))

const alert = (action: Alert['action'], amount: string | null = null, fields: Partial<Alert> = {}): Alert => ({
  ...{ action, symbol: 'BTC-USD', kind: 'MARKET', price: null, triggerPrice: null },
  quantity: action === 'position' ? null : size(amount),
  target: action === 'position' ? decimal(amount ?? '0') : null,
  ...fields,
})

const holding = (start: string): Trader => {
  const trader = aTrader()
  if (start !== '0') trader.placed(market(start.startsWith('-') ? 'SELL' : 'BUY', start.replace('-', '')))
  return trader
}
const heldBy = ({ account }: Trader): string =>
  [...account.positions.values()]
    .map(({ direction, quantity: held }) => `${direction === 'LONG' ? '' : '-'}${formatDecimal(held)}`)
    .join() || '0'

test.each<[string, Alert, string, string]>([
  // position before, alert → order, position after
  ['0', alert('position', '2'), 'BUY 2', '2'],
  ['0', alert('position', '-2'), 'SELL 2', '-2'],
  ['2', alert('position', '2'), 'nothing', '2'],
  ['2', alert('position', '3.5'), 'BUY 1.5', '3.5'],
  ['2', alert('position', '0.5'), 'SELL 1.5 reduce-only', '0.5'],
  ['2', alert('position', '0'), 'SELL 2 reduce-only', '0'],
  ['2', alert('position', '-1'), 'SELL 3', '-1'],
  ['-2', alert('position', '1'), 'BUY 3', '1'],
  ['0', alert('position', '0'), 'nothing', '0'],
  ['0', alert('position', '1.23456789'), 'BUY 1.234', '1.234'],
  ['2', alert('position', '2.00009'), 'nothing', '2'],
  ['-2', alert('position', '-2.5'), 'SELL 0.5', '-2.5'],
  ['0', alert('buy', '1'), 'BUY 1', '1'],
  ['1', alert('sell', '3'), 'SELL 3', '-2'],
  ['2', alert('close'), 'SELL 2 reduce-only', '0'],
  ['2', alert('close', '0.5'), 'SELL 0.5 reduce-only', '1.5'],
  ['2', alert('close', '9'), 'SELL 2 reduce-only', '0'],
  ['2', alert('close', '0.00001'), 'nothing', '2'],
  ['0', alert('close'), 'nothing', '0'],
  ['-2', alert('flat', '1'), 'BUY 2 reduce-only', '0'],
  ['0', alert('flat'), 'nothing', '0'],
  ['2', alert('reverse'), 'SELL 4', '-2'],
  ['-2', alert('reverse', '0.5'), 'BUY 2.5', '0.5'],
  ['0', alert('reverse'), 'nothing', '0'],
])('%s: %j', (start, given, order, after) => {
  const trader = holding(start)
  const { placement, isClosing } = trader.apply((account, context) => decideAlert(account, given, CAPS, context))
  const placed = placement?.order
  expect(
    placed ? `${placed.side} ${formatDecimal(placed.quantity)}${isClosing ? ' reduce-only' : ''}` : 'nothing',
  ).toBe(order)
  if (placed) expect(placed.flags.reduceOnly).toBe(isClosing)
  expect(heldBy(trader)).toBe(after)
})

test.each<[string, string, Alert, Partial<AlertCaps>, string]>([
  ['an action', '0', alert('buy', '1'), { actions: ['flat'] }, 'action.cap'],
  ['a symbol', '0', alert('buy', '1'), { symbols: ['ETHUSD', 'nothing'] }, 'symbol.cap'],
  ['both', '0', alert('buy', '1'), { symbols: ['ETHUSD'], actions: ['flat'] }, 'action.cap symbol.cap'],
  ['a quantity', '0', alert('buy', '5.1'), {}, 'quantity.cap'],
  ['a target', '0', alert('position', '-5.1'), {}, 'position.cap'],
  ['a turn around', '2', alert('reverse'), { maxQuantity: quantity(decimal('1')) }, 'quantity.cap'],
  ['what opens, of an order that turns around', '2', alert('sell', '7.1'), {}, 'quantity.cap'],
  [
    'all of a limit, which may fill when there is nothing to close',
    '2',
    alert('sell', '7', { kind: 'LIMIT', price: price(decimal('30000')) }),
    {},
    'quantity.cap',
  ],
  ['no symbol', '0', alert('flat', null, { symbol: 'NOPE' }), { actions: ['buy'] }, 'symbol.unknown action.cap'],
  ['less than a lot', '0', alert('buy', '0.00001'), {}, 'quantity.lot'],
])('%s is refused beyond the caps', (_case, start, given, caps, codes) => {
  const trader = holding(start)
  const found = trader.problem((account, context) => decideAlert(account, given, { ...CAPS, ...caps }, context))
  expect('issues' in found ? found.issues.map(({ code }) => code).join(' ') : found.kind).toBe(codes)
})

test('one of the symbols of the caps is enough; what closes is not held up by them', () => {
  const trader = holding('5')
  const caps = { ...CAPS, symbols: ['ETH-USD', 'BTC-USD'], maxQuantity: quantity(decimal('0.1')) }
  trader.apply((account, context) => decideAlert(account, alert('sell', '5'), caps, context))
  expect(heldBy(trader)).toBe('0')
})

const STOP: Bracket = {
  stop_loss: { triggerPrice: null, price: null, triggerBy: 'LAST', terms: { offsetPct: rate(decimal('5')) } },
}

test.each<[string, Alert, string]>([
  // position before, alert → the stops that come with it
  ['0', alert('buy', '1'), 'SELL 1'],
  ['0', alert('position', '-2'), 'BUY 2'],
  ['2', alert('position', '3.5'), 'SELL 1.5'],
  ['2', alert('position', '0.5'), ''],
  ['2', alert('close'), ''],
  ['2', alert('flat'), ''],
])('%s: %j brings the stop of what it opens', (start, given, stops) => {
  const trader = holding(start)
  const bracketed = { ...given, bracket: STOP }
  const { placement } = trader.apply((account, context) => decideAlert(account, bracketed, CAPS, context))
  const made = placement?.children ?? []
  expect(made.map(({ side, quantity: held }) => `${side} ${formatDecimal(held)}`).join()).toBe(stops)
  expect(
    made.every(
      ({ kind, flags, parentOrderId }) => kind === 'STOP' && flags.reduceOnly && parentOrderId === placement?.order?.id,
    ),
  ).toBe(true)
})

test('what turns a position around has its stop for the new side, and one that the market is beyond refuses all', () => {
  const trader = holding('2')
  const given = { ...alert('reverse'), bracket: STOP }
  const { placement } = trader.apply((account, context) => decideAlert(account, given, CAPS, context))
  expect(placement?.children?.map(({ side }) => side)).toEqual(['BUY'])
  const beyond: Bracket = { stop_loss: { ...STOP.stop_loss!, terms: {}, triggerPrice: price(decimal('1')) } }
  const answer = trader.apply((account, context) =>
    decideAlert(account, { ...alert('position', '-3'), bracket: beyond }, CAPS, context),
  )
  expect(answer.placement?.violations.map(({ rule }) => rule)).toEqual(['trigger_would_fire'])
  expect(heldBy(trader)).toBe('-2')
})

const at = (text: string) => price(decimal(text))
const distant = (terms: BracketLeg['terms'], trail?: BracketLeg['trail']): BracketLeg => ({
  ...{ triggerPrice: null, price: null, triggerBy: 'LAST', terms },
  ...(trail === undefined ? {} : { trail }),
})

test.each<[string, Alert, Bracket, string]>([
  ['in percent', alert('buy', '1'), { stop_loss: distant({ offsetPct: rate(decimal('100')) }) }, 'stop_loss'],
  ['of a trail', alert('position', '1'), { stop_loss: distant({}, { offsetPct: rate(decimal('100')) }) }, 'stop_loss'],
  ['of a SELL', alert('position', '-1'), { take_profit: distant({ offsetPct: rate(decimal('100')) }) }, 'take_profit'],
  [
    'of a limit',
    alert('buy', '1', { kind: 'LIMIT', price: at('100') }),
    { stop_loss: distant({ offset: at('100') }) },
    'stop_loss',
  ],
])('a distance that leads to 0 or less is a mistake of its sender: %s', (_case, given, bracket, leg) => {
  const found = aTrader().problem((account, context) => decideAlert(account, { ...given, bracket }, CAPS, context))
  expect('issues' in found ? found.issues.map(({ path, code }) => `${path.join('.')} ${code}`) : found.kind).toEqual([
    `${leg} bracket.below_zero`,
  ])
})

test('above the entry any distance is one', () => {
  const bracket: Bracket = { take_profit: distant({ offsetPct: rate(decimal('100')) }) }
  const trader = aTrader()
  const given = { ...alert('buy', '1'), bracket }
  const { placement } = trader.apply((account, context) => decideAlert(account, given, CAPS, context))
  expect(placement?.children?.map(({ triggerPrice }) => triggerPrice && formatDecimal(triggerPrice))).toEqual(['40000'])
})

test('an order that a rule refuses is told as such', () => {
  const trader = aTrader()
  const caps = { ...CAPS, maxQuantity: quantity(decimal('100000')) }
  const { placement } = trader.apply((account, context) => decideAlert(account, alert('buy', '90000'), caps, context))
  expect([placement?.order, placement?.violations.length]).toEqual([null, expect.any(Number)])
})

/** An entry of a follower with the stop and the target of its leader: one decision. */
import { market, REDUCE_ONLY, stop, takeProfit } from '../../../test/support/commands.js'
import { aPlan } from '../../../test/support/plans/plans.js'
import { aTrader, type Trader } from '../../../test/support/trader.js'
import { protectionOf } from '../model/account/protection.js'
import { isRefusal, isWanted, type Copied, type LeaderFill } from '../model/copied.js'
import type { CopyLink } from '../model/copy-link.js'
import type { OrderRules } from '../model/plan/order-rules.js'
import type { Order, Side } from '../model/order/order.js'
import { isWorking } from '../model/order/order-status.js'
import { decimal, formatDecimal, price, quantity, usd } from '../values/decimal.js'
import { leaderExitOf } from './copied-protection.js'
import { decideCopy, decideSync, signedQuantity } from './decide-copy.js'
import { decideCopyProtection } from './decide-copy-protection.js'

const AT_ENTRY: OrderRules = { stopRequired: { graceSeconds: 0, riskPctMax: null, action: 'CLOSE' } }

const linkOf = (fields: Partial<CopyLink>): CopyLink => ({
  ...{ id: 'link', leaderAccountId: 'leader', followerAccountId: 'follower', leaderUserId: 'a', followerUserId: 'b' },
  ...{ status: 'ACTIVE', reason: null, symbols: null, copies: ['ENTRIES', 'EXITS', 'PROTECTION'], onRefusal: 'SKIP' },
  sizing: { mode: 'MULTIPLIER', value: decimal('1'), quantityMax: null, rounding: 'DOWN' },
  ...{ slippagePctMax: null, delayMsMax: 5_000, createdAt: 0, acceptedAt: 0, updatedAt: 0, endedAt: null, version: 1 },
  ...fields,
})

/** A leader that has bought 2 at 20,000, with a stop at 19,000 and a target at 21,000, and a follower without any. */
function leaderAndFollower(orderRules: OrderRules = {}) {
  const leader = aTrader()
  leader.script.setPrice('BTC-USD', '20000')
  const follower = aTrader({ plan: aPlan({ orderRules }), script: leader.script })
  const { fills } = leader.place(market('BUY', '2'))
  leader.protect({ stop_loss: protection('19000'), take_profit: protection('21000') })
  const fill: LeaderFill = {
    ...{ id: 'fill', orderId: fills[0]!.orderId, symbol: 'BTC-USD', venue: fills[0]!.venue, side: 'BUY' },
    ...{ quantity: quantity(decimal('2')), price: fills[0]!.price, at: leader.script.context().now },
    ...{
      positionId: 'position',
      orderQuantity: quantity(decimal('2')),
      filledBefore: quantity(0n),
      positionBefore: 0n,
    },
  }
  const exits = () => protectionOf(leader.account, leader.position())
  const copy = (fields: Partial<CopyLink> = {}, has: readonly Order[] = exits()): Copied =>
    follower.apply((account, context) =>
      decideCopy(
        account,
        {
          ...{ link: linkOf(fields), fill },
          leader: { leaderEquity: usd(decimal('100000')), stop: null, exits: has.map(leaderExitOf) },
        },
        context,
      ),
    )
  return { leader, follower, exits, copy }
}
const protection = (text: string) => ({
  ...{ triggerPrice: price(decimal(text)), price: null, quantity: null, triggerBy: 'LAST' as const },
})
const working = ({ orders }: Trader): readonly string[] =>
  [...orders.values()]
    .filter(({ status }) => isWorking(status))
    .map(
      ({ kind, triggerPrice, quantity: size }) => `${kind} ${formatDecimal(triggerPrice ?? 0n)} ${formatDecimal(size)}`,
    )

test('a follower whose plan asks for a stop at entry follows, and has both exits in the decision of its entry', () => {
  const { follower, copy, exits } = leaderAndFollower(AT_ENTRY)
  expect(copy()).toMatchObject({ skipped: null, action: 'ENTRY' })
  expect(working(follower)).toEqual(['STOP 19000 2', 'TAKE_PROFIT 21000 2'])
  const { id, initialStop } = follower.position()
  expect(formatDecimal(initialStop ?? 0n)).toBe('19000')
  const set = [...follower.orders.values()].filter(({ flags }) => flags.reduceOnly)
  expect(set.map(({ bracketId, copiedFrom }) => [bracketId, copiedFrom])).toEqual(
    exits().map((exit) => [id, { linkId: 'link', fillId: null, orderId: exit.id }]),
  )
})

test('what the leader changes or takes off afterwards is changed in place, or taken off', () => {
  const { leader, follower, copy, exits } = leaderAndFollower(AT_ENTRY)
  copy()
  const before = [...follower.orders.values()].filter(({ kind }) => kind === 'STOP').map(({ id }) => id)
  const follow = (exit: Order) =>
    follower.apply((account, context) => decideCopyProtection(account, { link: linkOf({}), exit }, context))
  leader.protect({ stop_loss: protection('19500') })
  const [stopExit, target] = exits()
  follow(stopExit!)
  expect(working(follower)).toEqual(['STOP 19500 2', 'TAKE_PROFIT 21000 2'])
  expect([...follower.orders.values()].filter(({ kind }) => kind === 'STOP').map(({ id }) => id)).toEqual(before)
  leader.protect({ take_profit: null })
  follow(leader.order(target!.id))
  expect(working(follower)).toEqual(['STOP 19500 2'])
})

test('without a stop of the leader, or where the link copies none, the plan refuses the entry', () => {
  const { follower, copy } = leaderAndFollower(AT_ENTRY)
  expect(copy({}, [])).toMatchObject({ skipped: 'refused', rules: ['stop_required'] })
  expect(follower.account.positions.size).toBe(0)
})

test('what it adds brings the exits for all of the position, in the place of those before', () => {
  const { follower, copy } = leaderAndFollower(AT_ENTRY)
  copy()
  copy()
  expect(working(follower)).toEqual(['STOP 19000 4', 'TAKE_PROFIT 21000 4'])
})

test('a target that the worst price of the entry is beyond does not keep the entry back', () => {
  const { follower, copy } = leaderAndFollower(AT_ENTRY)
  expect(copy({ slippagePctMax: decimal('10') })).toMatchObject({ skipped: null })
  expect(working(follower)).toEqual(['STOP 19000 2'])
})

test('a trailing stop of the leader trails from the fill of the follower on', () => {
  const { leader, follower, copy } = leaderAndFollower(AT_ENTRY)
  leader.protect({
    stop_loss: { ...protection('1'), triggerPrice: null, trail: { offset: price(decimal('500')) } },
    take_profit: null,
  })
  copy()
  expect(working(follower)).toEqual(['STOP 19500 2'])
  follower.script.setPrice('BTC-USD', '20400')
  follower.fillResting()
  expect(working(follower)).toEqual(['STOP 19500 2'])
  expect([...follower.orders.values()].find(({ kind }) => kind === 'STOP')?.trail).toBeDefined()
})

test('where the market is beyond the stop of the leader nothing is bought that nothing protects', () => {
  const { follower, copy } = leaderAndFollower()
  follower.script.setPrice('BTC-USD', '18900')
  expect(copy()).toMatchObject({ skipped: 'refused', rules: ['trigger_would_fire'] })
  expect(follower.account.positions.size).toBe(0)
})

test('a stop and a target that are orders of their own are none of the position', () => {
  const { leader, follower, copy } = leaderAndFollower()
  leader.protect({ stop_loss: null, take_profit: null })
  leader.placed(stop('SELL', '1', '18000', { flags: REDUCE_ONLY }))
  leader.placed(takeProfit('SELL', '1', '23000', { flags: REDUCE_ONLY }))
  expect(copy()).toMatchObject({ skipped: null })
  expect(working(follower)).toEqual([])
})

const SECOND = 1_000_000
const fillOf = (side: Side, size: string, before: string, more: Partial<LeaderFill> = {}): LeaderFill => ({
  ...{ id: 'fill', orderId: 'order', symbol: 'BTC-USD', venue: 'GMX', side, positionId: 'position', at: 0 },
  ...{ quantity: quantity(decimal(size)), orderQuantity: quantity(decimal(size)), filledBefore: quantity(0n) },
  ...{ price: price(decimal('20000')), positionBefore: decimal(before) },
  ...more,
})

/** A follower that holds nothing, and copies fills of its leader at 20,000. */
function following(fields: Partial<CopyLink> = {}) {
  const follower = aTrader()
  follower.script.setPrice('BTC-USD', '20000')
  const decide = (fill: LeaderFill): Copied =>
    follower.apply((account, context) =>
      decideCopy(account, { link: linkOf(fields), fill, leader: { leaderEquity: usd(0n), stop: null } }, context),
    )
  const copy = (side: Side, size: string, before: string, more: Partial<LeaderFill> = {}): string => {
    const { now: at } = follower.script.context()
    const { action, skipped, quantity: asked } = decide(fillOf(side, size, before, { at, ...more }))
    return `${action} ${skipped ?? 'ordered'} ${asked === null ? '-' : formatDecimal(asked)}`
  }
  const held = () => formatDecimal(signedQuantity([...follower.account.positions.values()][0]))
  return { follower, copy, decide, held }
}
const times = (value: string): Partial<CopyLink> => ({ sizing: { ...linkOf({}).sizing, value: decimal(value) } })

test.each<[string, Partial<CopyLink>, readonly (readonly [Side, string, string])[], readonly string[], string]>([
  [
    ...(['an entry by the sizing, exits in proportion, the last one down to flat', times('0.5')] as const),
    [['BUY', '2', '0'], ['SELL', '0.5', '2'], ['SELL', '1.5', '1.5']], // prettier-ignore
    ['ENTRY ordered 1', 'EXIT ordered 0.25', 'EXIT ordered 0.75'],
    '0',
  ],
  [
    ...(['through zero: an exit and an entry', times('2')] as const),
    [['BUY', '0.1', '0'], ['SELL', '0.1', '0.1'], ['SELL', '0.05', '0']], // prettier-ignore
    ['ENTRY ordered 0.2', 'EXIT ordered 0.2', 'ENTRY ordered 0.1'],
    '-0.1',
  ],
  ['an exit of nothing', {}, [['SELL', '1', '2']], ['EXIT no_position -'], '0'],
  [
    ...(['an exit of what faces the other way', {}] as const),
    [['SELL', '1', '0'], ['SELL', '1', '2']], // prettier-ignore
    ['ENTRY ordered 1', 'EXIT no_position -'],
    '-1',
  ],
  ['less than a lot', times('0.0000001'), [['BUY', '1', '0']], ['ENTRY below_lot -'], '0'],
])('%s', (_, fields, fills, expected, left) => {
  const { copy, held } = following(fields)
  expect(fills.map((fill) => copy(...fill))).toEqual(expected)
  expect(held()).toBe(left)
})

test('an entry later than the link allows is skipped with an event; an exit is never too late', () => {
  const { follower, copy } = following()
  const { now } = follower.script.context()
  expect(copy('BUY', '1', '0', { at: now - 5 * SECOND - 1 })).toBe('ENTRY too_late 1')
  expect(follower.events).toMatchObject([{ type: 'copy.skipped', skip: { skipped: 'too_late', action: 'ENTRY' } }])
  expect(copy('BUY', '1', '0', { at: now - 5 * SECOND })).toBe('ENTRY ordered 1')
  expect(copy('SELL', '1', '1', { at: now - 3_600 * SECOND })).toBe('EXIT ordered 1')
})

test.each([
  ['BUY', '21000', '21000.5'],
  ['SELL', '19000', '18999.5'],
] as const)('a bound of 5 %% on a %s at 20,000 is a limit of %s that does not wait', (side, worst, beyond) => {
  const { follower, copy } = following({ slippagePctMax: decimal('5') })
  follower.script.setPrice('BTC-USD', beyond)
  expect(copy(side, '1', '0')).toBe('ENTRY max_slippage 1')
  follower.script.setPrice('BTC-USD', worst)
  expect(copy(side, '1', '0')).toBe('ENTRY ordered 1')
  const order = [...follower.orders.values()].at(-1)
  expect(order).toMatchObject({ kind: 'LIMIT', tif: 'IOC', status: 'FILLED', limitPrice: decimal(worst) })
})

test('a rule of the follower refuses entries, which may pause the link, and no exits', () => {
  const { follower, copy, decide } = following()
  expect(copy('BUY', '1', '0')).toBe('ENTRY ordered 1')
  follower.account = { ...follower.account, state: 'HALTED' }
  const refused = decide(fillOf('BUY', '1', '1', { at: follower.script.context().now }))
  expect(refused).toMatchObject({ skipped: 'refused', rules: ['account_state'], copyId: null })
  expect(isRefusal(refused)).toBe(true)
  expect(isRefusal({ ...refused, skipped: 'below_lot' })).toBe(false)
  expect(copy('SELL', '1', '2')).toBe('EXIT ordered 0.5')
})

test('what is not listed cannot be entered, and an account that has ended copies nothing', () => {
  const { follower, copy } = following()
  expect(copy('BUY', '1', '0', { symbol: 'NOPE-USD' })).toBe('ENTRY not_possible -')
  const { length } = follower.events
  for (const state of ['TERMINATED', 'CLOSED'] as const) {
    follower.account = { ...follower.account, state }
    expect(copy('BUY', '1', '0')).toBe('ENTRY account_ended -')
  }
  expect(follower.events).toHaveLength(length)
})

test.each([
  ['0', '0.1', 'BUY 0.1'],
  ['0.1', '0.1', null],
  ['0.1', '0.1000001', null],
  ['0.3', '0.1', 'SELL 0.2 reduces'],
  ['-0.1', '0.1', 'BUY 0.2'],
])('a sync from %s to %s orders %s', (actual, target, expected) => {
  const { follower, held } = following()
  if (actual !== '0') follower.placed(market(actual.startsWith('-') ? 'SELL' : 'BUY', actual.replace('-', '')))
  const about = { symbol: 'BTC-USD', venue: 'GMX', target: decimal(target) } as const
  const synced = follower.apply((account, context) => decideSync(account, { link: linkOf({}), ...about }, context))
  const { side, quantity: size, flags } = [...follower.orders.values()].at(-1) ?? {}
  const ordered = `${side} ${formatDecimal(size ?? 0n)}${flags?.reduceOnly === true ? ' reduces' : ''}`
  expect(synced === null ? null : ordered).toBe(expected)
  expect(held()).toBe(expected === null ? actual : target)
})

test.each<[Partial<CopyLink>, Side, number, boolean]>([
  [{}, 'BUY', 11, true],
  [{}, 'BUY', 10, false],
  [{}, 'SELL', 6, true],
  [{}, 'SELL', 5, false],
  [{ symbols: ['ETH-USD'] }, 'BUY', 11, false],
  [{ symbols: ['ETH-USD', 'BTC-USD'] }, 'SELL', 6, true],
  [{ copies: ['EXITS'] }, 'BUY', 11, false],
  [{ copies: ['ENTRIES'] }, 'SELL', 6, false],
  [{ status: 'PAUSED' }, 'BUY', 11, false],
  [{ status: 'PAUSED' }, 'SELL', 6, true],
])('a link with %j, of exits after 5 and entries after 10, wants a %s at %d: %p', (fields, side, at, isIt) => {
  expect(isWanted({ link: linkOf(fields), copiesFrom: 5, entriesFrom: 10 }, fillOf(side, '1', '1', { at }))).toBe(isIt)
})

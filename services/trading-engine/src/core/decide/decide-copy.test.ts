/** An entry of a follower with the stop and the target of its leader: one decision. */
import { market, REDUCE_ONLY, stop, takeProfit } from '../../../test/support/commands.js'
import { aPlan } from '../../../test/support/plans/plans.js'
import { aTrader, type Trader } from '../../../test/support/trader.js'
import { protectionOf } from '../model/account/protection.js'
import type { Copied, LeaderFill } from '../model/copied.js'
import type { CopyLink } from '../model/copy-link.js'
import type { OrderRules } from '../model/plan/order-rules.js'
import type { Order } from '../model/order/order.js'
import { isWorking } from '../model/order/order-status.js'
import { decimal, formatDecimal, price, quantity, usd } from '../values/decimal.js'
import { leaderExitOf } from './copied-protection.js'
import { decideCopy } from './decide-copy.js'
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

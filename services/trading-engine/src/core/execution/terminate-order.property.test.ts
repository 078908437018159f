/** Exits are found without looking at every order: what ends and what stays is the same as if each were looked at. */
import fc from 'fast-check'
import type { Account } from '../model/account/account.js'
import { openDraft, type Draft } from '../model/draft.js'
import type { DecisionContext } from '../model/decision-context.js'
import type { Order } from '../model/order/order.js'
import { terminateOrders } from './terminate-order.js'
import { keepReducing } from './keep-reducing.js'
import { decimal, quantity } from '../values/decimal.js'
import { limit, market } from '../../../test/support/commands.js'
import { aTrader } from '../../../test/support/trader.js'

const size = (units: number) => quantity(decimal(String(units)))

/** The orders, each with the place of its entry, how much of its 3 waits, its side, and whether it is meant to end. */
const shapes = fc.array(
  fc.record({
    entry: fc.option(fc.nat({ max: 11 }), { freq: 2, nil: null }),
    waiting: fc.integer({ min: 0, max: 3 }),
    side: fc.constantFrom('BUY', 'SELL'),
    isMeant: fc.boolean(),
  }),
  { maxLength: 12 },
)

/** As `exitsOf` of a draft, by looking at every order. */
function* lookedForIn(account: Account, orderId: string): Generator<Order> {
  for (const order of account.orders.values()) if (order.parentOrderId === orderId) yield order
}

test.each([false, true])('orders end, and their exits with them; all that can open: %s', (isAll) => {
  const trader = aTrader()
  trader.script.setPrice('BTC-USD', '20000')
  trader.place(market('BUY', '1'))
  const resting = trader.placed(limit('BUY', '3', '19000'))
  const idOf = (place: number): string => `order-${place}`
  fc.assert(
    fc.property(shapes, (given) => {
      const orders = given.map(({ entry, waiting, side }, place): readonly [string, Order] => {
        const isExit = entry !== null && entry !== place
        const contingentQuantity = size(isExit ? waiting : 0)
        const parentOrderId = isExit ? idOf(entry) : null
        return [idOf(place), { ...resting, id: idOf(place), side, parentOrderId, contingentQuantity }]
      })
      const account = { ...trader.account, orders: new Map(orders) }
      const isMeant = ({ id }: Order): boolean => given[Number(id.slice('order-'.length))]?.isMeant === true
      const changesOf = (open: (before: Account, context: DecisionContext) => Draft) => {
        let ids = 0
        const draft = open(account, { ...trader.script.context(), newId: () => `id-${++ids}` })
        if (isAll) keepReducing(draft, 'account_halted', 'SYSTEM')
        else terminateOrders(draft, isMeant, 'CANCELLED', 'user_cancelled', 'USER')
        return draft.changes()
      }
      const expected = changesOf((before, context) => {
        const draft = openDraft(before, context)
        return { ...draft, exitsOf: (orderId: string) => lookedForIn(draft.account, orderId) }
      })
      expect(changesOf(openDraft)).toEqual(expected)
    }),
  )
})
